/** Processes that send messages by a plan and ignore those they receive. */
import type { RecordOf } from '@kineko/formats/trace';
import { EventClass } from '@kineko/kernel';
import { type Channel, SimNetwork, type Traffic } from '../src/networks/sim/channel.js';
import type { NekoHost } from '../src/process.js';
import { Protocol } from '../src/protocol.js';
import type { NekoRecord } from '../src/records.js';
import { NekoSystem } from '../src/system.js';

export interface Sending {
  readonly at: number;
  readonly from: number;
  readonly to: readonly number[];
  readonly content?: unknown;
}

export interface Arrival {
  readonly time: number;
  readonly from: number;
  readonly to: number;
  /** Number of the message among those of its sender, from 1. */
  readonly number: number;
  /** When it was sent. */
  readonly sentAt: number;
  /** Why it was lost, for those that were. */
  readonly reason?: string;
}

export interface Outcome {
  readonly arrivals: readonly Arrival[];
  readonly drops: readonly Arrival[];
  readonly records: readonly NekoRecord[];
  readonly traffic: Traffic;
}

class Load extends Protocol<{ DATA: unknown }> {
  protected readonly handlers = { DATA: () => {} };

  emitTo(to: readonly number[], content: unknown): void {
    this.sendTo(to, 'DATA', content);
  }
}

export interface Plan {
  readonly n: number;
  readonly sendings: readonly Sending[];
  readonly channel: (host: NekoHost) => Channel;
  readonly seed?: number;
  readonly until?: number;
  /** Once the system has been made. */
  readonly prepare?: (system: NekoSystem) => void;
}

export async function carryOut({ n, sendings, channel, seed = 1, until, prepare }: Plan): Promise<Outcome> {
  const records: NekoRecord[] = [];
  const loads: Load[] = [];
  let network: SimNetwork | undefined;
  const system = new NekoSystem({
    n,
    seed,
    networks: (host) => [(network = new SimNetwork(host, channel(host)))],
    emit: (record) => void records.push(record),
    initializer: (process) => {
      const load = new Load(process);
      load.setId('load');
      load.setSender(process.network());
      load.launch();
      loads[process.id] = load;
    },
  });
  for (const { at, from, to, content = null } of sendings) {
    system.simulator.schedule(at, {
      class: EventClass.WakeUp,
      low: from,
      high: from,
      run: () => loads[from]!.emitTo(to, content),
      describe: () => 'sending',
    });
  }
  prepare?.(system);
  await system.run(until === undefined ? {} : { until });
  return { ...outcomeOf(records), records, traffic: network!.traffic };
}

function outcomeOf(records: readonly NekoRecord[]): Pick<Outcome, 'arrivals' | 'drops'> {
  const sentAt = new Map<string, number>();
  const arrivals: Arrival[] = [];
  const drops: Arrival[] = [];
  const arrivalOf = ({ time, from, process, message }: RecordOf<'deliver'> | RecordOf<'drop'>): Arrival => ({
    time,
    from,
    to: process,
    number: message,
    sentAt: sentAt.get(`${from} ${message}`)!,
  });
  for (const record of records) {
    if (record.type === 'send') sentAt.set(`${record.process} ${record.message}`, record.time);
    else if (record.type === 'deliver') arrivals.push(arrivalOf(record));
    else if (record.type === 'drop') drops.push({ ...arrivalOf(record), reason: record.reason });
  }
  return { arrivals, drops };
}

/** A number of sendings from one process to another, at equal intervals from 0. */
export function steady(count: number, every = 1, from = 0, to: readonly number[] = [1]): Sending[] {
  return Array.from({ length: count }, (_, k) => ({ at: k * every, from, to }));
}
