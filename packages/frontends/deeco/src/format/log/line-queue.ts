/** Bytes in, lines out, with no more of them at hand than one line takes. */
import { ByteQueue, decodeUtf8 } from '@kineko/formats/trace';

/** Bytes; longer lines are passed over. The largest bitmap, which stands in one line, takes half of it. */
export const MAX_LINE = 1 << 25;

const LINE_END = 0x0a;

/** The little of the host's decoder that is used: this package is compiled for no host in particular. */
declare const TextDecoder: new (encoding: 'utf-8') => { decode(bytes: Uint8Array): string };

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without what ends it; empty if it is too long. */
  readonly text: string;
  /** Whether it ends in a line feed: the last one of a run that was killed does not. */
  readonly isWhole: boolean;
  readonly isTooLong: boolean;
  /** Whether it is UTF-8; what is not is replaced. */
  readonly isUtf8: boolean;
}

export class LineQueue {
  private readonly queue = new ByteQueue();
  /** Up to this byte of the file no line ends any more. */
  private searched = 0;
  private isClosed = false;
  private isPassingOver = false;
  private count = 0;

  /** Where the next line starts in the file. */
  get offset(): number {
    return this.queue.offset;
  }

  feed(bytes: Uint8Array): void {
    this.queue.feed(bytes);
  }

  close(): void {
    this.isClosed = true;
  }

  /** The next line; undefined if more bytes are needed for it, or none is left. */
  next(): Line | undefined {
    if (this.isPassingOver && !this.passOver()) return this.pause();
    const queue = this.queue;
    const from = Math.max(queue.from, this.searched - queue.base);
    const limit = Math.min(queue.to, queue.from + MAX_LINE + 1);
    const found = queue.bytes.subarray(from, limit).indexOf(LINE_END);
    if (found >= 0) return this.take(from + found, true);
    this.searched = queue.base + limit;
    if (queue.length > MAX_LINE) return this.tooLong();
    return this.isClosed && queue.length > 0 ? this.take(queue.to, false) : this.pause();
  }

  private take(end: number, isWhole: boolean): Line {
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

  private tooLong(): Line {
    this.isPassingOver = true;
    this.count++;
    return { number: this.count, text: '', isWhole: false, isTooLong: true, isUtf8: true };
  }

  /** To the end of a line that is too long; false if that has not come. */
  private passOver(): boolean {
    const queue = this.queue;
    const end = queue.bytes.subarray(queue.from, queue.to).indexOf(LINE_END);
    queue.from = end < 0 ? queue.to : queue.from + end + 1;
    this.searched = queue.offset;
    this.isPassingOver = end < 0;
    return end >= 0;
  }

  private pause(): undefined {
    if (!this.isClosed) this.queue.release();
    return undefined;
  }
}

/** The playground writes in the encoding of its machine; what is no UTF-8 is of an older one, and can be read all the same. */
function decode(bytes: Uint8Array): { readonly text: string; readonly isUtf8: boolean } {
  try {
    return { text: decodeUtf8(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes), isUtf8: false };
  }
}
