/** `kineko convert`: the records of a run in another form. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toCsv, toParquet } from '@kineko/analysis/tables';
import { NekoLogWriter } from '@kineko/formats/neko-log';
import { InputError } from '@kineko/formats/problem';
import { binaryHeader, BinaryWriter, jsonHeader, JsonWriter, type TraceRecord } from '@kineko/formats/trace';
import type { LogFormat, LogKeeper } from '@kineko/run';
import {
  type CliContext,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  grouped,
  type NamedFile,
  readRecords,
  type RecordFile,
  type RecordVisitor,
  UsageError,
  warnOfDamage,
} from '@kineko/run/console';
import { writing } from '@kineko/run/node';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { LOG_FORMATS } from '../front-ends.js';
import { RowStream } from '../row-stream.js';
import { logToRead } from '../run-log.js';
import { shownPath } from '../scenario-options.js';

interface Arguments {
  readonly in: string;
  readonly out: string;
  readonly to?: string;
  readonly quiet: boolean;
  readonly verbose: number;
}

/** Forms that are made of any records, by the ending of the name. */
const ENDINGS = {
  log: 'neko',
  bin: 'trace',
  trace: 'trace',
  jsonl: 'json',
  ndjson: 'json',
  csv: 'csv',
  parquet: 'parquet',
} as const;
type Form = (typeof ENDINGS)[keyof typeof ENDINGS];

/** With the log formats of front ends, which are restored from a trace that keeps one. */
const FORMS: Readonly<Record<string, Form | LogFormat>> = {
  ...ENDINGS,
  ...Object.fromEntries(LOG_FORMATS.map((format) => [format.ending, format])),
};
const NAMES = [...new Set(Object.values(FORMS).map(nameOf))];

function nameOf(form: Form | LogFormat): string {
  return typeof form === 'object' ? form.name : form;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('in', { type: 'string', describe: 'a Neko log, a DEECo log, a trace or the folder of a run' })
      .positional('out', {
        type: 'string',
        describe: 'the file to write; its ending says what: .log .bin .jsonl .csv .parquet .txt',
      })
      .option('to', { choices: NAMES, requiresArg: true, describe: 'what to write, whatever the ending' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
      .example('$0 convert trace.bin events.csv', 'a table that pandas and R read without options')
      .example('$0 convert trace.bin run.log', 'the Neko log of an exact trace')
      .example('$0 convert trace.bin simple-1.txt', 'the DEECo log of which the trace was made, to the byte'),
  run: (args, context) => convert(args as unknown as Arguments, context),
};

async function convert(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const form =
    args.to === undefined ? formOf(args.out) : Object.values(FORMS).find((each) => nameOf(each) === args.to)!;
  const [from, to] = [await logToRead(args.in, cwd), resolve(cwd, args.out)];
  if (from === to) throw new UsageError(`${args.out}: it cannot be made of itself; give another name`);
  // Beside it first: what is half done must not be taken for the whole.
  const partial = `${to}.partial`;
  const file = await writing(args.out, () => open(partial, 'w'));
  let read: RecordFile;
  try {
    const source = { path: from, name: shownPath(args.in, cwd) };
    read = await writing(args.out, async () => {
      const done = await writeAs(form, source, file, signal);
      await file.close();
      await rename(partial, to);
      return done;
    });
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
  warnOfDamage(read, shownPath(args.in, cwd), diagnostics);
  if (read.kind === 'neko' && (form === 'trace' || form === 'json')) {
    diagnostics.warn('a Neko log has three decimals and no legs: the trace is no more exact than that');
  }
  if (!args.quiet) stdout.write(`${shownPath(args.out, cwd)}: ${grouped(read.records)} records\n`);
  return EXIT.ok;
}

function writeAs(form: Form | LogFormat, from: NamedFile, file: FileHandle, signal: AbortSignal): Promise<RecordFile> {
  if (typeof form === 'object') return writeKeptLog(form, from, file, signal);
  if (form === 'csv' || form === 'parquet') return writeTable(from, file, form, signal);
  return writeRecords(from, file, form, signal);
}

function formOf(name: string): Form | LogFormat {
  const ending = /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const form = Object.hasOwn(FORMS, ending) ? FORMS[ending] : undefined;
  if (form !== undefined) return form;
  const known = Object.keys(FORMS).map((each) => `.${each}`);
  throw new UsageError(`${name}: its ending does not say what to write; right would be ${known.join(', ')}, or --to`);
}

/** Bytes that are collected before they are written. */
const CHUNK = 1 << 20;

async function writeRecords(
  from: NamedFile,
  file: FileHandle,
  form: 'neko' | 'trace' | 'json',
  signal: AbortSignal,
): Promise<RecordFile> {
  const writer = form === 'neko' ? new NekoLogWriter() : form === 'trace' ? new BinaryWriter() : new JsonWriter();
  const pending: Uint8Array[] = [];
  let lastTime = 0;
  let kept: LogKeeper | undefined;
  const visitor: RecordVisitor = {
    info(info) {
      if (form !== 'neko') pending.push(form === 'trace' ? binaryHeader(info) : bytesOf(jsonHeader(info)));
    },
    record(record) {
      writer.append(record);
      lastTime = record.time;
      if (writer.length >= CHUNK) pending.push(bytesOf(writer.take()));
    },
    chunk(bytes, kind) {
      // What records cannot hold of it, its last digits above all, is found in its lines.
      if (typeof kind !== 'object' || form === 'neko') return;
      // Lines must not be earlier than the record before.
      kept ??= kind.keeper((record) => writer.append({ ...record, time: lastTime }));
      kept.take(bytes);
    },
    async afterChunk() {
      for (const chunk of pending.splice(0)) await file.write(chunk);
    },
  };
  const read = await readRecords(from, LOG_FORMATS, visitor, signal);
  kept?.end();
  pending.push(bytesOf(writer.take()));
  for (const chunk of pending) await file.write(chunk);
  return read;
}

function bytesOf(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}

/** The log of which a trace was made. */
async function writeKeptLog(
  format: LogFormat,
  from: NamedFile,
  file: FileHandle,
  signal: AbortSignal,
): Promise<RecordFile> {
  const pending: Uint8Array[] = [];
  let isThere = false;
  const visitor: RecordVisitor = {
    record(record) {
      const text = format.keptText(record);
      if (text === undefined) return;
      isThere = true;
      pending.push(bytesOf(text));
    },
    async afterChunk() {
      await file.write(Buffer.concat(pending.splice(0)));
    },
  };
  const read = await readRecords(from, LOG_FORMATS, visitor, signal);
  await file.write(Buffer.concat(pending));
  if (isThere) return read;
  const text = `expected a trace that kineko convert has made of ${format.title}, got one without it`;
  throw new InputError([{ severity: 'error', place: { file: from.name }, text }]);
}

async function writeTable(
  from: NamedFile,
  file: FileHandle,
  form: 'csv' | 'parquet',
  signal: AbortSignal,
): Promise<RecordFile> {
  const rows = new RowStream();
  const visitor = { record: (record: TraceRecord) => rows.add(record), afterChunk: () => rows.drained() };
  const reading = readRecords(from, LOG_FORMATS, visitor, signal).finally(() => rows.end());
  const writingRows = (async () => {
    for await (const chunk of form === 'csv' ? toCsv(rows) : toParquet(rows)) await file.write(bytesOf(chunk));
  })();
  writingRows.catch(() => rows.end());
  // Both: who closes the file must not do so while the other one still writes.
  const [read, written] = await Promise.allSettled([reading, writingRows]);
  if (written.status === 'rejected') throw written.reason;
  if (read.status === 'rejected') throw read.reason;
  return read.value;
}
