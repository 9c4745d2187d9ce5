/** Received bytes that are not used up. Only the rest is copied when more arrive. */
export class ByteQueue {
  bytes: Uint8Array = new Uint8Array(0);
  /** The range of the remaining bytes. */
  from = 0;
  to = 0;
  /** Offset of bytes[0] in the file. */
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

  /** Releases the last chunk; its rest is copied. */
  release(): void {
    if (!this.isOwn) this.move(this.length);
  }

  /** Doubles the room, so that a record that arrives byte by byte is not copied each time. */
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
