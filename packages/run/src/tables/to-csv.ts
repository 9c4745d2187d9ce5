import { csvLine } from './csv.js';
import { EVENT_COLUMNS, type EventRow } from './event-row.js';

const NAMES = EVENT_COLUMNS.map(([name]) => name);

/** Characters of a chunk, about. */
const CHUNK = 65_536;

/** The table of events as a file of comma-separated values, in chunks of text: a line of names, then the rows. */
export async function* toCsv(rows: Iterable<EventRow> | AsyncIterable<EventRow>): AsyncGenerator<string, void> {
  let chunk = csvLine(NAMES);
  for await (const row of rows) {
    chunk += csvLine(NAMES.map((name) => row[name]));
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
