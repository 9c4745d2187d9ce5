/** Writes an MCAP recording while a run creates its records. */
import { closeSync, writeSync } from 'node:fs';
import { BinaryReader, binaryHeader, type RecordSink, type TraceObject, TraceWriter } from '@kineko/formats/trace';
import { McapExport, type McapExportOptions } from './export.js';
import { mcapLibraries } from './libraries.js';

export interface McapSinkOptions extends McapExportOptions {
  /** Header of the trace inside. */
  readonly info: TraceObject;
  /** Bytes of the file; records beyond that are omitted. */
  readonly maxBytes?: number | undefined;
  /** Called when the first record is omitted. */
  readonly onFull?: (() => void) | undefined;
  /** Performs writes to the file; its errors end the run. */
  readonly writing?: ((write: () => number) => number) | undefined;
}

/**
 * Memory stays bounded although the library is asynchronous: the file is written synchronously, so that everything pending is done
 * whenever the simulator lets the host take its turn.
 */
export class McapSink implements RecordSink {
  private readonly reader = new BinaryReader('run');
  private readonly trace: TraceWriter;
  private error: Error | undefined;
  private pending: Promise<void> = Promise.resolve();
  private isFull = false;

  private constructor(
    private readonly descriptor: number,
    private readonly recording: McapExport,
    private readonly options: McapSinkOptions,
    private readonly position: () => bigint,
  ) {
    this.trace = new TraceWriter(options.info);
    this.reader.feed(binaryHeader({}));
  }

  /** @param open Opens the file for writing; the sink closes it. */
  static async begin(open: () => number, options: McapSinkOptions): Promise<McapSink> {
    // Fails before the file is created if a library is missing.
    await mcapLibraries();
    const descriptor = open();
    const { writing = (write) => write() } = options;
    let position = 0n;
    const writable = {
      position: () => position,
      async write(bytes: Uint8Array) {
        for (let at = 0; at < bytes.length;) at += writing(() => writeSync(descriptor, bytes, at));
        position += BigInt(bytes.length);
      },
    };
    return new McapSink(descriptor, await McapExport.begin(writable, options), options, () => position);
  }

  write(chunk: Uint8Array): void {
    if (this.error !== undefined) throw this.error;
    const { maxBytes = Infinity, onFull } = this.options;
    if (this.isFull) return;
    if (Number(this.position()) + chunk.length > maxBytes) {
      this.isFull = true;
      onFull?.();
      return;
    }
    this.reader.feed(chunk);
    for (let record = this.reader.next(); record !== undefined; record = this.reader.next()) this.recording.add(record);
    this.trace.add(chunk);
    for (const { bytes } of this.trace.take()) this.recording.attach(bytes);
    this.pending = this.pending.then(() => this.flushed());
  }

  async close(): Promise<void> {
    try {
      await this.pending;
      if (this.error !== undefined) throw this.error;
      for (const { bytes } of this.trace.end()) this.recording.attach(bytes);
      await this.recording.end();
    } finally {
      closeSync(this.descriptor);
    }
  }

  private async flushed(): Promise<void> {
    try {
      if (this.error === undefined) await this.recording.flush();
    } catch (error) {
      this.error = error instanceof Error ? error : new Error(String(error), { cause: error });
    }
  }
}
