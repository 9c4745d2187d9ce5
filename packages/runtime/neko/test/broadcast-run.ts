/** Runs of broadcasts on a hostile network, and the checks of these runs. */
import { EventClass } from '@kineko/kernel';
import type { Sender } from '../src/message.js';
import type { NekoProcess } from '../src/process.js';
import { Protocol } from '../src/protocol.js';
import { wire } from '../src/protocols/wire.js';
import type { NekoRecord } from '../src/records.js';
import { NekoSystem } from '../src/system.js';
import { HostileNetwork, type HostileOptions } from './hostile-network.js';

/** Id of the broadcast under test. */
export const TOP = 'top';

export interface BroadcastRunOptions {
  readonly n: number;
  readonly seed: number;
  readonly network?: HostileOptions;
  /** Wires the broadcast under test, as `TOP`. */
  readonly stack: (process: NekoProcess) => Sender;
  /** Number of broadcasts of each process, besides answers (about half as many). Default: 4. */
  readonly broadcasts?: number;
  /** By process: when it crashes. */
  readonly crashes?: Readonly<Record<number, number>>;
  /** By process: when it recovers. */
  readonly recoveries?: Readonly<Record<number, number>>;
  /** Default: until nothing is left to do. */
  readonly until?: number;
}

export interface BroadcastRun {
  readonly n: number;
  readonly records: readonly NekoRecord[];
  readonly stoppedBy: string;
  /** By process: ids of its broadcasts. */
  readonly broadcasts: readonly (readonly string[])[];
  /** By process: ids of its deliveries, in order. */
  readonly deliveries: readonly (readonly string[])[];
  /** By process: the texts passed up to it. */
  readonly texts: readonly (readonly string[])[];
  /** By id: the messages that its sender had broadcast or delivered before. */
  readonly causes: ReadonlyMap<string, readonly string[]>;
  /** Processes that never crashed permanently. */
  readonly correct: readonly number[];
}

/** Broadcasts now and then, and answers some of the messages. */
class Talker extends Protocol<{ SAY: { readonly text: string } }> {
  readonly heard: string[] = [];
  private said = 0;
  private answersLeft = 2;
  protected readonly handlers = {
    SAY: ({ text }: { readonly text: string }) => this.handleSay(text),
  };

  talk(count: number): void {
    for (let i = 0; i < count; i++) this.process.timer(() => this.say()).schedule(this.random() * count);
  }

  private say(): void {
    this.sendTo(this.process.all, 'SAY', { text: `${this.process.id}.${this.said++}` });
  }

  private handleSay(text: string): void {
    this.heard.push(text);
    if (this.answersLeft === 0 || this.random() < 0.7) return;
    this.answersLeft--;
    this.say();
  }
}

export async function broadcastRun(options: BroadcastRunOptions): Promise<BroadcastRun> {
  const { n, seed, network = {}, stack, broadcasts = 4, crashes = {}, recoveries = {}, until } = options;
  const records: NekoRecord[] = [];
  const talkers: Talker[] = [];
  let hostile: HostileNetwork | undefined;
  const system = new NekoSystem({
    n,
    seed,
    networks: (host) => [(hostile = new HostileNetwork(host, network))],
    initializer: (process) => {
      const talker = wire(new Talker(process), 'talker', stack(process));
      talkers.push(talker);
      talker.talk(broadcasts);
    },
    emit: (record) => void records.push(record),
  });
  hostile!.isCrashed = (process) => system.process(process).isCrashed;
  const at = (time: number, run: () => void): void => {
    system.simulator.schedule(time, { class: EventClass.Motion, low: 0, high: 0, run, describe: () => 'fault' });
  };
  for (const [id, time] of Object.entries(crashes)) at(time, () => system.process(Number(id)).crash());
  for (const [id, time] of Object.entries(recoveries)) at(time, () => system.process(Number(id)).recover());
  const { stoppedBy } = await system.run(until === undefined ? {} : { until });
  const correct = system.processes.filter(({ isCrashed }) => !isCrashed).map(({ id }) => id);
  return { n, records, stoppedBy, correct, texts: talkers.map(({ heard }) => heard), ...readRecords(records, n) };
}

function readRecords(records: readonly NekoRecord[], n: number) {
  const lists = (): string[][] => Array.from({ length: n }, () => []);
  const [broadcasts, deliveries, past] = [lists(), lists(), lists()];
  const causes = new Map<string, readonly string[]>();
  for (const record of records) {
    if (record.type !== 'protocolEvent' || record.protocol !== TOP) continue;
    const { message } = record.value as { message: string };
    if (record.event === 'broadcast') {
      broadcasts[record.process]!.push(message);
      causes.set(message, [...past[record.process]!]);
    } else if (record.event === 'deliver') deliveries[record.process]!.push(message);
    else continue;
    past[record.process]!.push(message);
  }
  return { broadcasts, deliveries, causes };
}

// Checks: each returns a text for every violation.

/** Integrity: once, and only messages that were broadcast. */
export function notOnce({ broadcasts, deliveries }: BroadcastRun): string[] {
  const all = new Set(broadcasts.flat());
  return deliveries.flatMap((list, process) => [
    ...list.filter((id, place) => list.indexOf(id) !== place).map((id) => `p${process} delivered ${id} twice`),
    ...list.filter((id) => !all.has(id)).map((id) => `p${process} delivered ${id}, which no process broadcast`),
  ]);
}

/** Total order, including crashed processes: of any two sequences one is a prefix of the other. */
export function differentOrder({ deliveries }: BroadcastRun): string[] {
  return deliveries.flatMap((a, p) =>
    deliveries.slice(p + 1).flatMap((b, rest) => {
      const place = a.findIndex((id, i) => i < b.length && b[i] !== id);
      return place < 0 ? [] : [`p${p} delivered ${a[place]} where p${p + 1 + rest} delivered ${b[place]}`];
    }),
  );
}

/** FIFO order: the messages of each origin in the order of their numbers, without gaps. */
export function notFifo({ deliveries, n }: BroadcastRun): string[] {
  return deliveries.flatMap((list, process) => {
    const next = Array.from({ length: n }, () => 0);
    return list
      .filter((id) => {
        const [origin, number] = id.split(';').map(Number);
        return next[origin!]!++ !== number;
      })
      .map((id) => `p${process} delivered ${id} out of its sender's order`);
  });
}

export function notCausal({ deliveries, causes }: BroadcastRun): string[] {
  return deliveries.flatMap((list, process) => {
    const place = new Map(list.map((id, i) => [id, i]));
    return list.flatMap((id, i) =>
      causes
        .get(id)!
        .filter((cause) => (place.get(cause) ?? Infinity) > i)
        .map((cause) => `p${process} delivered ${id} not after ${cause}`),
    );
  });
}

/**
 * Validity and agreement: a message that a correct process broadcast or delivered is delivered by every correct one.
 */
export function missing({ broadcasts, deliveries, correct }: BroadcastRun): string[] {
  const due = new Set(correct.flatMap((process) => [...broadcasts[process]!, ...deliveries[process]!]));
  return missingOf(due, deliveries, correct);
}

/** Uniform agreement: a message that any process delivered is delivered by every correct one. */
export function uniformlyMissing({ deliveries, correct }: BroadcastRun): string[] {
  return missingOf(new Set(deliveries.flat()), deliveries, correct);
}

function missingOf(
  due: ReadonlySet<string>,
  deliveries: BroadcastRun['deliveries'],
  correct: readonly number[],
): string[] {
  return correct.flatMap((process) => {
    const delivered = new Set(deliveries[process]);
    return [...due].filter((id) => !delivered.has(id)).map((id) => `p${process} did not deliver ${id}`);
  });
}

/** Uniformity seen from inside: messages delivered although some process had not received them. */
export function deliveredTooEarly({ records, n }: BroadcastRun): string[] {
  const has = Array.from({ length: n }, () => new Set<string>());
  const found: string[] = [];
  for (const record of records) {
    if (record.type === 'deliver') {
      const { post } = record.content as { post?: { origin: number; number: number } | null };
      if (post != null) has[record.process]!.add(`${post.origin};${post.number}`);
    } else if (record.type === 'protocolEvent' && record.event === 'deliver') {
      const { message } = record.value as { message: string };
      if (!has.every((messages) => messages.has(message)))
        found.push(`p${record.process} delivered ${message} too early`);
    }
  }
  return found;
}

export type Check = (run: BroadcastRun) => string[];

/** Runs it with many seeds; returns all violations with their seed, and the number of deliveries. */
export async function manyRuns(
  seeds: number,
  options: (seed: number) => Omit<BroadcastRunOptions, 'seed'>,
  checks: readonly Check[],
): Promise<{ violations: string[]; deliveries: number }> {
  const violations: string[] = [];
  let deliveries = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const run = await broadcastRun({ seed, ...options(seed) });
    deliveries += run.deliveries.flat().length;
    for (const check of checks) violations.push(...check(run).map((violation) => `seed ${seed}: ${violation}`));
  }
  return { violations, deliveries };
}
