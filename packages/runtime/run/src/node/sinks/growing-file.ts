/** A file that grows by whole pieces: records, or lines. */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { writeFailure, writingNow } from '../file-errors.js';

/** What was recorded cannot be kept: the disk is full, the file is gone. */
export class SinkError extends Error {
  override readonly name = 'SinkError';

  constructor(path: string, why: string, options?: ErrorOptions) {
    super(`${path}: ${why}`, options);
  }
}

export class GrowingFile {
  private fileLength: number;

  /** Of a file that is open for writing, and so long; `path` is what messages call it. */
  constructor(
    readonly descriptor: number,
    readonly path: string,
    length: number,
  ) {
    this.fileLength = length;
  }

  /** An empty one, whatever was there before; throws an `InputError` if that cannot be. */
  static create(path: string): GrowingFile {
    return writingNow(path, () => new GrowingFile(openSync(path, 'w'), path, 0));
  }

  get length(): number {
    return this.fileLength;
  }

  /** By the time it returns the bytes have left the process: they survive its death. Part of them is never left behind. */
  append(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.descriptor, bytes, at);
      this.fileLength += bytes.length;
    } catch (error) {
      this.cutTo(this.fileLength);
      throw new SinkError(this.path, `cannot be written any further: ${writeFailure(error)}`, { cause: error });
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** Takes back what was appended since it was so long. */
  cutTo(length: number): void {
    this.fileLength = length;
    try {
      ftruncateSync(this.descriptor, length);
    } catch {
      // A pipe, or a disk that is gone: nothing to be saved.
    }
  }
}
