/** A run over real networks: this program is process 0, the slaves are the others. */
import { inputError, InputError } from '@kineko/formats/problem';
import type { TraceValue } from '@kineko/formats/trace';
import type { NekoRecord } from '@kineko/neko';
import { type RealRunReport, runMaster, runSymmetric, type SlaveReport } from '@kineko/neko/real';
import type { OpenOptions, Run, RunSummary, StoppedBy } from '@kineko/run';
import type { RealRuns } from '../run/scenario.js';
import type { Plan } from '../run/setup/plan.js';
import { parametersOf } from '../run/setup/class-parameters.js';
import { realAlgorithms, type RealParameters } from './real-algorithms.js';
import { type RealSetup, setupOf } from './real-setup.js';

export interface RealRunOptions {
  /** 32 hexadecimal digits, the same for all processes of the run; needed beyond loopback. */
  readonly token?: string | undefined;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined;
}

export function realRuns(real: RealRunOptions = {}): RealRuns {
  return {
    problems: (plan) => setupOf(plan).problems,
    open: (plan, options) => {
      const { setup, problems } = setupOf(plan);
      if (setup === undefined) throw new InputError(problems);
      checkProcess(options.process ?? 0, plan, setup);
      return Promise.resolve(new RealRun(plan, options, real, setup));
    },
  };
}

function checkProcess(process: number, { n }: Plan, { isSymmetric }: RealSetup): void {
  if (process === 0 || (isSymmetric && process < n)) return;
  const text = isSymmetric
    ? `process: expected an id from 0 to ${n - 1}, got ${process}`
    : `process: expected 0 unless startup.symmetric = true, got ${process}; other processes are slaves`;
  throw inputError(text);
}

class RealRun implements Run {
  readonly timeLimit: number;
  private readonly abort = new AbortController();
  private readonly startedMs = performance.now();
  private report: RealRunReport | undefined;
  private stoppedBy: StoppedBy | undefined;
  private remarks: string[] = [];
  private failure: { readonly error: unknown } | undefined;
  private counts = { events: 0, sent: 0, delivered: 0, dropped: 0 };

  constructor(
    private readonly plan: Plan,
    private readonly options: OpenOptions,
    private readonly real: RealRunOptions,
    private readonly setup: RealSetup,
  ) {
    this.timeLimit = plan.timeLimit;
    this.remarks = [...plan.stack.remarks];
  }

  get now(): number {
    return this.report?.seconds ?? (performance.now() - this.startedMs) / 1000;
  }

  get events(): number {
    return this.counts.events;
  }

  /** Runs to the end: other machines cannot be paused. */
  async advance(): Promise<StoppedBy | undefined> {
    this.stoppedBy ??= await this.runToTheEnd();
    return this.stoppedBy;
  }

  stop(): void {
    this.abort.abort();
  }

  command(_command: TraceValue, source: string): void {
    throw new Error(`${source}: a run over real networks takes no commands`);
  }

  summary(): RunSummary {
    const { events, ...messages } = this.counts;
    return {
      robots: 0,
      processes: this.plan.n,
      simulatedSeconds: this.now,
      events,
      motionRequests: 0,
      collisions: 0,
      delays: 0,
      messages,
      stoppedBy: this.stoppedBy,
      remarks: this.remarks,
      hasGoal: false,
    };
  }

  metrics(): ReadonlyMap<string, number> {
    return new Map();
  }

  async close(): Promise<void> {
    this.abort.abort();
  }

  private async runToTheEnd(): Promise<StoppedBy> {
    const { signal } = this.abort;
    try {
      const report = await this.run();
      return 'records' in report ? this.conclude(report) : endOf(report, signal.aborted);
    } catch (error) {
      // Interrupted before the start, or in a process that gets no results.
      if (signal.aborted) return 'interrupted';
      throw error;
    }
  }

  private run(): Promise<RealRunReport | SlaveReport> {
    const { plan, options, real, setup } = this;
    const { algorithm, networks, slaves } = setup;
    const parameters = this.parameters();
    const own = { name: algorithm.name, item: algorithm.item.create };
    const common = {
      algorithm: algorithm.name,
      parameters,
      seed: options.seed,
      networks,
      algorithms: realAlgorithms({ algorithms: [own], protocols: plan.stack.parts }),
      token: real.token,
      signal: this.abort.signal,
      log: options.log,
      onRecord: (record: NekoRecord) => this.take(record),
      ...(this.timeLimit < Infinity && { timeLimit: this.timeLimit }),
    };
    if (setup.isSymmetric) {
      const { master, limits } = setup;
      return runSymmetric({ ...common, id: options.process ?? 0, addresses: [master, ...slaves], limits });
    }
    const onLost = (process: number): void =>
      void this.remarks.push(`p${process} was lost: the others treat it as crashed`);
    return runMaster({ ...common, slaves, onLost, ...(real.host !== undefined && { host: real.host }) });
  }

  private parameters(): RealParameters {
    const { config, stack } = this.plan;
    const given = config.entries().filter(({ origin }) => origin.kind !== 'default');
    const names = new Set([this.setup.algorithm.name, ...stack.parts.map(({ name }) => name)]);
    const settings = parametersOf(config);
    return {
      stack: stack.parts.map(({ name }) => name),
      config: Object.fromEntries(given.map(({ key, value }) => [key, value])),
      settings: Object.fromEntries([...names].map((name) => [name, Object.fromEntries(settings(name))])),
    };
  }

  /** Called during the run, so that a master that is killed leaves a log. */
  private take(record: NekoRecord): void {
    this.counts.events++;
    if (record.type === 'send') this.counts.sent += record.to.length;
    else if (record.type === 'deliver') this.counts.delivered++;
    else if (record.type === 'drop') this.counts.dropped++;
    if (this.failure !== undefined) return;
    try {
      this.options.emit?.(record);
    } catch (error) {
      // Ends the run, which then throws the error.
      this.failure = { error };
      this.abort.abort();
    }
  }

  private conclude(report: RealRunReport): StoppedBy {
    this.report = report;
    if (this.failure !== undefined) throw this.failure.error;
    if (report.reason !== '') this.remarks.push(report.reason);
    if (report.recordsLost > 0) this.remarks.push(`${report.recordsLost} records were lost: the log is incomplete`);
    if (report.stoppedBy === 'failed') {
      const texts = report.failures.map(({ process, message }) => `p${process}: ${message}`);
      throw new Error(texts.join('\n') || report.reason);
    }
    return report.stoppedBy;
  }
}

/** Why a process without results ended. */
function endOf({ id, stoppedBy, message }: SlaveReport, isInterrupted: boolean): StoppedBy {
  if (stoppedBy === 'closed') return 'shutdown';
  if (isInterrupted) return 'interrupted';
  throw new Error(`p${id}: ${message ?? stoppedBy}`);
}
