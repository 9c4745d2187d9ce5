/** `kineko analyze`: statistics of a run, from its log. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Analyzer, type AnalysisReport, csvTables, htmlReport, textReport } from '@kineko/analysis';
import { escapeText } from '@kineko/formats/problem';
import type { TraceObject, TraceRecord } from '@kineko/formats/trace';
import { VALUE } from '@kineko/run';
import { type CliContext, diagnosticsOn, EXIT, type ExitCode, shownPath, UsageError } from '@kineko/run/console';
import { writing } from '@kineko/run/node';
import type { ArgumentsOf, Command } from '../command.js';
import { jsonOption, MAX_GAP_OPTION, OUTPUT_OPTIONS, RADIUS_OPTION, REQUIRED_LIST } from '../options.js';
import { runFactsOf } from '../render/run-facts.js';
import { logToRead, readLog } from '../run-log.js';
import { terminalOf } from '../terminal/escaped-output.js';

const OPTIONS = {
  logs: { ...REQUIRED_LIST, describe: 'Neko logs, traces, MCAP recordings, or folders of runs' },
  json: jsonOption('the analysis'),
  csv: { ...VALUE, describe: 'folder for tables: robots.csv, messages.csv, …' },
  html: { ...VALUE, describe: 'file for a page with plots' },
  radius: RADIUS_OPTION,
  'max-gap': MAX_GAP_OPTION,
  ...OUTPUT_OPTIONS,
} as const;

export const command: Command = {
  options: OPTIONS,
  examples: [
    ['$0 analyze results/neko.log', 'print tables and small charts'],
    ['$0 analyze results/trace.bin --html report.html', 'write a page with plots'],
  ],
  run: analyze,
};

async function analyze(args: ArgumentsOf<typeof OPTIONS>, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout, signal } = context;
  const diagnostics = diagnosticsOn(context, args);
  const { logs, csv, html } = args;
  if ((csv !== undefined || html !== undefined) && logs.length > 1) {
    throw new UsageError(`--csv and --html: expected one log, got ${logs.length}`);
  }
  const reports: { readonly file: string; readonly title: string; readonly report: AnalysisReport }[] = [];
  for (const log of logs) {
    const name = shownPath(log, cwd);
    const analyzer = new Analyzer();
    let scenario: unknown;
    const visitor = {
      info: (info: TraceObject) => {
        scenario = info['scenario'];
      },
      record: (record: TraceRecord) => analyzer.add(record),
    };
    const path = await logToRead(log, cwd, { ...args, ...diagnostics });
    const read = await readLog({ path, name }, visitor, signal, diagnostics);
    analyzer.continueTo(read.end);
    if (typeof read.kind === 'object') diagnostics.warn(`${name}: ${read.kind.lack}`);
    const title = typeof scenario === 'string' && scenario !== '' ? scenario : (await runFactsOf(path)).title;
    reports.push({ file: name, title: title ?? basename(name), report: analyzer.report() });
  }
  const [first] = reports;
  const written: string[] = [];
  if (csv !== undefined) {
    const names = await writing(csv, () => writeTables(resolve(cwd, csv), first!.report));
    written.push(...names.map((name) => join(csv, name)));
  }
  if (html !== undefined) {
    const page = await htmlReport(first!.report, { title: first!.title });
    await writing(html, () => writeFile(resolve(cwd, html), page));
    written.push(html);
  }
  if (args.json) {
    const all = reports.map(({ file, report }) => ({ file, ...report }));
    stdout.write(`${JSON.stringify(all.length === 1 ? first!.report : all)}\n`);
  } else if (written.length > 0) {
    if (!args.quiet) for (const path of written) stdout.write(`${shownPath(resolve(cwd, path), cwd)}\n`);
  } else {
    const color = stdout.isTTY === true && context.env['NO_COLOR'] === undefined;
    const width = Math.min(stdout.columns ?? 100, 120);
    for (const { file, report } of reports) {
      if (reports.length > 1) stdout.write(`${escapeText(file)}\n\n`);
      // The report escapes foreign text itself; its own colours must reach the terminal.
      (color ? terminalOf(stdout) : stdout).write(`${textReport(report, { width, color })}\n`);
    }
  }
  return EXIT.ok;
}

/** Returns the names of the files. */
async function writeTables(folder: string, report: AnalysisReport): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const tables = [...csvTables(report)];
  for (const [name, text] of tables) await writeFile(join(folder, name), text);
  return tables.map(([name]) => name);
}
