/** Logs and traces that commands read: a file, or the folder of a run. */
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isNekoLog } from '@kineko/formats/neko-log';
import { inputError } from '@kineko/formats/problem';
import { type Diagnostics, shownPath } from '@kineko/run/console';
import { findManifest } from '@kineko/run/node';
import { LOG_FORMATS } from './front-ends.js';
import {
  type NamedLog,
  readRecords,
  type RecordFile,
  type RecordVisitor,
  refuseNamedPipe,
  warnOfDamage,
} from './record-files.js';
import { type AskedRecording, traceOfRecording } from './recordings.js';

/** The file itself, or of a folder the trace rather than the log, since it is exact. @param name The path in messages. */
export async function runLogOf(path: string, name: string): Promise<string> {
  const status = await statusOf(path);
  if (status === undefined) throw inputError('no such file', name);
  if (status.isFile()) return path;
  if (!status.isDirectory()) throw inputError('expected a log, a trace or the folder of a run', name);
  const manifest = await findManifest(path);
  if (manifest === undefined) {
    throw inputError('is not a run folder: it has no manifest.json with "format": "kineko run"', name);
  }
  const { trace, mcap, log } = manifest.files;
  const file = trace ?? mcap ?? log;
  if (file === undefined) throw inputError('the run in this folder kept neither a log nor a trace', name);
  return join(path, file);
}

/** The same by its name; a missing file is left to the reader, which reports it. */
export async function logFile(name: string, cwd: string): Promise<string> {
  const given = resolve(cwd, name);
  const path = (await statusOf(given))?.isDirectory() === true ? await runLogOf(given, name) : given;
  const status = await statusOf(path);
  if (status !== undefined) await refuseNamedPipe(status, path, path === given ? name : shownPath(path, cwd));
  return path;
}

function statusOf(path: string) {
  return stat(path).catch(() => undefined);
}

/** The same, or the trace inside an MCAP recording. */
export async function logToRead(name: string, cwd: string, asked: AskedRecording = {}): Promise<string> {
  const file = await logFile(name, cwd);
  const isFile = (await statusOf(file))?.isFile() === true;
  return (isFile ? await traceOfRecording(file, name, asked) : undefined) ?? file;
}

export interface ReadLog extends RecordFile {
  /** Simulated time at which the run ended, if the manifest beside the log has it; the last record may be earlier. */
  readonly end: number | undefined;
}

/** Reads all records of a log; warns if it is damaged, or if its run did not end. */
export async function readLog(
  file: NamedLog,
  visitor: RecordVisitor,
  signal: AbortSignal,
  diagnostics: Diagnostics,
): Promise<ReadLog> {
  const read = await readRecords(file, LOG_FORMATS, visitor, signal);
  warnOfDamage(read, file.name, diagnostics);
  const warning = await unfinished(file.path, file.name, read.lastTime);
  if (warning !== undefined) diagnostics.warn(warning);
  await findManifest(dirname(file.path)).catch(({ message }: Error) => {
    diagnostics.warn(`${file.name}: the manifest of its run is not used: ${message}`);
  });
  return { ...read, end: await endOfRun(file.path) };
}

/** Simulated time at which the run that wrote a log ended, or undefined; the last record may be earlier. */
export async function endOfRun(path: string): Promise<number | undefined> {
  const { state = 'running', summary } = (await manifestBeside(path)) ?? {};
  const end: unknown = summary?.simulatedSeconds;
  return state !== 'running' && typeof end === 'number' && Number.isFinite(end) ? end : undefined;
}

/** The manifest of the run that wrote a log; undefined if there is none. */
async function manifestBeside(path: string) {
  const manifest = await findManifest(dirname(path)).catch(() => undefined);
  return manifest !== undefined && Object.values(manifest.files).includes(basename(path)) ? manifest : undefined;
}

/**
 * A warning about a run that was killed or has not ended; undefined if it ended, or if there is no manifest beside the log.
 * @param lastTime Simulated seconds of the last record, if the log has been read.
 */
export async function unfinished(path: string, name: string, lastTime?: number): Promise<string | undefined> {
  const manifest = await manifestBeside(path);
  if (manifest?.state !== 'running') return undefined;
  if (manifest.process !== undefined) return `${name}: the run has not ended yet: the log is incomplete`;
  const time = lastTime ?? (await lastTimeOf(path, name));
  const when = time === undefined ? 'before its first record' : `at t = ${Number(time.toFixed(3))} s`;
  return `${name}: the run was cut off ${when}: the log is incomplete`;
}

/** Undefined if there is no record, or if the log cannot be read, which the viewer reports. */
async function lastTimeOf(path: string, name: string): Promise<number | undefined> {
  try {
    return (await readRecords({ path, name }, LOG_FORMATS, {})).lastTime;
  } catch {
    return undefined;
  }
}

/** Bytes that are enough to recognise a format. */
const HEAD = 1 << 16;

/** Whether a file holds the records of a run, rather than a scenario. */
export async function isRecordFile(path: string): Promise<boolean> {
  if ((await statusOf(path))?.isFIFO() === true) {
    throw inputError('expected a file that can be read several times, got a pipe: save it to a file first', path);
  }
  const head = Buffer.alloc(HEAD);
  try {
    const file = await open(path);
    try {
      const { bytesRead } = await file.read(head, 0, HEAD);
      const bytes = head.subarray(0, bytesRead);
      if (bytes[0] === 0x89 || path.endsWith('.jsonl')) return true;
      const text = bytes.toString('utf8');
      return isNekoLog(text) || LOG_FORMATS.some((format) => format.recognises(text));
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const texts: Readonly<Record<string, string>> = {
      ENOENT: 'no such file',
      EISDIR: 'expected a file, got a folder',
    };
    throw inputError(texts[code ?? ''] ?? message, path);
  }
}
