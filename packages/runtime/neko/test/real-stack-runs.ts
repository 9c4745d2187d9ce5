/** Runs of the same stack on a simulated network and over sockets, with the results of the checkers. */
import { Random } from '@kineko/kernel';
import { type Address, type NetworkKind, runMaster, startSlave } from '@kineko/neko/real';
import {
  checkers,
  DuplicationChannel,
  LossChannel,
  type NekoProcess,
  type NekoRecord,
  NekoSystem,
  RandomChannel,
  SimNetwork,
} from './library.js';
import { type ProxySchedule, startProxies } from './real-proxy.js';
import { algorithmOf, END, type RealStack, type StackParameters } from './real-stacks.js';
import { PATIENT } from './slave-main.js';

export const KINDS = ['simulated', 'tcp', 'udp'] as const;
export type Kind = (typeof KINDS)[number];

export interface StackRun {
  readonly records: readonly NekoRecord[];
  readonly results: readonly checkers.CheckResult[];
  /** Copies that the network lost, or connections that it broke. */
  readonly faults: number;
  readonly seconds: number;
  /** Whether it ended before the crash, or before the last messages of the crashed process arrived. Its verdicts mean nothing. */
  readonly isPremature: boolean;
}

export const N = 3;
/** Seconds after which a run counts as hanging; it takes about one. */
const HANGS_AFTER = 60;
/** Seconds on a busy machine. */
const HANGS_AFTER_REAL = 1000;
/** Seconds that are enough unless the machine is busy. */
const AFTERMATH = 0.25;
/** Factor by which they grow if they were not enough. */
const MORE_PATIENCE = 4;

/**
 * The schedules of the proxies: 10 % of datagrams are lost, 10 % doubled, all delayed; TCP connections break instead.
 */
const SCHEDULES: Readonly<Record<NetworkKind, Omit<ProxySchedule, 'seed'>>> = {
  tcp: { maxDelayMs: 5, bytesPerBreak: 3000, maxBreaks: 5 },
  udp: { loss: 0.1, duplication: 0.1, maxDelayMs: 10 },
};

/**
 * Guarantees of the networks. Over TCP every copy is delivered or dropped by the end, in order. A lost datagram leaves
 * no record: for the checker it stays under way forever.
 */
const PROMISES: Readonly<Record<Kind, Parameters<typeof checkers.network>[0]>> = {
  simulated: { duplicates: true },
  tcp: { fifo: true, mostSecondsUnderWay: 0 },
  udp: { duplicates: true },
};

/** The parameters of a stack for a seed. */
function parametersOf(stack: RealStack, seed: number, aftermath = AFTERMATH): StackParameters {
  const stream = new Random(seed).stream('parameters');
  return { ...stack.parameters((from, to) => stream.integer(from, to)), aftermath };
}

/** Repeats a run that was premature, with a longer aftermath. */
export async function inTime(run: (aftermath: number) => Promise<StackRun>): Promise<StackRun> {
  for (let aftermath = AFTERMATH; ; aftermath *= MORE_PATIENCE) {
    const result = await run(aftermath);
    if (!result.isPremature) return result;
  }
}

/**
 * On a busy machine, a process may crash late, and its last messages may arrive after a process has reported to be done: then a
 * detector trusts it again, or a broadcast continues.
 */
function isPremature(records: readonly NekoRecord[], { crash }: StackParameters): boolean {
  if (crash === null) return false;
  if (!records.some(({ type, process }) => type === 'crash' && process === crash.process)) return true;
  const waveOf = (record: NekoRecord): number =>
    record.type === 'send' && record.protocol === END && record.messageType === 'STATUS'
      ? (record.content as { readonly wave: number }).wave
      : -1;
  const lastWave = records.reduce((wave, record) => Math.max(wave, waveOf(record)), 0);
  const reported = new Set<number>();
  for (const record of records) {
    if (waveOf(record) === lastWave) reported.add(record.process);
    if (record.type === 'deliver' && record.from === crash.process && reported.has(record.process)) return true;
  }
  return false;
}

function judged(stack: RealStack, kind: Kind, records: readonly NekoRecord[]): checkers.CheckResult[] {
  return [...stack.checkers, checkers.network(PROMISES[kind])].map((checker) => checker.check(records, N));
}

export async function runSimulated(stack: RealStack, seed: number): Promise<StackRun> {
  const records: NekoRecord[] = [];
  const algorithm = algorithmOf(stack);
  const parameters = parametersOf(stack, seed);
  const system: NekoSystem = new NekoSystem({
    n: N,
    seed,
    emit: (record) => void records.push(record),
    networks: (host) => {
      const lossy = new LossChannel(host, new RandomChannel(host, { lambda: 0.005 }), { probability: 0.1 });
      return [new SimNetwork(host, new DuplicationChannel(host, lossy, { probability: 0.1, delay: 0.01 }))];
    },
    initializer: (process: NekoProcess) => algorithm(process, { parameters, shutdown: () => system.simulator.stop() }),
  });
  const { stoppedBy, now } = await system.run({ until: HANGS_AFTER });
  if (stoppedBy !== 'stopped') throw new Error(`the run did not come to its end within ${HANGS_AFTER} s`);
  const faults = records.filter((record) => record.type === 'drop' && record.reason === 'lost').length;
  return { records, results: judged(stack, 'simulated', records), faults, seconds: now, isPremature: false };
}

/** Over sockets as well, but with all processes in this OS process. */
export function runInOneProcess(stack: RealStack, seed: number, kind: NetworkKind): Promise<StackRun> {
  return inTime((aftermath) => runOnce(stack, seed, kind, aftermath));
}

async function runOnce(stack: RealStack, seed: number, kind: NetworkKind, aftermath: number): Promise<StackRun> {
  const algorithms = new Map([[stack.name, algorithmOf(stack)]]);
  const slaves = await Promise.all(Array.from({ length: N - 1 }, () => startSlave({ algorithms })));
  try {
    const addresses = slaves.map(({ address }) => address);
    const run = await runReal(stack, seed, kind, addresses, aftermath);
    await Promise.all(slaves.map(({ done }) => done));
    return run;
  } finally {
    for (const slave of slaves) slave.close();
  }
}

/** @param slaves Addresses of the other processes, which have the stack by its name. */
export async function runReal(
  stack: RealStack,
  seed: number,
  kind: NetworkKind,
  slaves: readonly Address[],
  aftermath: number,
): Promise<StackRun> {
  const parameters = parametersOf(stack, seed, aftermath);
  const proxies = await startProxies(kind, N, { seed, ...SCHEDULES[kind] });
  try {
    const report = await runMaster({
      slaves,
      seed,
      algorithm: stack.name,
      algorithms: new Map([[stack.name, algorithmOf(stack)]]),
      parameters,
      networks: [kind],
      route: proxies.route,
      limits: PATIENT,
      timeLimit: HANGS_AFTER_REAL,
    });
    const { stoppedBy, reason, crashed, recordsLost, records, seconds, counts } = report;
    if (stoppedBy !== 'shutdown') throw new Error(`the run was stopped by '${stoppedBy}': ${reason}`);
    if (crashed.length > 0) throw new Error(`slaves were lost: ${crashed.join(', ')}`);
    if (recordsLost > 0) throw new Error(`${recordsLost} records were lost`);
    const bad = counts.findIndex((each) => each?.['badFrames'] !== 0);
    if (bad >= 0) throw new Error(`p${bad} got what makes no sense: ${JSON.stringify(counts[bad])}`);
    return {
      records,
      results: judged(stack, kind, records),
      faults: proxies.faults(),
      seconds,
      isPremature: isPremature(records, parameters),
    };
  } finally {
    proxies.close();
  }
}
