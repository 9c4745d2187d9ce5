/** The result hash, by which runs are compared: a fast 128-bit hash over the bytes of their records, without headers. */
import type { IHasher } from 'hash-wasm';
import type { RecordSink } from './recording.js';

export class ResultHash implements RecordSink {
  private constructor(private readonly hasher: IHasher) {}

  static async create(): Promise<ResultHash> {
    // Only this hash: the whole library takes three times as long to load.
    const { default: build } = await import('hash-wasm/dist/xxhash128.umd.min.js');
    const hasher = await build.createXXHash128();
    return new ResultHash(hasher.init());
  }

  write(bytes: Uint8Array): void {
    this.hasher.update(bytes);
  }

  /** Returns 32 hex digits; records may follow, and it can be called again. */
  digest(): string {
    const state = this.hasher.save();
    const digest = this.hasher.digest();
    this.hasher.load(state);
    return digest;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
