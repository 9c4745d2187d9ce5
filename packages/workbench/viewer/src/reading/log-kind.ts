/** What a file is, by how it begins, and its reader. */
import { isNekoLog, NekoLogReader } from '@kineko/formats/neko-log';
import { describeProblem, type Problem } from '@kineko/formats/problem';
import { BinaryReader, JsonReader, type TraceHeader, type TraceRecord } from '@kineko/formats/trace';
import type { DescribeRun } from '../scene/run-facts.js';

/** Bytes of a beginning that tell. */
export const HEAD = 1 << 16;

export type LogReader =
  | { readonly kind: 'neko'; readonly reader: NekoLogReader }
  | { readonly kind: 'json'; readonly reader: JsonReader }
  | { readonly kind: 'binary'; readonly reader: BinaryReader }
  /** A log in the format of a front end. */
  | { readonly kind: 'own'; readonly reader: ViewedLogReader };

/** `name` is what problems call the file; throws an error that says what it should be. */
export function logReaderOf(start: Uint8Array, name: string, formats: readonly ViewedLogFormat[]): LogReader {
  if (start[0] === 0x89) return { kind: 'binary', reader: new BinaryReader(name) };
  const head = new TextDecoder().decode(start.subarray(0, HEAD));
  const format = formats.find((each) => each.recognises(head));
  if (format !== undefined) return { kind: 'own', reader: format.reader(name) };
  if (isNekoLog(head)) return { kind: 'neko', reader: new NekoLogReader(name) };
  if (head.trimStart().startsWith('{')) return { kind: 'json', reader: new JsonReader(name) };
  const others = formats.map(({ title }) => `, nor ${title}`).join('');
  throw new Error(`${name}: it is neither a Neko log nor a trace${others}`);
}

/** What is wrong with a file that was read to its end, for people; empty if nothing is. */
export function findingsOf({ kind, reader }: LogReader): string {
  if (kind === 'neko' || kind === 'own') {
    const shown = reader.problems.slice(0, 5).map((problem) => describeProblem({ ...problem, severity: 'error' }));
    const more = reader.damaged > shown.length ? [`${reader.damaged} lines in all were passed over`] : [];
    return [...shown, ...more].join('\n');
  }
  const { end } = reader;
  return end?.truncated === true ? `it ends in the middle of a record, at byte ${end.offset}: the rest is missing` : '';
}

/** What front ends add to the reader of the viewer. */
export interface ReaderPlugins {
  /** Logs that can be opened besides Neko logs and traces. */
  readonly logFormats?: readonly ViewedLogFormat[];
  readonly describeRun?: readonly DescribeRun[];
}

export interface ViewedLogFormat {
  /** With its article: `a DEECo log`. */
  readonly title: string;
  recognises(head: string): boolean;
  reader(name: string): ViewedLogReader;
}

/** Passes over damaged lines. */
export interface ViewedLogReader {
  readonly header: TraceHeader | undefined;
  readonly problems: readonly Problem[];
  readonly damaged: number;
  feed(bytes: Uint8Array): void;
  close(): void;
  next(): TraceRecord | undefined;
}
