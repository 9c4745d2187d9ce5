import { binaryHeader, type TraceObject } from '@kineko/formats/trace';
import type { RecordSink } from '../../recording.js';
import { LogBudget } from '../log-budget.js';
import { GrowingFile } from './growing-file.js';

/** Writes the exact trace: a header and the encoded records, written directly since that is little work. */
export class TraceFileSink implements RecordSink {
  private readonly file: GrowingFile;

  /** @param info The header of the trace. */
  constructor(
    path: string,
    info: TraceObject = {},
    private readonly budget = new LogBudget(),
  ) {
    const header = binaryHeader(info, path);
    this.file = GrowingFile.create(path);
    this.file.append(header);
  }

  write(chunk: Uint8Array): void {
    if (this.file.length + chunk.length > this.budget.bytes) this.budget.exceed();
    if (!this.budget.isExceeded) this.file.append(chunk);
  }

  async close(): Promise<void> {
    this.file.close();
  }
}
