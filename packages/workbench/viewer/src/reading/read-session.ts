/** Reads one log and sends chunks of its scene to the page; runs in a worker, or in the page if there is none. */
import { ChunkWriter } from '../scene/chunk.js';
import { descriptionOf } from '../scene/run-description.js';
import { Digest } from '../scene/digest.js';
import { LineFinder } from './line-finder.js';
import { findingsOf, HEAD, type LogReader, logReaderOf, type ReaderPlugins } from './log-kind.js';
import type { FromReader, Origin, ToReader } from './protocol.js';
import { BlobSource, type LogSource, StreamSource, UrlSource } from './source.js';

/** Number of bytes that are read without a pause. */
const FEED = 1 << 16;
/** Approximate numbers per chunk, which a page takes in a few milliseconds. */
const CHUNK = 1 << 15;
/** Limit on the chunks in transit. */
const MAX_UNTAKEN = 4;
/** Time in ms after which other events get a turn. */
const SLICE_MS = 12;

export type Send = (message: FromReader, transfer: ArrayBuffer[]) => void;

export class Session {
  private readonly writer = new ChunkWriter();
  private digest = new Digest(this.writer);
  /** Pieces of a live run: the number received, the number read, and the notes to send after a number of them. */
  private given = 0;
  private pieces = 0;
  private readonly notes: { readonly after: number; readonly text: string }[] = [];
  private hasHeader = false;
  private source: LogSource | undefined;
  private log: LogReader | undefined;
  private finder: LineFinder | undefined;
  private read = 0;
  private isFirstChunk = true;
  private untaken = 0;
  private whenTaken: (() => void) | undefined;
  private sliceStart = 0;
  private isOver = false;

  constructor(
    private readonly send: Send,
    private readonly plugins: ReaderPlugins,
  ) {}

  hear(message: ToReader): void {
    switch (message.type) {
      case 'open':
        this.digest = new Digest(this.writer, message.options);
        void this.open(message.name, message.from);
        break;
      case 'bytes':
        this.given++;
        if (this.source instanceof StreamSource) this.source.give(message.bytes);
        break;
      case 'note':
        this.notes.push({ after: this.given, text: message.text });
        this.sendNotes();
        break;
      case 'taken':
        this.untaken--;
        this.whenTaken?.();
        break;
      case 'lines':
        void this.answer(message);
    }
  }

  /** Stops reading. */
  end(): void {
    this.isOver = true;
    this.whenTaken?.();
  }

  /** Memory use of the index. */
  get bytes(): number {
    return this.finder?.bytes ?? 0;
  }

  private async open(name: string, origin: Origin): Promise<void> {
    try {
      this.source = sourceOf(origin, name);
      const isLive = origin.kind === 'live';
      for await (const piece of withHead(this.source.pieces(), isLive ? 1 : HEAD)) {
        for (let at = 0; at < piece.length && !this.isOver; at += FEED) {
          await this.take(piece.subarray(at, at + FEED), name);
          if (this.writer.length >= CHUNK || this.isFirstChunk || isLive) await this.hand();
        }
        if (this.isOver) return;
        this.pieces++;
        this.sendNotes();
      }
      await this.finish(name);
    } catch (error) {
      this.send({ type: 'failed', message: error instanceof Error ? error.message : String(error) }, []);
    }
  }

  private async take(bytes: Uint8Array, name: string): Promise<void> {
    if (this.log === undefined || this.finder === undefined) {
      this.log = logReaderOf(bytes, name, this.plugins.logFormats ?? []);
      this.finder = new LineFinder(this.log, this.source!);
    }
    this.log.reader.feed(bytes);
    this.finder.fed();
    this.takeHeader();
    this.drain();
    this.finder.advance();
    this.read += bytes.length;
    if (performance.now() - this.sliceStart < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.sliceStart = performance.now();
  }

  private sendNotes(): void {
    while (this.notes.length > 0 && this.notes[0]!.after <= this.pieces) {
      this.send({ type: 'note', text: this.notes.shift()!.text }, []);
    }
  }

  private takeHeader(): void {
    const { reader } = this.log!;
    const header = 'header' in reader ? reader.header : undefined;
    if (this.hasHeader || header === undefined) return;
    this.hasHeader = true;
    const facts = descriptionOf(header.info, this.plugins.describeRun ?? []);
    if (facts !== undefined) this.digest.know(facts);
  }

  private drain(): void {
    const { reader } = this.log!;
    for (let record = reader.next(); record !== undefined; record = reader.next()) {
      this.digest.add(record);
      this.finder!.note(record);
    }
  }

  private async finish(name: string): Promise<void> {
    const { log } = this;
    if (log === undefined) throw new Error(`${name}: the file is empty`);
    log.reader.close();
    this.drain();
    if (this.digest.isEmpty) {
      const reasons = [`${name}: nothing to show`, findingsOf(log)];
      throw new Error(reasons.filter((text) => text !== '').join('\n'));
    }
    await this.hand();
    this.send({ type: 'done', findings: findingsOf(log), kind: log.kind }, []);
  }

  private async hand(): Promise<void> {
    if (this.writer.length === 0) return;
    while (this.untaken >= MAX_UNTAKEN && !this.isOver) {
      await new Promise<void>((resolve) => (this.whenTaken = resolve));
    }
    this.isFirstChunk = false;
    this.untaken++;
    const chunk = this.writer.take();
    const progress = this.source?.size === undefined ? 0 : Math.min(1, this.read / this.source.size);
    this.send({ type: 'chunk', chunk, progress }, [chunk.steps.buffer, chunk.numbers.buffer]);
  }

  private async answer({ question, filter, time, count }: Extract<ToReader, { type: 'lines' }>): Promise<void> {
    try {
      const found = await this.finder?.around(filter, time, count);
      const { lines, isFirst, isLast } = found ?? { lines: [], isFirst: true, isLast: true };
      this.send({ type: 'lines', question, lines, isFirst, isLast }, []);
    } catch (error) {
      // The file is gone or has changed: the panel shows the reason instead.
      const text = `cannot read these lines again: ${error instanceof Error ? error.message : String(error)}`;
      this.send({ type: 'lines', question, lines: [{ time, text }], isFirst: true, isLast: true }, []);
    }
  }
}

function sourceOf(origin: Origin, name: string): LogSource {
  switch (origin.kind) {
    case 'blob':
      return new BlobSource(origin.blob);
    case 'url':
      return new UrlSource(origin.url, origin.token, name);
    case 'live':
      return new StreamSource();
  }
}

/** Joins pieces until the first one is long enough to recognise the format. */
async function* withHead(pieces: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Uint8Array, void> {
  let head = new Uint8Array(0);
  let isWhole = false;
  for await (const piece of pieces) {
    if (isWhole) {
      yield piece;
      continue;
    }
    const longer = new Uint8Array(head.length + piece.length);
    longer.set(head);
    longer.set(piece, head.length);
    head = longer;
    isWhole = head.length >= least;
    if (isWhole) yield head;
  }
  if (!isWhole && head.length > 0) yield head;
}

/** The global scope of a worker; the DOM types do not have it. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToReader>) => void): void;
}

export function serveReader(plugins: ReaderPlugins): void {
  const scope = globalThis as unknown as WorkerScope;
  const session = new Session((message, transfer) => scope.postMessage(message, transfer), plugins);
  scope.addEventListener('message', ({ data }) => session.hear(data));
}
