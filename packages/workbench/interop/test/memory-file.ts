/** An MCAP file in memory. */
import type { McapTypes } from '@mcap/core';

export class MemoryFile implements McapTypes.IReadable {
  bytes = new Uint8Array();

  position(): bigint {
    return BigInt(this.bytes.length);
  }

  async write(piece: Uint8Array): Promise<void> {
    const whole = new Uint8Array(this.bytes.length + piece.length);
    whole.set(this.bytes);
    whole.set(piece, this.bytes.length);
    this.bytes = whole;
  }

  async size(): Promise<bigint> {
    return this.position();
  }

  async read(offset: bigint, size: bigint): Promise<Uint8Array> {
    return this.bytes.slice(Number(offset), Number(offset + size));
  }
}
