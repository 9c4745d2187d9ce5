/** Recognises a log by its first bytes, and creates its reader. */
import { isNekoLog, NekoLogReader } from '@kineko/formats/neko-log';
import { describeProblem, oneOf, type Problem } from '@kineko/formats/problem';
import { BinaryReader, JsonReader, type TraceHeader, type TraceRecord } from '@kineko/formats/trace';
import type { DescribeRun } from '../scene/run-description.js';

/** Number of bytes that are enough to recognise a format. */
export const HEAD = 1 << 16;

export type LogReader =
  | { readonly kind: 'neko'; readonly reader: NekoLogReader }
  | { readonly kind: 'json'; readonly reader: JsonReader }
  | { readonly kind: 'binary'; readonly reader: BinaryReader }
  /** A log in the format of a front end. */
  | { readonly kind: 'own'; readonly reader: ViewedLogReader };

/** `name` names the file in problems. Throws an error if the format is unknown. */
export function logReaderOf(start: Uint8Array, name: string, formats: readonly ViewedLogFormat[]): LogReader {
  if (start[0] === 0x89) return { kind: 'binary', reader: new BinaryReader(name) };
  const head = new TextDecoder().decode(start.subarray(0, HEAD));
  const format = formats.find((each) => each.recognises(head));
  if (format !== undefined) return { kind: 'own', reader: format.reader(name) };
  if (isNekoLog(head)) return { kind: 'neko', reader: new NekoLogReader(name) };
  if (head.trimStart().startsWith('{')) return { kind: 'json', reader: new JsonReader(name) };
  const known = ['a Neko log', 'a trace', ...formats.map(({ title }) => title)];
  throw new Error(`${name}: unrecognized file format: expected ${oneOf(known)}`);
}

/** The problems of a file that was read to its end, human-readable; empty if there are none. */
export function findingsOf({ kind, reader }: LogReader): string {
  if (kind === 'neko' || kind === 'own') {
    const shown = reader.problems.slice(0, 5).map((problem) => describeProblem({ ...problem, severity: 'error' }));
    const more = reader.damaged > shown.length ? [`${reader.damaged} lines were skipped in total`] : [];
    return [...shown, ...more].join('\n');
  }
  const { end } = reader;
  return end?.truncated === true ? `the file is incomplete: it ends after byte ${end.offset}` : '';
}

/** The plugins of front ends for the reader. */
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

/** Skips damaged lines. */
export interface ViewedLogReader {
  readonly header: Pick<TraceHeader, 'info'> | undefined;
  readonly problems: readonly Problem[];
  readonly damaged: number;
  feed(bytes: Uint8Array): void;
  close(): void;
  next(): TraceRecord | undefined;
}
