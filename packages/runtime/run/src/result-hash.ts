/** What two runs are compared by: a fast 128-bit hash over the bytes of their records, never over headers. */
import type { IHasher } from 'hash-wasm';
import type { RecordSink } from './recording.js';

export class ResultHash implements RecordSink {
  private constructor(private readonly hasher: IHasher) {}

  static async create(): Promise<ResultHash> {
    // This hash alone: the whole library takes three times as long to load.
    const { default: build } = await import('hash-wasm/dist/xxhash128.umd.min.js');
    const hasher = await build.createXXHash128();
    return new ResultHash(hasher.init());
  }

  write(bytes: Uint8Array): void {
    this.hasher.update(bytes);
  }

  /** 32 hex digits; more may follow, and be asked for again. */
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
