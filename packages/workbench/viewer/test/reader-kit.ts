/** A reader without a worker: its chunks go into a scene, and its other messages are kept. */
import { DEECO_VIEWER } from '@kineko/deeco/page';
import type { LineFilter } from '../src/reading/line-filter.js';
import type { FromReader, LinesAround, ToReader } from '../src/reading/protocol.js';
import { Session } from '../src/reading/read-session.js';
import { replayChunk } from '../src/scene/chunk.js';
import { Scene } from '../src/scene/scene.js';

export class ReaderKit {
  readonly scene = new Scene();
  readonly session: Session;
  /** Resolves when everything has been read, or reading failed. */
  readonly whenOver: Promise<void>;
  readonly progress: number[] = [];
  /** With the end of the scene at their arrival. */
  readonly notes: [text: string, end: number][] = [];
  chunks = 0;
  findings: string | undefined;
  failure: string | undefined;
  private readonly answers = new Map<number, (answer: LinesAround) => void>();
  private questions = 0;
  private takes: boolean;
  private over: () => void = () => {};
  private whenChunk: () => void = () => {};

  constructor({ takes = true }: { readonly takes?: boolean } = {}) {
    this.takes = takes;
    this.whenOver = new Promise((resolve) => (this.over = resolve));
    this.session = new Session((message, transfer) => this.hear(structuredClone(message, { transfer })), DEECO_VIEWER);
  }

  say(message: ToReader): void {
    this.session.hear(message);
  }

  begin(file: Blob, name = 'run'): void {
    this.say({ type: 'open', name, from: { kind: 'blob', blob: file } });
  }

  async open(file: Blob, name = 'run'): Promise<void> {
    this.begin(file, name);
    await this.whenOver;
  }

  /** Takes all chunks from now on, and those that have waited. */
  takeAll(): void {
    this.takes = true;
    for (let k = this.chunks; k > 0; k--) this.say({ type: 'taken' });
  }

  /** Resolves when a total number of chunks has arrived. */
  untilChunks(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.whenChunk = () => {
        if (this.chunks >= count) resolve();
      };
      this.whenChunk();
    });
  }

  lines(
    owner: number | undefined,
    time: number,
    count: number,
    more: Omit<LineFilter, 'owner'> = {},
  ): Promise<LinesAround> {
    const question = ++this.questions;
    return new Promise((resolve) => {
      this.answers.set(question, resolve);
      this.say({ type: 'lines', question, filter: { owner, ...more }, time, count });
    });
  }

  private hear(message: FromReader): void {
    switch (message.type) {
      case 'chunk':
        this.chunks++;
        this.progress.push(message.progress);
        replayChunk(message.chunk, this.scene);
        if (this.takes) this.say({ type: 'taken' });
        this.whenChunk();
        break;
      case 'done':
        this.findings = message.findings;
        this.over();
        break;
      case 'failed':
        this.failure = message.message;
        this.over();
        break;
      case 'note':
        this.notes.push([message.text, this.scene.end]);
        break;
      case 'lines': {
        const { lines, isFirst, isLast } = message;
        this.answers.get(message.question)?.({ lines, isFirst, isLast });
      }
    }
  }
}
