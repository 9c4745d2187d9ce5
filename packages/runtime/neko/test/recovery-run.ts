/** Runs in which processes crash, lose their memory and recover, over a network that loses and doubles copies. */
import { Random } from '@kineko/kernel';
import { Faults } from '../src/faults/faults.js';
import type { Fault } from '../src/faults/schedule.js';
import { SimNetwork } from '../src/networks/sim/channel.js';
import { RandomChannel } from '../src/networks/sim/random.js';
import { DuplicationChannel, LossChannel } from '../src/networks/sim/random-faults.js';
import type { NekoProcess } from '../src/process.js';
import type { LeaderOracle } from '../src/protocols/omega.js';
import type { NekoRecord } from '../src/records.js';
import { NekoSystem, type ProcessInitializer } from '../src/system.js';

/** From then on no process crashes, and a majority can make progress. */
const CALM_FROM = 40;

/** Each process is down for a while about every four seconds. */
export function outagesOf(n: number, seed: number): Fault[] {
  const faults: Fault[] = [];
  for (let process = 0; process < n; process++) {
    const random = new Random(seed).stream(`outages of p${process}`);
    for (let at = random.exponential(4); at < CALM_FROM; at += random.exponential(4)) {
      faults.push({ kind: 'crash', at, process, memory: 'lost' });
      at += random.uniform(0.1, 2);
      faults.push({ kind: 'recover', at, process });
    }
  }
  return faults;
}

/** Until it is calm, each process trusts itself or another one for a moment; then all trust process 0. */
export function fickleOracle(process: NekoProcess): LeaderOracle {
  const random = process.random('oracle');
  const listeners: ((leader: number) => void)[] = [];
  let leader = process.now < CALM_FROM ? process.id : 0;
  const timer = process.timer(() => {
    const isCalm = process.now >= CALM_FROM;
    leader = isCalm ? 0 : random.integer(0, process.n - 1);
    if (!isCalm) timer.schedule(random.uniform(0, 3));
    for (const listener of listeners) listener(leader);
  });
  timer.schedule(random.uniform(0, 3));
  return {
    get leader() {
      return leader;
    },
    onLeader: (listener) => void listeners.push(listener),
  };
}

export interface RecoveryOptions {
  readonly n: number;
  readonly seed: number;
  readonly initializer: ProcessInitializer;
  /** Default: outages of all processes. */
  readonly faults?: readonly Fault[];
  readonly loss?: number;
  readonly until?: number;
  /** Called when the system is built. */
  readonly plan?: (system: NekoSystem) => void;
}

/** Runs to a time; returns the records. */
export async function recoveryRun(options: RecoveryOptions): Promise<{ system: NekoSystem; records: NekoRecord[] }> {
  const { n, seed, initializer, faults = outagesOf(n, seed), loss = 0.1, until = 150, plan } = options;
  const records: NekoRecord[] = [];
  const system = new NekoSystem({
    n,
    seed,
    initializer,
    networks: (host) => {
      const lossy = new LossChannel(host, new RandomChannel(host, { lambda: 0.5 }), { probability: loss });
      return [new SimNetwork(host, new DuplicationChannel(host, lossy, { probability: loss }))];
    },
    emit: (record) => void records.push(record),
  });
  new Faults({ simulator: system.simulator, n, random: system.random }, faults).attach(system.processes);
  plan?.(system);
  await system.run({ until });
  return { system, records };
}
