import { readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { type LineChannel, MAX_LINE } from '../run/outside/line-channel.js';

/** Lines over two pipes, by their file descriptors. Reads block the thread. */
export class FdLines implements LineChannel {
  private readonly buffer = Buffer.allocUnsafe(1 << 16);
  private readonly decoder = new StringDecoder('utf8');
  private lines: string[] = [];
  private next = 0;
  /** The start of an incomplete line. */
  private begun = '';

  constructor(
    private readonly input: number,
    private readonly output: number,
    /** Longest line (characters); the start of a longer one is returned, so that the reader rejects it. */
    private readonly maxLine = MAX_LINE,
  ) {}

  send(text: string): void {
    const bytes = Buffer.from(text);
    for (let sent = 0; sent < bytes.length;) sent += writeSync(this.output, bytes, sent);
  }

  receive(): string | undefined {
    while (this.next === this.lines.length) {
      if (this.begun.length > this.maxLine) return this.begun;
      const count = readSync(this.input, this.buffer);
      if (count === 0) return undefined;
      const [first, ...others] = this.decoder.write(this.buffer.subarray(0, count)).split('\n') as [string];
      this.lines = [this.begun + first, ...others];
      this.begun = this.lines.pop()!;
      this.next = 0;
    }
    return this.lines[this.next++];
  }
}
