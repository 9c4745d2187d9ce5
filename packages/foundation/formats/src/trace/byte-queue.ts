/** Bytes that have come and are not yet used up. Copies only what is left over when more is asked for. */
export class ByteQueue {
  bytes: Uint8Array = new Uint8Array(0);
  /** What is left lies between these two. */
  from = 0;
  to = 0;
  /** Where bytes[0] stands in the file. */
  base = 0;
  private isOwn = false;

  get offset(): number {
    return this.base + this.from;
  }

  get length(): number {
    return this.to - this.from;
  }

  feed(chunk: Uint8Array): void {
    if (this.length === 0) {
      this.base += this.to;
      this.bytes = chunk;
      this.from = 0;
      this.to = chunk.length;
      this.isOwn = false;
      return;
    }
    if (!this.isOwn || this.to + chunk.length > this.bytes.length) this.move(this.length + chunk.length);
    this.bytes.set(chunk, this.to);
    this.to += chunk.length;
  }

  /** Lets go of the chunk that was fed; what is left of it is copied. */
  release(): void {
    if (!this.isOwn) this.move(this.length);
  }

  /** Twice the room that is needed, so that a record that comes byte by byte is not copied as often. */
  private move(needed: number): void {
    const larger = new Uint8Array(2 * needed);
    larger.set(this.bytes.subarray(this.from, this.to));
    this.bytes = larger;
    this.base += this.from;
    this.to -= this.from;
    this.from = 0;
    this.isOwn = true;
  }
}
