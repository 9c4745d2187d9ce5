import { eventRow } from './events-table.js';
import type { EventRow } from './event-row.js';
import type { TraceRecord } from '@kineko/formats/trace';
import { toCsv } from './to-csv.js';
import { toParquet } from './to-parquet.js';

/** A table of events that is written while records are read: rows pass from the reader to the writer, chunk by chunk. */
export class RowStream implements AsyncIterable<EventRow> {
  private rows: EventRow[] = [];
  private isOver = false;
  private wake: () => void = () => {};
  private taken: () => void = () => {};

  add(record: TraceRecord): void {
    const row = this.isOver ? undefined : eventRow(record);
    if (row !== undefined) this.rows.push(row);
  }

  /** Resolves when the writer has taken all rows. */
  drained(): Promise<void> {
    this.wake();
    if (this.rows.length === 0 || this.isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.taken = resolve;
    });
  }

  /** Called by the reader at the end, and by the writer if it fails. */
  end(): void {
    this.isOver = true;
    this.wake();
    this.taken();
  }

  /** The table as a file, in chunks. */
  written(form: 'csv' | 'parquet'): AsyncIterable<string | Uint8Array> {
    return form === 'csv' ? toCsv(this) : toParquet(this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EventRow, void> {
    for (;;) {
      const { rows } = this;
      this.rows = [];
      yield* rows;
      this.taken();
      if (this.rows.length > 0) continue;
      if (this.isOver) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
