import { type Batch, piecesOf } from './batches.js';
import { csvLine } from './csv.js';
import { cellsOf, EVENT_COLUMNS, type EventRow } from './event-row.js';

/** Approximate number of characters of a chunk. */
const CHUNK = 65_536;

/** The table of events as a file of comma-separated values, in chunks of text: a line of names, then the rows. */
export function toCsv(rows: Iterable<EventRow> | AsyncIterable<EventRow>): AsyncGenerator<string, void> {
  return piecesOf(new Lines(), rows);
}

class Lines implements Batch<EventRow, string> {
  private text = csvLine(EVENT_COLUMNS.map(([name]) => name));

  get isFull(): boolean {
    return this.text.length >= CHUNK;
  }

  get isEmpty(): boolean {
    return this.text === '';
  }

  add(row: EventRow): void {
    this.text += csvLine(cellsOf(row));
  }

  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }
}
