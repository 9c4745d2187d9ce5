/** Writes the results of a run: a folder, a log that the configuration names, a hash, or nothing. */
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isTrace, type RecordHandler, type TraceObject } from '@kineko/formats/trace';
import { messageOf } from '@kineko/kernel';
import { makeFolder, writing, writingNow } from '../node/file-errors.js';
import { keepFlushing } from '../node/keep-flushing.js';
import type { LogBudget } from '../node/log-budget.js';
import { requireOther, requireWritable } from '../node/named-output.js';
import { RunFolder } from '../node/run-folder.js';
import { shellWord } from '../node/shell-word.js';
import { shownPath } from '../node/shown-path.js';
import { NekoLogSink, TraceFileSink } from '../node/sinks/file-sink.js';
import { Recording, type RecordSink } from '../recording.js';
import { ResultHash } from '../result-hash.js';
import type { RunSummary, Scenario } from '../scenario.js';
import type { ConfigEntry } from '../settings/origin.js';
import { textOf } from '../text.js';
import type { LogChoice } from './output-flags.js';
import { describeRun, hintOf, jsonOf, programName, type RunResult } from './run-report.js';
import { type CliContext, UsageError } from './cli-context.js';
import { WORLD_FILE, WorldFile } from './world-file.js';

export interface ResultsOptions {
  readonly seed: number;
  /** Version of the program, for manifest and trace. */
  readonly version: string;
  readonly out?: string | undefined;
  readonly log?: LogChoice | undefined;
  readonly json: boolean;
  /** Limit of the log and the trace, beyond which the run is stopped. */
  readonly budget?: LogBudget | undefined;
  /** More sinks for the records. */
  readonly watchers?: readonly (RecordSink | undefined)[] | undefined;
  /** Writes an MCAP recording, for `--log mcap`. */
  readonly recordMcap?: McapRecorder | undefined;
}

/** The results of a run, and the paths of its files. */
type Kept = Pick<RunResult, 'summary' | 'hash' | 'log' | 'trace' | 'folder'>;

export interface ReportOptions {
  readonly wallSeconds: number;
  readonly metrics?: ReadonlyMap<string, number>;
  /** More members of the JSON object. */
  readonly details?: () => RunResult['details'];
  /** Returns another hint on the next step. */
  readonly offer?: (kept: Kept) => string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Opens a file for an MCAP recording with the exact trace. Throws an `InputError` if it cannot be written. */
export type McapRecorder = (
  path: string,
  info: TraceObject,
  budget: Pick<LogBudget, 'bytes' | 'exceed'> | undefined,
) => Promise<RecordSink>;

interface Files {
  readonly log: string | undefined;
  readonly trace: string | undefined;
  readonly mcap?: string | undefined;
  readonly metrics: string | undefined;
  readonly world?: string | undefined;
}

/** Nothing is written before `begin`, so that errors found until then leave no files behind. */
export class Results {
  /** Undefined if no records are needed. */
  readonly emit: RecordHandler | undefined;
  private files: Files;
  /** Obstacles, objects and sizes, which a Neko log does not contain. */
  private readonly world: WorldFile | undefined;
  private recording: Recording | undefined;
  private hash: ResultHash | undefined;
  private folder: RunFolder | undefined;
  private stopFlushing: () => void = () => {};
  private readonly watchers: readonly RecordSink[];

  constructor(
    private readonly scenario: Scenario,
    private readonly options: ResultsOptions,
    private readonly context: CliContext,
  ) {
    this.files = filesOf(scenario, options, context.cwd);
    this.watchers = (options.watchers ?? []).filter((sink) => sink !== undefined);
    if (!this.isHashed && this.files.log === undefined && this.watchers.length === 0) return;
    this.recording = new Recording(undefined, scenario.name);
    const hasRobots = !scenario.config().some(({ key }) => key === 'robot.size');
    this.world = options.out !== undefined && this.files.log !== undefined ? new WorldFile(hasRobots) : undefined;
    this.emit = this.world?.before(this.recording.emit) ?? this.recording.emit;
  }

  /** Creates folder and files, and writes the records so far. */
  async begin(): Promise<void> {
    const { scenario, world } = this;
    const { out } = this.options;
    await this.requireWritable();
    world?.close();
    if (world?.isEmpty === false) this.files = { ...this.files, world: join(dirname(this.files.log!), WORLD_FILE) };
    const { files } = this;
    if (out !== undefined) {
      this.folder = await folderOf(resolve(this.context.cwd, out), scenario, this.options, files);
    }
    if (files.world !== undefined) await world!.write(files.world);
    if (this.recording === undefined) return;
    const sinks: RecordSink[] = [];
    if (this.isHashed) sinks.push((this.hash = await ResultHash.create()));
    for (const path of [files.log, files.trace, files.mcap]) {
      if (path !== undefined) writingNow(path, () => makeFolder(dirname(path)));
    }
    const { budget } = this.options;
    const trace = files.trace === undefined ? undefined : { path: files.trace, info: headerOf(scenario, this.options) };
    if (files.log !== undefined)
      sinks.push(new NekoLogSink(files.log, { messages: messagesOf(scenario), trace, budget }));
    else if (trace !== undefined) sinks.push(new TraceFileSink(trace.path, trace.info, budget));
    if (files.mcap !== undefined) {
      sinks.push(await this.options.recordMcap!(files.mcap, headerOf(scenario, this.options), budget));
    }
    sinks.push(...this.watchers);
    this.recording.begin(sinks);
    this.stopFlushing = keepFlushing(this.recording);
  }

  /** Passes all records so far to viewers. */
  passOn(): void {
    this.recording?.passOn();
  }

  /** Writes all records so far, before it returns. */
  flush(): void {
    this.recording?.flush();
  }

  async finish(ended: RunSummary, metrics: ReadonlyMap<string, number>): Promise<Kept> {
    const { files, folder } = this;
    await this.close();
    // The last records may have exceeded the limit.
    const isCut = this.options.budget?.isExceeded === true;
    const summary: RunSummary = isCut ? { ...ended, stoppedBy: 'log' } : ended;
    const hash = this.hash?.digest();
    const isPartial = summary.stoppedBy === 'interrupted' || isCut;
    const state = isPartial ? 'interrupted' : 'complete';
    const table = files.metrics;
    if (table !== undefined) await writing(table, () => writeFile(table, tableOf(metrics)));
    await folder?.finish({ state, summary, metrics, hash });
    const shown = (path: string | undefined): string | undefined => path && shownPath(path, this.context.cwd);
    return {
      summary,
      hash,
      log: shown(files.log),
      trace: shown(files.trace ?? files.mcap),
      folder: shown(folder?.path),
    };
  }

  /** Finishes a run that has ended, and prints its result. */
  async report(
    ended: RunSummary,
    { wallSeconds, metrics = new Map(), details, offer, json, quiet }: ReportOptions,
  ): Promise<RunSummary> {
    const { stdout, stderr, env } = this.context;
    const kept = await this.finish(ended, metrics);
    const result = { scenario: this.scenario.name, seed: this.options.seed, wallSeconds, metrics, ...kept };
    if (json) stdout.write(`${JSON.stringify(jsonOf({ ...result, details: details?.() }))}\n`);
    else if (!quiet) {
      stdout.write(describeRun(result));
      stderr.write(`\n${[hintOf(result, programName(env)), offer?.(kept) ?? []].flat().join('\n')}\n`);
    }
    return kept.summary;
  }

  /** Keeps the partial results, and marks the run as failed. */
  async fail(summary: RunSummary, error: unknown): Promise<void> {
    try {
      await this.close();
    } catch {
      // The first error is reported.
    }
    const text = messageOf(error);
    try {
      await this.folder?.finish({ state: 'failed', summary, problems: [{ severity: 'error', text }] });
    } catch {
      // On a full disk the manifest cannot be written either.
    }
  }

  /** The hash is computed if it is shown, or compared with that of a trace. */
  private get isHashed(): boolean {
    const { json, out } = this.options;
    const { trace, mcap } = this.files;
    return json || out !== undefined || (trace ?? mcap) !== undefined || this.scenario.recordIsScenario === true;
  }

  /** No output replaces the scenario; a log that is named by the configuration, not by the user, may only replace an earlier log. */
  private async requireWritable(): Promise<void> {
    const { files, scenario, context } = this;
    const named = this.options.out === undefined ? namedLog(scenario) : undefined;
    const place = named === undefined ? '--out' : named.origin.place;
    for (const target of [files.log, files.trace, files.mcap]) {
      if (target === undefined) continue;
      requireOther({ path: shownPath(target, context.cwd), from: scenario.source, target }, place);
    }
    if (named?.origin.kind !== 'file') return;
    const { isNekoLog } = await import('@kineko/formats/neko-log');
    // The log of a run that was killed at its start is empty.
    const isLog = (start: Uint8Array): boolean => start.length === 0 || isNekoLog(textOf(start));
    for (const [target, kind] of [
      [files.log, { name: 'a Neko log', isOne: isLog }],
      [files.trace, { name: 'a trace', isOne: isTrace }],
      [files.mcap, { name: 'an MCAP file', isOne: isMcap }],
    ] as const) {
      if (target === undefined) continue;
      const shown = shownPath(target, context.cwd);
      const remedy = `to write it anyway, use --logfile ${shellWord(shownPath(named.value, context.cwd))}`;
      requireWritable({ path: shown, from: scenario.source, target, kind, remedy });
    }
  }

  private async close(): Promise<void> {
    this.stopFlushing();
    const { recording } = this;
    this.recording = undefined;
    await recording?.close();
  }
}

function isMcap(start: Uint8Array): boolean {
  return textOf(start.subarray(1, 5)) === 'MCAP';
}

function filesOf(scenario: Scenario, { out, log }: ResultsOptions, cwd: string): Files {
  const { value: named, origin } = namedLog(scenario) ?? {};
  // `--out` takes precedence over the file and the environment, like other flags.
  if (out !== undefined && (origin?.kind === 'flag' || origin?.kind === 'set')) {
    const given = origin.place?.file ?? '--logfile';
    throw new UsageError(`${given} with --out: logs and traces are written into the folder only; omit one of them`);
  }
  const wanted = log ?? (out !== undefined || named !== undefined ? 'neko' : 'none');
  const isLog = wanted === 'neko' || wanted === 'both';
  const isTrace = wanted === 'trace' || wanted === 'both';
  if (out !== undefined) {
    const folder = resolve(cwd, out);
    return {
      log: isLog ? join(folder, 'neko.log') : undefined,
      trace: isTrace ? join(folder, 'trace.bin') : undefined,
      mcap: wanted === 'mcap' ? join(folder, 'run.mcap') : undefined,
      metrics: valueOf(scenario, 'metrics') === undefined ? undefined : join(folder, 'metrics.csv'),
    };
  }
  if (named !== undefined) {
    const path = resolve(cwd, named);
    const beside = (extension: string): string => `${path.replace(/\.log$/, '')}.${extension}`;
    return {
      log: isLog ? path : undefined,
      trace: isTrace ? beside('trace') : undefined,
      mcap: wanted === 'mcap' ? beside('mcap') : undefined,
      metrics: undefined,
    };
  }
  if (wanted !== 'none') throw new UsageError(`--log ${wanted}: expected --out <folder> too, for the place of the log`);
  return { log: undefined, trace: undefined, metrics: undefined };
}

/** The path of the log in the scenario, and its origin. */
function namedLog(scenario: Scenario): ConfigEntry | undefined {
  const entries = scenario.config().filter(({ value }) => value !== '');
  const entryOf = (name: string): ConfigEntry | undefined => entries.find(({ key }) => key === name);
  return entryOf('animation.logpath') ?? entryOf('FileHandler.pattern');
}

function folderOf(
  path: string,
  scenario: Scenario,
  { seed, version }: ResultsOptions,
  files: Files,
): Promise<RunFolder> {
  const named = Object.entries(files).flatMap(([kind, file]: [string, string | undefined]) =>
    file === undefined ? [] : [[kind, basename(file)] as const],
  );
  return RunFolder.create(path, {
    scenario,
    config: scenario.config(),
    seed,
    version,
    files: Object.fromEntries(named),
  });
}

/** The header of the trace: enough to repeat the run. */
function headerOf(scenario: Scenario, { seed, version }: ResultsOptions): TraceObject {
  const given = scenario.config().filter(({ origin }) => origin.kind !== 'default');
  return {
    kineko: version,
    door: scenario.frontEnd,
    scenario: scenario.name,
    seed,
    config: Object.fromEntries(given.map(({ key, value }) => [key, value])),
    ...scenario.traceInfo,
  };
}

/** CSV in long form, like that of sweeps. */
function tableOf(metrics: ReadonlyMap<string, number>): string {
  return `metric,value\n${[...metrics].map(([name, value]) => `${name},${value}\n`).join('')}`;
}

function valueOf(scenario: Scenario, key: string): string | undefined {
  const value = scenario.config().find((entry) => entry.key === key)?.value;
  return value === '' ? undefined : value;
}

/** Java's levels: messages are logged at FINE, their returns at FINER. */
function messagesOf(scenario: Scenario): 'none' | 'fine' | 'finer' {
  const level = valueOf(scenario, 'messages.level') ?? 'FINE';
  if (['FINER', 'FINEST', 'ALL'].includes(level)) return 'finer';
  return level === 'FINE' ? 'fine' : 'none';
}
