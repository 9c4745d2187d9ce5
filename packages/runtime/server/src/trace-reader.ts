/** Reads back what a trace holds while it is being written. */
import { type FileHandle, open } from 'node:fs/promises';
import { binaryHeader, type TraceObject } from '@kineko/formats/trace';

export class TraceReader {
  private readonly path: string;
  private readonly headerBytes: number;
  private file: Promise<FileHandle> | undefined;

  /** `info` is what the trace says of itself: its records begin behind that. */
  constructor(path: string, info: TraceObject) {
    this.path = path;
    this.headerBytes = binaryHeader(info, path).length;
  }

  /** Between two places in the bytes of its records; rejects if it does not reach so far. */
  async read(from: number, to: number): Promise<Uint8Array> {
    this.file ??= open(this.path, 'r');
    const file = await this.file;
    const bytes = new Uint8Array(to - from);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, this.headerBytes + from + at);
      if (bytesRead === 0) throw new Error(`${this.path}: ends before byte ${this.headerBytes + to}`);
      at += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.file?.then(
      (file) => file.close(),
      () => {},
    );
  }
}
