/** What a file is, by how it begins, and who reads it. */
import { isNekoLog, NekoLogReader } from '@kineko/formats/neko-log';
import { describeProblem, type Problem } from '@kineko/formats/problem';
import { BinaryReader, JsonReader, type TraceHeader, type TraceRecord } from '@kineko/formats/trace';

/** Bytes of a beginning that tell. */
export const HEAD = 1 << 16;

export type LogReader =
  | { readonly kind: 'neko'; readonly reader: NekoLogReader }
  | { readonly kind: 'json'; readonly reader: JsonReader }
  | { readonly kind: 'binary'; readonly reader: BinaryReader }
  | { readonly kind: 'foreign'; readonly reader: ForeignReader };

/** A kind of log that a front end brings. */
export interface LogKind {
  /** For messages: "a DEECo log". */
  readonly title: string;
  isLog(head: string): boolean;
  /** `name` is what problems call the file. */
  reader(name: string): ForeignReader;
}

/** Makes records of a foreign log. Its lines cannot be found again by offset, so the viewer keeps them. */
export interface ForeignReader {
  readonly header: TraceHeader | undefined;
  readonly problems: readonly Problem[];
  readonly damaged: number;
  feed(bytes: Uint8Array): void;
  next(): TraceRecord | undefined;
  close(): void;
}

/** `name` is what problems call the file; throws an error that says what it should be. */
export function logReaderOf(start: Uint8Array, name: string, others: readonly LogKind[]): LogReader {
  if (start[0] === 0x89) return { kind: 'binary', reader: new BinaryReader(name) };
  const head = new TextDecoder().decode(start.subarray(0, HEAD));
  const other = others.find((kind) => kind.isLog(head));
  if (other !== undefined) return { kind: 'foreign', reader: other.reader(name) };
  if (isNekoLog(head)) return { kind: 'neko', reader: new NekoLogReader(name) };
  if (head.trimStart().startsWith('{')) return { kind: 'json', reader: new JsonReader(name) };
  const known = ['it is neither a Neko log nor a trace', ...others.map(({ title }) => `nor ${title}`)];
  throw new Error(`${name}: ${known.join(', ')}`);
}

/** What is wrong with a file that was read to its end, for people; empty if nothing is. */
export function findingsOf({ kind, reader }: LogReader): string {
  if (kind === 'neko' || kind === 'foreign') {
    const shown = reader.problems.slice(0, 5).map((problem) => describeProblem({ ...problem, severity: 'error' }));
    const more = reader.damaged > shown.length ? [`${reader.damaged} lines in all were passed over`] : [];
    return [...shown, ...more].join('\n');
  }
  const { end } = reader;
  return end?.truncated === true ? `it ends in the middle of a record, at byte ${end.offset}: the rest is missing` : '';
}
