/** Splits bytes into lines; buffers at most one line. */
import { ByteQueue } from '@kineko/formats/trace';

/** In bytes; longer lines are skipped. The largest bitmap, which is a single line, takes half of it. */
export const MAX_LINE = 1 << 25;

const LINE_END = 0x0a;

/** Declared here because this code is compiled without the types of Node and of the DOM. */
declare const TextDecoder: new (
  encoding: 'utf-8',
  options?: { readonly fatal: true; readonly ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

/** A byte order mark is treated like any other character. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export interface LogLine {
  /** Counts from 1. */
  readonly number: number;
  /** Without the line end; empty if the line is too long. */
  readonly text: string;
  /** Whether it ends in a line feed; the last line of a killed run may not. */
  readonly isWhole: boolean;
  readonly isTooLong: boolean;
  /** If false, invalid bytes were replaced. */
  readonly isUtf8: boolean;
}

export class LineQueue {
  private readonly queue = new ByteQueue();
  /** The bytes of the file before this one hold no further line end. */
  private searched = 0;
  private isClosed = false;
  private isSkipping = false;
  private count = 0;

  /** Offset of the next line in the file. */
  get offset(): number {
    return this.queue.offset;
  }

  feed(bytes: Uint8Array): void {
    this.queue.feed(bytes);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Returns the next line; undefined if it is not complete yet, or none is left. */
  next(): LogLine | undefined {
    if (this.isSkipping && !this.skip()) return this.pause();
    const queue = this.queue;
    const from = Math.max(queue.from, this.searched - queue.base);
    const limit = Math.min(queue.to, queue.from + MAX_LINE + 1);
    const found = queue.bytes.subarray(from, limit).indexOf(LINE_END);
    if (found >= 0) return this.take(from + found, true);
    this.searched = queue.base + limit;
    if (queue.length > MAX_LINE) return this.tooLong();
    return this.isClosed && queue.length > 0 ? this.take(queue.to, false) : this.pause();
  }

  private take(end: number, isWhole: boolean): LogLine {
    const queue = this.queue;
    const bytes = queue.bytes.subarray(queue.from, end);
    queue.from = isWhole ? end + 1 : end;
    this.count++;
    const decoded = decode(bytes);
    let { text } = decoded;
    if (text.endsWith('\r')) text = text.slice(0, -1);
    if (this.count === 1 && text.startsWith('\ufeff')) text = text.slice(1);
    return { number: this.count, text, isWhole, isTooLong: false, isUtf8: decoded.isUtf8 };
  }

  private tooLong(): LogLine {
    this.isSkipping = true;
    this.count++;
    return { number: this.count, text: '', isWhole: false, isTooLong: true, isUtf8: true };
  }

  /** Skips the rest of a line that is too long; false if its end has not come yet. */
  private skip(): boolean {
    const queue = this.queue;
    const end = queue.bytes.subarray(queue.from, queue.to).indexOf(LINE_END);
    queue.from = end < 0 ? queue.to : queue.from + end + 1;
    this.searched = queue.offset;
    this.isSkipping = end < 0;
    return end >= 0;
  }

  private pause(): undefined {
    if (!this.isClosed) this.queue.release();
    return undefined;
  }
}

/** The playground writes in the encoding of its machine, so an old log may not be UTF-8; it is read with replacements. */
function decode(bytes: Uint8Array): { readonly text: string; readonly isUtf8: boolean } {
  try {
    return { text: strict.decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes), isUtf8: false };
  }
}
