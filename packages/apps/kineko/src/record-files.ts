/** Reads the records of runs in any format: Neko logs, binary traces, traces as JSON lines, logs of front ends. */
import type { Stats } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isNekoLog, NekoLogReader } from '@kineko/formats/neko-log';
import { describeProblem, inputError, InputError, type Problem } from '@kineko/formats/problem';
import {
  BinaryReader,
  JsonReader,
  MAJOR,
  TraceError,
  TraceBlocks,
  type TraceObject,
  type TraceRecord,
} from '@kineko/formats/trace';
import type { LogFormat } from '@kineko/run';
import { type Diagnostics, grouped } from '@kineko/run/console';

/** Bytes per read. */
const CHUNK = 1 << 18;

export interface RecordFile {
  readonly kind: 'neko' | 'trace' | 'json' | LogFormat;
  readonly bytes: number;
  readonly records: number;
  /** Simulated seconds of the last record; undefined if there is none. */
  readonly lastTime: number | undefined;
  /** The first damaged lines or records. */
  readonly problems: readonly Problem[];
  /** Number of damaged lines or records, which were skipped. */
  readonly damaged: number;
}

/** A file, and its name in messages. */
export interface NamedLog {
  readonly path: string;
  readonly name: string;
}

type RecordReader = BinaryReader | JsonReader | Awaited<ReturnType<LogFormat['reader']>>;

export interface RecordVisitor {
  /** Without it, a packed trace is not read: its index has the number of records and the last time. */
  record?(record: TraceRecord): void;
  /** Called with the header before the first record; empty for a Neko log. */
  info?(info: TraceObject): void;
  /** Called with the bytes, after the records that they complete. */
  chunk?(bytes: Uint8Array, kind: RecordFile['kind']): void;
  /** Awaited after each chunk. */
  afterChunk?(): Promise<void>;
}

/**
 * Calls back for every record, in order, in constant memory. Throws an `InputError` if the file has another format.
 *
 * @param formats Log formats of front ends.
 */
export async function readRecords(
  named: NamedLog,
  formats: readonly LogFormat[],
  visitor: RecordVisitor,
  signal?: AbortSignal,
): Promise<RecordFile> {
  const { name } = named;
  const { file, size } = await opened(named);
  try {
    const index = visitor.record === undefined ? await indexOf(file, size, name) : undefined;
    if (index !== undefined) return { kind: 'trace', bytes: size, ...index, problems: [], damaged: 0 };
    const buffer = new Uint8Array(CHUNK);
    let reader: RecordReader | undefined;
    let kind: RecordFile['kind'] = 'trace';
    let records = 0;
    let lastTime: number | undefined;
    const drain = (isEnd: boolean): void => {
      for (let record = reader!.next(); record !== undefined; record = reader!.next()) {
        if (records++ === 0) visitor.info?.(reader!.header?.info ?? {});
        if ('time' in record) lastTime = record.time;
        visitor.record?.(record);
      }
      if (isEnd && records === 0) visitor.info?.(reader!.header?.info ?? {});
    };
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK);
      if (bytesRead === 0) break;
      const chunk = buffer.slice(0, bytesRead);
      if (reader === undefined) [kind, reader] = await readerOf(chunk, name, formats);
      reader.feed(chunk);
      drain(false);
      visitor.chunk?.(chunk, kind);
      await visitor.afterChunk?.();
    }
    if (reader === undefined) throw inputError('it is empty', name);
    reader.close();
    drain(true);
    return { kind, bytes: size, records, lastTime, ...findingsOf(reader, name) };
  } catch (error) {
    if (error instanceof TraceError) throw inputError(error.message);
    // The disk or the network fails; the error of Node does not name the file.
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === 'read' ? inputError(`it cannot be read: ${message}`, name) : error;
  } finally {
    await file.close();
  }
}

/** Number of records and last time of a packed trace, from its index; undefined for other files. */
async function indexOf(
  file: FileHandle,
  size: number,
  name: string,
): Promise<Pick<RecordFile, 'records' | 'lastTime'> | undefined> {
  const parts = {
    size: async () => size,
    async read(from: number, to: number) {
      const bytes = new Uint8Array(to - from);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    },
  };
  const blocks = await new TraceBlocks(parts, name).list();
  if (blocks === undefined) return undefined;
  const records = blocks.reduce((sum, block) => sum + block.records, 0);
  return { records, lastTime: records === 0 ? undefined : Math.max(...blocks.map(({ latest }) => latest)) };
}

/** Warns of damaged lines. */
export function warnOfDamage({ problems, damaged }: RecordFile, name: string, { warn }: Diagnostics): void {
  for (const problem of problems) warn(describeProblem({ ...problem, severity: 'error' }));
  if (damaged > problems.length) warn(`${name}: ${grouped(damaged)} damaged lines in all were skipped`);
}

async function readerOf(
  start: Uint8Array,
  path: string,
  formats: readonly LogFormat[],
): Promise<[RecordFile['kind'], RecordReader]> {
  if (start[0] === 0x89) return ['trace', new BinaryReader(path)];
  const head = new TextDecoder().decode(start.subarray(0, 1 << 16));
  const format = formats.find((each) => each.recognises(head));
  if (format !== undefined) return [format, await format.reader(path)];
  if (isNekoLog(head)) return ['neko', new NekoLogReader(path)];
  if (head.trimStart().startsWith('{')) return ['json', new JsonReader(path)];
  const others = formats.map(({ title }) => `, nor ${title}`).join('');
  throw inputError(`it is neither a Neko log nor a trace${others}; kineko run --out <folder> writes such files`, path);
}

function findingsOf(reader: RecordReader, path: string): Pick<RecordFile, 'problems' | 'damaged'> {
  if (!(reader instanceof BinaryReader || reader instanceof JsonReader)) {
    const { problems, damaged } = reader;
    return { problems, damaged };
  }
  const { end } = reader;
  if (end?.truncated !== true) return { problems: [], damaged: 0 };
  const isPacked = reader.header !== undefined && reader.header.version.major > MAJOR;
  const text = isPacked
    ? `it ends without its index, at byte ${end.offset}: the rest is missing`
    : `it ends in the middle of a record, at byte ${end.offset}: the rest is missing`;
  return { problems: [{ severity: 'warning', place: { file: path }, text }], damaged: 1 };
}

/** Opening a named pipe waits for a writer, and no signal ends that; pipes of a shell have no name. */
export async function refuseNamedPipe(status: Stats, path: string, name: string): Promise<void> {
  if (!status.isFIFO() || (await realpath(path).catch(() => undefined)) === undefined) return;
  throw inputError('expected a file, got a named pipe', name);
}

async function opened({ path, name }: NamedLog): Promise<{ readonly file: FileHandle; readonly size: number }> {
  try {
    const status = await stat(path);
    if (status.isDirectory()) throw inputError('it is a folder: name a log or a trace in it', name);
    await refuseNamedPipe(status, path, name);
    return { file: await open(path), size: status.size };
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw inputError(code === 'ENOENT' ? 'no such file' : `it cannot be read: ${message}`, name);
  }
}
