/** `kineko convert`: the records of a run in another format. */
import type { FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RowStream } from '@kineko/analysis/tables';
import { NekoLogWriter } from '@kineko/formats/neko-log';
import { expected, inputError } from '@kineko/formats/problem';
import { BinaryWriter, jsonHeader, JsonWriter, type TraceRecord, TraceWriter } from '@kineko/formats/trace';
import { ShivizLog, TlaTrace } from '@kineko/interop';
import { type LogFormat, VALUES } from '@kineko/run';
import {
  type CliContext,
  counted,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  grouped,
  shownPath,
  UsageError,
} from '@kineko/run/console';
import { replaceFile, writing } from '@kineko/run/node';
import type { Findings } from '@kineko/viewer';
import type { ArgumentsOf, Command } from '../command.js';
import { LOG_FORMATS } from '../front-ends.js';
import { MAX_GAP_OPTION, OUTPUT_OPTIONS, RADIUS_OPTION, REQUIRED } from '../options.js';
import { byEnding } from '../output-file.js';
import { type NamedLog, readRecords, type RecordFile, type RecordVisitor, warnOfDamage } from '../record-files.js';
import { logToRead } from '../run-log.js';
import { writeMcap } from '../recordings.js';

/** Formats that can be written from any records, by file ending. */
const ENDINGS = {
  log: 'neko',
  bin: 'trace',
  trace: 'trace',
  jsonl: 'json',
  ndjson: 'json',
  csv: 'csv',
  parquet: 'parquet',
  mcap: 'mcap',
} as const;
type Form = (typeof ENDINGS)[keyof typeof ENDINGS];

/** Verification tools that read events. */
const TOOLS = ['tla', 'shiviz'] as const;
type Tool = (typeof TOOLS)[number];

/** With the log formats of front ends, which are restored from a trace that was converted from one. */
const FORMS: Readonly<Record<string, Form | LogFormat>> = {
  ...ENDINGS,
  ...Object.fromEntries(LOG_FORMATS.map((format) => [format.ending, format])),
};

function nameOf(form: Form | LogFormat): string {
  return typeof form === 'object' ? form.name : form;
}

const OPTIONS = {
  in: {
    ...REQUIRED,
    describe: 'a Neko log, a DEECo log, a trace, an MCAP recording by kineko, or the folder of a run',
  },
  out: {
    ...REQUIRED,
    describe: 'output file; its ending selects the format: .log .bin .jsonl .csv .parquet .mcap .txt',
  },
  to: {
    choices: [...new Set(Object.values(FORMS).map(nameOf))],
    requiresArg: true,
    describe: 'output format (default: by the ending)',
  },
  for: {
    choices: TOOLS,
    requiresArg: true,
    describe: 'write events for a verification tool: JSON lines for TLA+, or a log with vector clocks for ShiViz',
  },
  hz: {
    type: 'number',
    requiresArg: true,
    describe: 'with .mcap: samples per second of robots that move, besides the exact keyframes (default: none)',
  },
  property: {
    alias: 'p',
    ...VALUES,
    describe: 'with .mcap: property whose spans are written, as in kineko check (repeatable)',
  },
  radius: RADIUS_OPTION,
  'max-gap': MAX_GAP_OPTION,
  ...OUTPUT_OPTIONS,
} as const;

export const command: Command = {
  options: OPTIONS,
  examples: [
    ['$0 convert trace.bin events.csv', 'a table that pandas and R read without options'],
    ['$0 convert trace.bin run.log', 'the Neko log of an exact trace'],
    ['$0 convert results run.mcap', 'a recording for Foxglove, Rerun or PlotJuggler'],
    ['$0 convert trace.bin simple-1.txt', 'the DEECo log that the trace was converted from, byte for byte'],
  ],
  run: convert,
};

async function convert(args: ArgumentsOf<typeof OPTIONS>, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const form = formOf(args);
  requireRate(args.hz, form);
  if (args.property !== undefined && form !== 'mcap')
    throw new UsageError('--property: it has an effect on .mcap files only');
  const [from, to] = [await logToRead(args.in, cwd, { ...args, ...diagnostics }), resolve(cwd, args.out)];
  if (from === to) throw new UsageError(`${args.out}: the output must not be the input`);
  const source = { path: from, name: shownPath(args.in, cwd) };
  const findings = args.property && (await findingsOf(args.property, from, context.env));
  const read = await writing(args.out, () =>
    replaceFile(to, (file) => writeAs(form, source, file, signal, { hz: args.hz, findings })),
  );
  warnOfDamage(read, source.name, diagnostics);
  if (read.kind === 'neko' && (form === 'trace' || form === 'json')) {
    diagnostics.warn('a Neko log has three decimals and no legs; the trace is not more exact');
  }
  if (!args.quiet) stdout.write(`${shownPath(args.out, cwd)}: ${counted(read.records, 'record')}\n`);
  return EXIT.ok;
}

async function findingsOf(texts: readonly string[], path: string, env: CliContext['env']): Promise<Findings> {
  const { findingsIn, propertiesOf } = await import('../findings.js');
  return findingsIn({ path, properties: await propertiesOf(texts, path, env) });
}

function formOf({ for: tool, to, out }: ArgumentsOf<typeof OPTIONS>): Form | Tool | LogFormat {
  if (tool === undefined) {
    return to === undefined
      ? byEnding(out, FORMS, ', or a format given with --to')[1]
      : Object.values(FORMS).find((each) => nameOf(each) === to)!;
  }
  if (to !== undefined) throw new UsageError('--to: --for selects the format already');
  return tool;
}

/** More would be a mistake: a run of a minute would have millions of samples per robot. */
const MAX_HZ = 100_000;

function requireRate(hz: number | undefined, form: Form | Tool | LogFormat): void {
  if (hz === undefined) return;
  if (form !== 'mcap') throw new UsageError('--hz: it has an effect on .mcap files only');
  if (!(hz > 0 && hz <= MAX_HZ))
    throw new UsageError(`--hz: ${expected(`above 0 and at most ${grouped(MAX_HZ)}`, hz)}`);
}

function writeAs(
  form: Form | Tool | LogFormat,
  from: NamedLog,
  file: FileHandle,
  signal: AbortSignal,
  ofMcap: Parameters<typeof writeMcap>[2],
): Promise<RecordFile> {
  if (typeof form === 'object') return writeKeptLog(form, from, file, signal);
  if (form === 'csv' || form === 'parquet') return writeTable(from, file, form, signal);
  if (form === 'mcap') return writeMcap(from, file, ofMcap, signal);
  if (form === 'tla' || form === 'shiviz') return writeEvents(from, file, form, signal);
  return writeRecords(from, file, form, signal);
}

/** Bytes that are collected before they are written. */
const CHUNK = 1 << 20;

async function writeRecords(
  from: NamedLog,
  file: FileHandle,
  form: 'neko' | 'trace' | 'json',
  signal: AbortSignal,
): Promise<RecordFile> {
  const writer = form === 'neko' ? new NekoLogWriter() : form === 'trace' ? new BinaryWriter() : new JsonWriter();
  const pending: Uint8Array[] = [];
  let trace: TraceWriter | undefined;
  let lastTime = 0;
  let kept: ReturnType<LogFormat['keeper']> | undefined;
  const take = (): void => {
    const bytes = bytesOf(writer.take());
    trace?.add(bytes);
    pending.push(...(trace?.take().map((piece) => piece.bytes) ?? [bytes]));
  };
  const visitor: RecordVisitor = {
    info(info) {
      if (form === 'trace') trace = new TraceWriter(info, from.name);
      else if (form === 'json') pending.push(bytesOf(jsonHeader(info)));
    },
    record(record) {
      writer.append(record);
      lastTime = record.time;
      if (writer.length >= CHUNK) take();
    },
    chunk(bytes, kind) {
      // Records do not hold all of such a log, its last digits above all: the trace keeps its lines too.
      if (typeof kind !== 'object' || form === 'neko') return;
      // Lines must not be earlier than the record before them.
      kept ??= kind.keeper((record) => writer.append({ ...record, time: lastTime }));
      kept.take(bytes);
    },
    async afterChunk() {
      for (const chunk of pending.splice(0)) await file.write(chunk);
    },
  };
  const read = await readRecords(from, LOG_FORMATS, visitor, signal);
  kept?.end();
  take();
  pending.push(...(trace?.end().map((piece) => piece.bytes) ?? []));
  for (const chunk of pending) await file.write(chunk);
  return read;
}

function bytesOf(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}

/** Lines of text, one or two per event. */
async function writeEvents(from: NamedLog, file: FileHandle, tool: Tool, signal: AbortSignal): Promise<RecordFile> {
  const [tla, shiviz] = [new TlaTrace(), new ShivizLog()];
  let text = tool === 'shiviz' ? ShivizLog.header : '';
  const visitor: RecordVisitor = {
    record(record) {
      text += (tool === 'tla' ? tla.lineOf(record) : shiviz.linesOf(record)) ?? '';
    },
    async afterChunk() {
      await file.write(text);
      text = '';
    },
  };
  const read = await readRecords(from, LOG_FORMATS, visitor, signal);
  await file.write(text);
  return read;
}

/** Restores the log that a trace was converted from. */
async function writeKeptLog(
  format: LogFormat,
  from: NamedLog,
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
  throw inputError(`expected a trace that was converted from ${format.title}`, from.name);
}

async function writeTable(
  from: NamedLog,
  file: FileHandle,
  form: 'csv' | 'parquet',
  signal: AbortSignal,
): Promise<RecordFile> {
  const rows = new RowStream();
  const visitor = { record: (record: TraceRecord) => rows.add(record), afterChunk: () => rows.drained() };
  const reading = readRecords(from, LOG_FORMATS, visitor, signal).finally(() => rows.end());
  const writingRows = (async () => {
    for await (const chunk of rows.written(form)) await file.write(bytesOf(chunk));
  })();
  writingRows.catch(() => rows.end());
  // Wait for both: the caller closes the file.
  const [read, written] = await Promise.allSettled([reading, writingRows]);
  if (written.status === 'rejected') throw written.reason;
  if (read.status === 'rejected') throw read.reason;
  return read.value;
}
