/** `kineko analyze`: what happened in a run, from its log. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Analyzer, type AnalysisReport, csvTables, htmlReport, textReport } from '@kineko/analysis';
import { escapeText } from '@kineko/formats/problem';
import type { TraceRecord } from '@kineko/formats/trace';
import {
  type CliContext,
  diagnosticsOn,
  EXIT,
  type ExitCode,
  readRecords,
  UsageError,
  warnOfDamage,
} from '@kineko/run/console';
import { writing } from '@kineko/run/node';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { unfinished } from '../cut-off.js';
import { LOG_FORMATS } from '../front-ends.js';
import { logToRead } from '../run-log.js';
import { shownPath } from '../scenario-options.js';
import { terminalOf } from '../terminal/escaped-output.js';

interface Arguments {
  readonly logs: readonly string[];
  readonly json: boolean;
  readonly csv?: string;
  readonly html?: string;
  readonly quiet: boolean;
  readonly verbose: number;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('logs', { type: 'string', array: true, describe: 'Neko logs, traces, or folders of runs' })
      .option('json', { type: 'boolean', default: false, describe: 'print the analysis as JSON' })
      .option('csv', {
        type: 'string',
        requiresArg: true,
        describe: 'write tables into this folder: robots.csv, messages.csv, …',
      })
      .option('html', { type: 'string', requiresArg: true, describe: 'write a page with plots into this file' })
      .option('quiet', { alias: 'q', type: 'boolean', default: false, describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
      .example('$0 analyze results/neko.log', 'tables and small charts in the terminal')
      .example('$0 analyze results/trace.bin --html report.html', 'a page with plots'),
  run: (args, context) => analyze(args as unknown as Arguments, context),
};

async function analyze(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  if ((args.csv !== undefined || args.html !== undefined) && args.logs.length > 1) {
    throw new UsageError('--csv and --html take one log at a time');
  }
  const reports: { readonly file: string; readonly report: AnalysisReport }[] = [];
  for (const log of args.logs) {
    const file = shownPath(log, cwd);
    const analyzer = new Analyzer();
    const visitor = { record: (record: TraceRecord) => analyzer.add(record) };
    const path = await logToRead(log, cwd);
    const read = await readRecords({ path, name: file }, LOG_FORMATS, visitor, signal);
    warnOfDamage(read, file, diagnostics);
    const lack = await unfinished(path, file, read.lastTime);
    if (lack !== undefined) diagnostics.warn(lack);
    if (typeof read.kind === 'object') diagnostics.warn(`${file}: ${read.kind.lack}`);
    reports.push({ file, report: analyzer.report() });
  }
  const [first] = reports;
  const { csv, html } = args;
  if (csv !== undefined) await writing(csv, () => writeTables(resolve(cwd, csv), first!.report));
  if (html !== undefined) {
    const page = htmlReport(first!.report, { title: basename(first!.file) });
    await writing(html, () => writeFile(resolve(cwd, html), page));
  }
  if (args.json) stdout.write(`${JSON.stringify(reports.length === 1 ? first!.report : reports.map(named))}\n`);
  else if (csv === undefined && html === undefined) {
    const color = stdout.isTTY === true && context.env['NO_COLOR'] === undefined;
    const width = Math.min(stdout.columns ?? 100, 120);
    for (const { file, report } of reports) {
      if (reports.length > 1) stdout.write(`${escapeText(file)}\n\n`);
      // Its colours are ours; what stands between them is escaped.
      (color ? terminalOf(stdout) : stdout).write(`${textReport(report, { width, color })}\n`);
    }
  }
  return EXIT.ok;
}

function named({ file, report }: { readonly file: string; readonly report: AnalysisReport }): object {
  return { file, ...report };
}

async function writeTables(folder: string, report: AnalysisReport): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of csvTables(report)) await writeFile(join(folder, name), text);
}
