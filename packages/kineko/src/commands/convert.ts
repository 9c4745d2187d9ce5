/** `kineko convert`: the records of a run in another form. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { NekoLogWriter } from '@kineko/formats/neko-log';
import { describeProblem } from '@kineko/formats/problem';
import { binaryHeader, BinaryWriter, jsonHeader, JsonWriter, type TraceRecord } from '@kineko/formats/trace';
import { eventRow, type EventRow, toCsv, toParquet } from '@kineko/run/tables';
import type { Argv } from 'yargs';
import type { Command } from '../commands.js';
import { readRecords, type RecordFile } from '../record-files.js';
import { shownPath } from '../scenario-options.js';
import { EXIT, type ExitCode, type Surroundings } from '../surroundings.js';
import { diagnosticsOn } from '../terminal/diagnostics.js';
import { grouped } from '../terminal/numbers.js';
import { UsageError } from '../usage-error.js';

interface Arguments {
  readonly in: string;
  readonly out: string;
  readonly to?: Form;
  readonly quiet: boolean;
  readonly verbose: number;
}

const FORMS = ['neko', 'trace', 'json', 'csv', 'parquet'] as const;
type Form = (typeof FORMS)[number];

/** By the ending of the name. */
const ENDINGS: Readonly<Record<string, Form>> = {
  log: 'neko',
  bin: 'trace',
  trace: 'trace',
  jsonl: 'json',
  ndjson: 'json',
  csv: 'csv',
  parquet: 'parquet',
};

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('in', { type: 'string', describe: 'a Neko log or a trace' })
      .positional('out', {
        type: 'string',
        describe: 'the file to write; its ending says what: .log .bin .jsonl .csv .parquet',
      })
      .option('to', { choices: FORMS, describe: 'what to write, whatever the ending' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
      .example('$0 convert trace.bin events.csv', 'a table that pandas and R read without options')
      .example('$0 convert trace.bin run.log', 'the Neko log of an exact trace'),
  run: (args, surroundings) => convert(args as unknown as Arguments, surroundings),
};

async function convert(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, stdout } = surroundings;
  const diagnostics = diagnosticsOn(surroundings, args);
  const form = args.to ?? formOf(args.out);
  const [from, to] = [resolve(cwd, args.in), resolve(cwd, args.out)];
  if (from === to) throw new UsageError(`${args.out}: it cannot be made of itself; give another name`);
  // Beside it first: what is half done must not be taken for the whole.
  const partial = `${to}.partial`;
  const file = await open(partial, 'w');
  let read: RecordFile;
  try {
    read = await (form === 'csv' || form === 'parquet' ? writeTable(from, file, form) : writeRecords(from, file, form));
    await file.close();
    await rename(partial, to);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
  for (const problem of read.problems) diagnostics.warn(describeProblem({ ...problem, severity: 'error' }));
  if (read.kind === 'neko' && (form === 'trace' || form === 'json')) {
    diagnostics.warn('a Neko log has three decimals and no legs: the trace is no more exact than that');
  }
  if (!args.quiet) stdout.write(`${shownPath(args.out, cwd)}: ${grouped(read.records)} records\n`);
  return EXIT.ok;
}

function formOf(name: string): Form {
  const ending = /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const form = ENDINGS[ending];
  if (form !== undefined) return form;
  const known = Object.keys(ENDINGS).map((each) => `.${each}`);
  throw new UsageError(`${name}: its ending does not say what to write; right would be ${known.join(', ')}, or --to`);
}

/** Bytes that are collected before they are written. */
const CHUNK = 1 << 20;

async function writeRecords(from: string, file: FileHandle, form: 'neko' | 'trace' | 'json'): Promise<RecordFile> {
  const writer = form === 'neko' ? new NekoLogWriter() : form === 'trace' ? new BinaryWriter() : new JsonWriter();
  const pending: Uint8Array[] = form === 'neko' ? [] : [form === 'trace' ? binaryHeader() : bytesOf(jsonHeader())];
  const read = await readRecords(
    from,
    (record) => {
      writer.append(record);
      if (writer.length >= CHUNK) pending.push(bytesOf(writer.take()));
    },
    async () => {
      for (const chunk of pending.splice(0)) await file.write(chunk);
    },
  );
  pending.push(bytesOf(writer.take()));
  for (const chunk of pending) await file.write(chunk);
  return read;
}

function bytesOf(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}

async function writeTable(from: string, file: FileHandle, form: 'csv' | 'parquet'): Promise<RecordFile> {
  const rows = new RowStream();
  const reading = readRecords(
    from,
    (record) => rows.add(record),
    () => rows.drained(),
  ).finally(() => rows.end());
  const chunks = form === 'csv' ? toCsv(rows) : toParquet(rows);
  const writing = (async () => {
    for await (const chunk of chunks) await file.write(bytesOf(chunk));
  })();
  const [read] = await Promise.all([reading, writing]);
  return read;
}

/** Hands rows from who reads to who writes, a chunk of the file at a time. */
class RowStream implements AsyncIterable<EventRow> {
  private rows: EventRow[] = [];
  private isOver = false;
  private wake: () => void = () => {};
  private taken: () => void = () => {};

  add(record: TraceRecord): void {
    const row = eventRow(record);
    if (row !== undefined) this.rows.push(row);
  }

  /** Until what there is has been taken. */
  drained(): Promise<void> {
    this.wake();
    if (this.rows.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.taken = resolve;
    });
  }

  end(): void {
    this.isOver = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EventRow, void> {
    for (;;) {
      const { rows } = this;
      this.rows = [];
      yield* rows;
      this.taken();
      if (this.rows.length > 0) continue;
      if (this.isOver) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
