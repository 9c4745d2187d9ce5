/** Where the results of a run go: a folder, a log that the configuration names, a hash, or nowhere. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { TraceObject, TraceRecord } from '@kineko/formats/trace';
import { Recording, type RecordSink, ResultHash, type Run, type RunSummary, type Scenario } from '@kineko/run';
import { keepFlushing, NekoLogSink, RunFolder, TraceFileSink } from '@kineko/run/node';
import type { RunResult } from './run-report.js';
import { shownPath } from './scenario-options.js';
import type { Surroundings } from './surroundings.js';
import { UsageError } from './usage-error.js';
import { kinekoVersion } from './versions.js';

export const LOG_CHOICES = ['none', 'neko', 'trace', 'both'] as const;
export type LogChoice = (typeof LOG_CHOICES)[number];

export interface ResultsOptions {
  readonly seed: number;
  readonly out?: string | undefined;
  readonly log?: LogChoice | undefined;
  readonly json: boolean;
}

interface Files {
  readonly log: string | undefined;
  readonly trace: string | undefined;
  readonly metrics: string | undefined;
}

export class Results {
  private constructor(
    private readonly recording: Recording | undefined,
    private readonly hash: ResultHash | undefined,
    private readonly folder: RunFolder | undefined,
    private readonly files: Files,
    private readonly stopFlushing: () => void,
    private readonly cwd: string,
  ) {}

  static async prepare(scenario: Scenario, options: ResultsOptions, { cwd }: Surroundings): Promise<Results> {
    const { seed, out } = options;
    const files = filesOf(scenario, options, cwd);
    const folder = out === undefined ? undefined : await folderOf(resolve(cwd, out), scenario, seed, files);
    // The hash is computed when somebody sees it.
    const hash =
      options.json || folder !== undefined || files.trace !== undefined ? await ResultHash.create() : undefined;
    const sinks: RecordSink[] = hash === undefined ? [] : [hash];
    for (const path of [files.log, files.trace])
      if (path !== undefined) await mkdir(dirname(path), { recursive: true });
    if (files.trace !== undefined) sinks.push(new TraceFileSink(files.trace, headerOf(scenario, seed)));
    if (files.log !== undefined) sinks.push(new NekoLogSink(files.log, { messages: messagesOf(scenario) }));
    if (sinks.length === 0) return new Results(undefined, undefined, folder, files, () => {}, cwd);
    const recording = new Recording(sinks, scenario.name);
    return new Results(recording, hash, folder, files, keepFlushing(recording), cwd);
  }

  get emit(): ((record: TraceRecord) => void) | undefined {
    return this.recording?.emit;
  }

  async finish(run: Run, summary: RunSummary): Promise<Pick<RunResult, 'hash' | 'log' | 'trace' | 'folder'>> {
    await this.close();
    const hash = this.hash?.digest();
    const state = summary.stoppedBy === 'interrupted' ? 'interrupted' : 'complete';
    const metrics = run.metrics();
    if (this.files.metrics !== undefined && this.folder !== undefined)
      await writeFile(this.files.metrics, tableOf(metrics));
    await this.folder?.finish({ state, summary, metrics, hash });
    const shown = (path: string | undefined): string | undefined => path && shownPath(path, this.cwd);
    return { hash, log: shown(this.files.log), trace: shown(this.files.trace), folder: shown(this.folder?.path) };
  }

  /** Keeps what there is, and says that the run has failed. */
  async fail(run: Run | undefined, error: unknown): Promise<void> {
    try {
      await this.close();
    } catch {
      // The first error is the one to tell.
    }
    const text = error instanceof Error ? error.message : String(error);
    await this.folder?.finish({ state: 'failed', summary: run?.summary(), problems: [{ severity: 'error', text }] });
  }

  private async close(): Promise<void> {
    this.stopFlushing();
    await this.recording?.close();
  }
}

function filesOf(scenario: Scenario, { out, log }: ResultsOptions, cwd: string): Files {
  const named = valueOf(scenario, 'animation.logpath') ?? valueOf(scenario, 'FileHandler.pattern');
  const wanted = log ?? (out !== undefined || named !== undefined ? 'neko' : 'none');
  const isLog = wanted === 'neko' || wanted === 'both';
  const isTrace = wanted === 'trace' || wanted === 'both';
  if (out !== undefined) {
    const folder = resolve(cwd, out);
    return {
      log: isLog ? join(folder, 'neko.log') : undefined,
      trace: isTrace ? join(folder, 'trace.bin') : undefined,
      metrics: valueOf(scenario, 'metrics') === undefined ? undefined : join(folder, 'metrics.csv'),
    };
  }
  if (named !== undefined) {
    const path = resolve(cwd, named);
    const trace = isTrace ? `${path.replace(/\.log$/, '')}.trace` : undefined;
    return { log: isLog ? path : undefined, trace, metrics: undefined };
  }
  if (isLog || isTrace) throw new UsageError(`--log ${wanted}: say where it is to go, with --out <folder>`);
  return { log: undefined, trace: undefined, metrics: undefined };
}

function folderOf(path: string, scenario: Scenario, seed: number, files: Files): Promise<RunFolder> {
  const named = Object.entries(files).flatMap(([kind, file]: [string, string | undefined]) =>
    file === undefined ? [] : [[kind, basename(file)] as const],
  );
  return RunFolder.create(path, {
    scenario,
    config: scenario.config(),
    seed,
    version: kinekoVersion(),
    files: Object.fromEntries(named),
  });
}

/** What the trace says of itself: enough to run it again. */
function headerOf(scenario: Scenario, seed: number): TraceObject {
  const given = scenario.config().filter(({ origin }) => origin.kind !== 'default');
  return {
    kineko: kinekoVersion(),
    door: scenario.door,
    scenario: scenario.name,
    seed,
    config: Object.fromEntries(given.map(({ key, value }) => [key, value])),
  };
}

/** In long form, as sweeps have it. */
function tableOf(metrics: ReadonlyMap<string, number>): string {
  return `metric,value\n${[...metrics].map(([name, value]) => `${name},${value}\n`).join('')}`;
}

function valueOf(scenario: Scenario, key: string): string | undefined {
  const value = scenario.config().find((entry) => entry.key === key)?.value;
  return value === '' ? undefined : value;
}

/** As Java's levels: messages are at FINE, their ends at FINER. */
function messagesOf(scenario: Scenario): 'none' | 'fine' | 'finer' {
  const level = valueOf(scenario, 'messages.level') ?? 'FINE';
  if (['FINER', 'FINEST', 'ALL'].includes(level)) return 'finer';
  return level === 'FINE' ? 'fine' : 'none';
}
