/** One connection of the page: answers its requests, one after the other. */
import { randomInt } from 'node:crypto';
import { extname } from 'node:path';
import { messageOf } from '@kineko/kernel';
import { BadMessage, type Peer, type PeerListener } from '@kineko/server';
import type { OpenedWorld } from '../model.js';
import type { EditorNews, EditorRequest } from '../protocol.js';
import { checked, type WorldServices } from './checking.js';
import { readRequest } from './requests.js';
import { type RunTrial, Trial } from './trial.js';
import { WorldFile } from './world-file.js';

interface Opening {
  /** The file to save to. */
  file: WorldFile;
  readonly world: OpenedWorld;
}

const MAX_OPENINGS = 16;

/** The worlds that pages have open, kept after a broken connection so that a page can continue. */
export class Openings {
  private readonly byNumber = new Map<number, Opening>();
  /** Starts at a random number, so that numbers of an earlier program are not taken for those of this one. */
  private last = randomInt(2 ** 47);

  /** Returns its number. */
  keep(opening: Opening): number {
    const [oldest] = this.byNumber.keys();
    if (oldest !== undefined && this.byNumber.size >= MAX_OPENINGS) this.byNumber.delete(oldest);
    this.byNumber.set(++this.last, opening);
    return this.last;
  }

  get(number: number): Opening | undefined {
    return this.byNumber.get(number);
  }
}

export interface SessionOptions extends WorldServices {
  readonly path: string;
  /** Whether the page may start the programs that a world names. */
  readonly controllers: boolean;
  readonly run: RunTrial;
  /** Shared by all pages. */
  readonly openings: Openings;
  /** Called with the names of pictures that the page may request. */
  readonly onPictures: (names: readonly string[]) => void;
}

export class EditingSession implements PeerListener {
  private opening: Opening | undefined;
  private trial: Trial | undefined;
  /** The last request; requests are answered one after the other. */
  private last: Promise<void>;
  private isClosed = false;

  constructor(
    private readonly peer: Peer,
    private readonly options: SessionOptions,
  ) {
    this.last = this.open(options.path).catch((error: unknown) => this.fail(undefined, error));
  }

  message(data: string | Uint8Array): void {
    let request: EditorRequest;
    try {
      request = readRequest(data, this.options.format);
    } catch (error) {
      if (error instanceof BadMessage) this.send({ type: 'failed', text: error.message });
      throw error;
    }
    this.last = this.last.then(() => this.answer(request)).catch((error: unknown) => this.fail(request.id, error));
  }

  closed(): void {
    this.isClosed = true;
    void this.end();
  }

  /** Stops the run, and resolves when all requests are answered. */
  async end(): Promise<void> {
    await this.trial?.stop();
    await this.last;
  }

  private async open(path: string, id?: number): Promise<void> {
    const file = await WorldFile.read(path);
    const world = await this.options.open(file.text, path);
    this.opening = { file, world };
    const opening = this.options.openings.keep(this.opening);
    this.options.onPictures(world.pictures);
    const { document, remarks, pictures } = world;
    const { name } = file;
    const { controllers } = this.options;
    const about = { opening, name, document, remarks, pictures, controllers };
    this.send({ type: 'opened', ...(id !== undefined && { id }), ...about });
  }

  /** Endings of files that the world may be saved as; none from which a program would be loaded. */
  private endings(): readonly string[] {
    const { format, path } = this.options;
    return [...format.endings, extname(path)];
  }

  private resume({ id, opening }: EditorRequest & { readonly type: 'resume' }): void {
    const kept = this.options.openings.get(opening);
    if (kept === undefined) throw new Error('the world that was open before is no longer known');
    this.opening = kept;
    this.send({ type: 'resumed', id });
  }

  private async answer(request: EditorRequest): Promise<void> {
    const { id } = request;
    if (request.type === 'reload') return this.open(this.opening?.file.path ?? this.options.path, id);
    if (request.type === 'resume') return this.resume(request);
    if (request.type === 'stop') {
      await this.trial?.stop();
      return this.send({ type: 'stopped', id });
    }
    const opening = this.opening;
    if (opening === undefined) throw new Error('the file could not be opened; reload it');
    const { file, world } = opening;
    const { document } = request;
    const text = world.write(document);
    switch (request.type) {
      case 'check':
        return this.send({
          type: 'checked',
          id,
          problems: await checked(text, file.path, document, this.options),
        });
      case 'save': {
        const target = request.name === undefined ? file : file.beside(request.name, this.endings());
        const refusal = await target.save(text, request.isForced === true);
        if (refusal !== undefined) return this.send({ type: 'conflict', id, text: refusal.text });
        opening.file = target;
        return this.send({ type: 'saved', id, name: target.name });
      }
      case 'run':
        return this.run(request, text, file.path);
    }
  }

  /** Answers when there is a picture, or when the run ends before that. */
  private async run(
    { id, hasControllers }: EditorRequest & { readonly type: 'run' },
    text: string,
    path: string,
  ): Promise<void> {
    const { controllers, run } = this.options;
    // The world comes from the page, commands included: the token alone must not allow starting programs.
    if (hasControllers && !controllers) throw new Error('to start controllers, start the editor with --controllers');
    await this.trial?.stop();
    let isShown = false;
    const trial = new Trial({
      text,
      path,
      hasControllers,
      run,
      onUrl: (url) => {
        isShown = true;
        this.send({ type: 'running', id, url });
      },
      onLine: (line) => this.send({ type: 'told', text: line }),
    });
    this.trial = trial;
    void trial.ended.then((isBad) => {
      if (this.trial === trial) this.trial = undefined;
      if (!isShown) this.send({ type: 'failed', id, text: 'the run failed to start' });
      this.send({ type: 'ended', isBad });
    });
  }

  private fail(id: number | undefined, error: unknown): void {
    const text = messageOf(error);
    this.send({ type: 'failed', ...(id !== undefined && { id }), text });
  }

  private send(news: EditorNews): void {
    if (!this.isClosed) this.peer.send(JSON.stringify(news));
  }
}
