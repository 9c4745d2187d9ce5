/** Chunks of records on their way to the writing thread, in memory that both threads share. */
import { MAX_IN_FLIGHT } from './in-flight.js';

/**
 * A ring of bytes with one object in each thread. `InFlight` limits the bytes in flight to its size, and both threads pass the
 * chunks in the same order, so each thread can count its own position.
 */
export class ChunkRing {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(MAX_IN_FLIGHT)) {
    this.bytes = new Uint8Array(memory);
  }

  /** Whether a chunk fits at all; a larger one has to be sent in another way. */
  fits(chunk: Uint8Array): boolean {
    return chunk.length <= this.bytes.length;
  }

  put(chunk: Uint8Array): void {
    const first = this.lengthBeforeEnd(chunk.length);
    this.bytes.set(chunk.subarray(0, first), this.at);
    this.bytes.set(chunk.subarray(first));
    this.advance(chunk.length);
  }

  /** A copy of the next chunk, whose length was sent. */
  take(length: number): Uint8Array {
    const chunk = new Uint8Array(length);
    const first = this.lengthBeforeEnd(length);
    chunk.set(this.bytes.subarray(this.at, this.at + first));
    chunk.set(this.bytes.subarray(0, length - first), first);
    this.advance(length);
    return chunk;
  }

  private lengthBeforeEnd(length: number): number {
    return Math.min(length, this.bytes.length - this.at);
  }

  private advance(length: number): void {
    this.at = (this.at + length) % this.bytes.length;
  }
}
