/** Reads what runs have left behind, whatever its form: Neko logs, binary traces, traces as JSON lines. */
import { open, stat } from 'node:fs/promises';
import { isNekoLog, NekoLogReader } from '@kineko/formats/neko-log';
import { InputError, type Problem } from '@kineko/formats/problem';
import { BinaryReader, JsonReader, TraceError, type TraceRecord } from '@kineko/formats/trace';

/** Bytes that are read at a time. */
const CHUNK = 1 << 18;

export interface RecordFile {
  readonly kind: 'neko' | 'trace' | 'json';
  readonly bytes: number;
  readonly records: number;
  /** What was passed over, the first cases of it. */
  readonly problems: readonly Problem[];
  /** How many lines, or records, were passed over. */
  readonly damaged: number;
}

/** What reads records out of bytes. */
interface Reader {
  feed(bytes: Uint8Array): void;
  close(): void;
  next(): TraceRecord | undefined;
}

/**
 * Calls back for every record, in order, in constant memory; `afterChunk` may take its time now and then. Throws an
 * InputError if it is no such file.
 */
export async function readRecords(
  path: string,
  visit: (record: TraceRecord) => void,
  afterChunk?: () => Promise<void>,
): Promise<RecordFile> {
  const size = await sizeOf(path);
  const file = await open(path);
  try {
    const buffer = new Uint8Array(CHUNK);
    let reader: Reader | undefined;
    let kind: RecordFile['kind'] = 'trace';
    let records = 0;
    const drain = (): void => {
      for (let record = reader!.next(); record !== undefined; record = reader!.next()) {
        records++;
        visit(record);
      }
    };
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK);
      if (bytesRead === 0) break;
      const chunk = buffer.slice(0, bytesRead);
      if (reader === undefined) [kind, reader] = readerOf(chunk, path);
      reader.feed(chunk);
      drain();
      await afterChunk?.();
    }
    if (reader === undefined) throw refusal(path, 'it is empty');
    reader.close();
    drain();
    return { kind, bytes: size, records, ...findingsOf(reader, path) };
  } catch (error) {
    throw error instanceof TraceError ? refusal(path, error.message) : error;
  } finally {
    await file.close();
  }
}

function readerOf(start: Uint8Array, path: string): [RecordFile['kind'], Reader] {
  if (start[0] === 0x89) return ['trace', new BinaryReader(path)];
  const head = new TextDecoder().decode(start.subarray(0, 1 << 16));
  if (isNekoLog(head)) return ['neko', new NekoLogReader(path)];
  if (head.trimStart().startsWith('{')) return ['json', new JsonReader(path)];
  throw refusal(path, 'it is neither a Neko log nor a trace: such files are made by kineko run --out <folder>');
}

function findingsOf(reader: Reader, path: string): Pick<RecordFile, 'problems' | 'damaged'> {
  if (reader instanceof NekoLogReader) return { problems: reader.problems, damaged: reader.damaged };
  const { end } = reader as BinaryReader | JsonReader;
  if (end?.truncated !== true) return { problems: [], damaged: 0 };
  const text = `it ends in the middle of a record, at byte ${end.offset}: the rest is missing`;
  return { problems: [{ severity: 'warning', place: { file: path }, text }], damaged: 1 };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const status = await stat(path);
    if (status.isDirectory()) throw refusal(path, 'it is a folder: name a log or a trace in it');
    return status.size;
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw refusal(path, code === 'ENOENT' ? 'there is no such file' : message);
  }
}

function refusal(file: string, text: string): InputError {
  return new InputError([{ severity: 'error', place: { file }, text }]);
}
