/** Neko logs for tests. */
import { LINES } from '../src/neko-log/lines.js';
import { type NekoLog, readNekoLog } from '../src/neko-log/reading.js';
import { type NekoLogOptions, NekoLogWriter } from '../src/neko-log/writer.js';
import type { TraceRecord } from '../src/trace/records.js';
import { utf8 } from './trace-samples.js';

export { DEGREE } from '../src/neko-log/degree.js';

/** The whole text of a log. */
export function logOf(records: Iterable<TraceRecord>, options?: NekoLogOptions): string {
  const writer = new NekoLogWriter(options);
  for (const record of records) writer.append(record);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(writer.take());
}

/** The lines of a log. */
export function linesOf(...records: readonly TraceRecord[]): string[] {
  return logOf(records).split('\n').slice(0, -1);
}

/** The records and the problems of a log. */
export function contentsOf(log: string | Uint8Array): { records: TraceRecord[]; log: NekoLog } {
  const read = readNekoLog(typeof log === 'string' ? utf8(log) : log, 'run.log');
  return { records: [...read], log: read };
}

/** The records of a log without problems. */
export function recordsOf(text: string): TraceRecord[] {
  const { records, log } = contentsOf(text);
  if (log.problems.length > 0) throw new Error(log.problems.map((problem) => problem.text).join('\n'));
  return records;
}

/** The example line of a row of the table. */
export function exampleOf(name: keyof typeof LINES): string {
  const { example, record } = LINES[name];
  // A line without a record follows the line of a record.
  return logOf(example, { messages: record === 'none' ? 'finer' : 'fine' })
    .trimEnd()
    .split('\n')
    .at(-1)!;
}
