/** A file that grows by complete chunks of records or lines. */
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { writeFailure, writingNow } from '../file-errors.js';

/** Records cannot be written: the disk is full, or the file is gone. */
export class SinkError extends Error {
  override readonly name = 'SinkError';

  constructor(path: string, why: string, options?: ErrorOptions) {
    super(`${path}: ${why}`, options);
  }
}

export class GrowingFile {
  private fileLength: number;

  /** @param path For messages. @param length Current length of the file. */
  constructor(
    readonly descriptor: number,
    readonly path: string,
    length: number,
  ) {
    this.fileLength = length;
  }

  /** Creates or truncates a file; throws an `InputError` if that fails. */
  static create(path: string): GrowingFile {
    return writingNow(path, () => new GrowingFile(openSync(path, 'w'), path, 0));
  }

  /** Whether bytes before its end can be written over; a pipe only takes more. */
  get isSeekable(): boolean {
    return fstatSync(this.descriptor).isFile();
  }

  get length(): number {
    return this.fileLength;
  }

  /** Appends all bytes or none. When it returns, they have left the process and survive its death. */
  append(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.descriptor, bytes, at);
      this.fileLength += bytes.length;
    } catch (error) {
      this.cutTo(this.fileLength);
      throw new SinkError(this.path, `cannot be written any further: ${writeFailure(error)}`, { cause: error });
    }
  }

  /** Writes bytes at an offset up to the end of the file, which must be seekable unless they are appended. */
  writeAt({ offset, bytes }: { readonly offset: number; readonly bytes: Uint8Array }): void {
    if (offset === this.fileLength) {
      this.append(bytes);
      return;
    }
    try {
      for (let at = 0; at < bytes.length;) {
        at += writeSync(this.descriptor, bytes, at, bytes.length - at, offset + at);
      }
      this.fileLength = Math.max(this.fileLength, offset + bytes.length);
    } catch (error) {
      this.cutTo(this.fileLength);
      throw new SinkError(this.path, `cannot be written any further: ${writeFailure(error)}`, { cause: error });
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** Truncates the file to an earlier length. */
  cutTo(length: number): void {
    this.fileLength = length;
    try {
      ftruncateSync(this.descriptor, length);
    } catch {
      // The file is a pipe, or its disk is gone.
    }
  }
}
