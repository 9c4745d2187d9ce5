/** A run over real networks: this program is process 0, the slaves are the others. */
import { InputError, type Problem } from '@kineko/formats/problem';
import type { TraceValue } from '@kineko/formats/trace';
import {
  addressOf,
  type Address,
  type NetworkKind,
  type RealRunReport,
  runMaster,
  runSymmetric,
  type SlaveReport,
} from '@kineko/neko/real';
import type { OpenOptions, Run, RunSummary, StoppedBy } from '@kineko/run';
import type { ProcessClass } from '../setup/algorithms.js';
import type { Found } from '../setup/classes.js';
import type { Plan } from '../setup/plan.js';
import { realAlgorithms, type RealParameters } from './real-algorithms.js';

export interface RealRunOptions {
  /** 32 hexadecimal digits that all processes of the run have; needed beyond loopback. */
  readonly token?: string | undefined;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined;
}

/** As in Neko. */
const SLAVE_PORT = 8632;

export async function openReal(plan: Plan, options: OpenOptions, real: RealRunOptions = {}): Promise<Run> {
  const problems: Problem[] = [];
  const { config } = plan;
  const fail = (key: string, text: string): void => {
    problems.push({ severity: 'error', place: config.placeOf(key), text });
  };
  const networks = (config.get('network') ?? ['TCPNetwork']).flatMap((name): NetworkKind[] => {
    if (/tcp/i.test(name)) return ['tcp'];
    if (/udp|multicast/i.test(name)) return ['udp'];
    fail('network', `'${name}' is no real network: with simulation = false, there are TCPNetwork and UDPNetwork`);
    return [];
  });
  const slaves = (config.get('slave') ?? []).flatMap((text): Address[] => {
    try {
      return [slaveAddress(text)];
    } catch (error) {
      fail('slave', error instanceof Error ? error.message : String(error));
      return [];
    }
  });
  const isSymmetric = config.get('startup.symmetric') === true;
  if (slaves.length + 1 < plan.n) {
    fail(
      'slave',
      `there are ${plan.n} processes, and ${slaves.length} slaves: ${plan.n - 1} are needed, as in slave = localhost:8632`,
    );
  }
  const algorithm = plan.algorithms[0];
  if (plan.initializers.some((own) => own !== undefined) || algorithm?.item.kind !== 'process') {
    fail(
      'algorithm',
      'over real networks each process runs the algorithm of the configuration on the list of protocols',
    );
  } else if (plan.algorithms.some((each) => each?.name !== algorithm.name)) {
    fail('algorithm', 'over real networks all processes run the same algorithm');
  }
  if (problems.length > 0) throw new InputError(problems);
  return new RealRun(plan, options, real, {
    networks,
    slaves: slaves.slice(0, plan.n - 1),
    isSymmetric,
    algorithm: algorithm as Found<{ kind: 'process'; create: ProcessClass }>,
  });
}

/** `[user@]host[:port]`. */
function slaveAddress(text: string): Address {
  const plain = text.replace(/^[^@]*@/, '');
  if (/:factory\b/.test(plain)) {
    throw new Error(
      `'${text}': there are no slave factories here; start 'kineko slave' on that machine, and give host:port`,
    );
  }
  return addressOf(/:\d+$/.test(plain) ? plain : `${plain}:${SLAVE_PORT}`);
}

interface RealSetup {
  readonly networks: readonly NetworkKind[];
  readonly slaves: readonly Address[];
  readonly isSymmetric: boolean;
  readonly algorithm: Found<{ readonly kind: 'process'; readonly create: ProcessClass }>;
}

class RealRun implements Run {
  readonly timeLimit: number;
  private readonly abort = new AbortController();
  private readonly startedMs = performance.now();
  private report: RealRunReport | undefined;
  private stoppedBy: StoppedBy | undefined;
  private remarks: string[] = [];
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

  /** There is no going by steps: other machines do not wait. */
  async advance(): Promise<StoppedBy | undefined> {
    if (this.stoppedBy !== undefined) return this.stoppedBy;
    const report = await this.run();
    this.stoppedBy = 'records' in report ? this.conclude(report) : 'shutdown';
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
      messages,
      stoppedBy: this.stoppedBy,
      remarks: this.remarks,
      hasGoal: this.plan.goals.length > 0,
    };
  }

  metrics(): ReadonlyMap<string, number> {
    return new Map();
  }

  async close(): Promise<void> {
    this.abort.abort();
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
      ...(this.timeLimit < Infinity && { timeLimit: this.timeLimit }),
    };
    if (setup.isSymmetric) {
      const master = addressOf(masterAddress(plan.config.get('master')));
      return runSymmetric({ ...common, id: options.process ?? 0, addresses: [master, ...slaves] });
    }
    const onLost = (process: number): void =>
      void this.remarks.push(`p${process} was lost: to the others it has crashed`);
    return runMaster({ ...common, slaves, onLost, ...(real.host !== undefined && { host: real.host }) });
  }

  private parameters(): RealParameters {
    const { config, stack } = this.plan;
    const given = config.entries().filter(({ origin }) => origin.kind !== 'default');
    const names = new Set([this.setup.algorithm.name, ...stack.parts.map(({ name }) => name)]);
    return {
      stack: stack.parts.map(({ name }) => name),
      config: Object.fromEntries(given.map(({ key, value }) => [key, value])),
      settings: Object.fromEntries([...names].map((name) => [name, Object.fromEntries(config.parameters(name))])),
    };
  }

  private conclude(report: RealRunReport): StoppedBy {
    this.report = report;
    const { emit } = this.options;
    for (const record of report.records) {
      if (record.type === 'send') this.counts.sent += record.to.length;
      else if (record.type === 'deliver') this.counts.delivered++;
      else if (record.type === 'drop') this.counts.dropped++;
      emit?.(record);
    }
    this.counts.events = report.records.length;
    if (report.reason !== '') this.remarks.push(report.reason);
    if (report.recordsLost > 0) this.remarks.push(`${report.recordsLost} records were lost: the log is not complete`);
    if (report.stoppedBy === 'failed') {
      const texts = report.failures.map(({ process, message }) => `p${process}: ${message}`);
      throw new Error(texts.join('\n') || report.reason);
    }
    return report.stoppedBy;
  }
}

function masterAddress(text = '127.0.0.1'): string {
  return /:\d+$/.test(text) ? text : `${text}:${SLAVE_PORT}`;
}
