import type { Guarantees } from '../guarantees.js';
import { EventClass } from '@kineko/kernel';
import type { NekoMessage } from '../message.js';
import { BurstsChannel } from '../networks/sim/bursts.js';
import { type Channel, type ChannelEnd, ChannelWrapper } from '../networks/sim/channel.js';
import { type LinkPredicate, linkPredicate } from '../networks/sim/links.js';
import { type Cut, PartitionChannel } from '../networks/sim/partition.js';
import { DuplicationChannel, LossChannel, SpikesChannel } from '../networks/sim/random-faults.js';
import { canonicalJson } from '../plain-data.js';
import type { NekoHost, NekoProcess } from '../process.js';
import { expected, oneOf } from '@kineko/formats/problem';
import { BEHAVIOURS, ByzantineChannel, type Lie } from './byzantine.js';
import {
  type ByzantineFault,
  checkFaults,
  type CopyFault,
  type CrashFault,
  type DriftFault,
  type Fault,
  FaultError,
  type FaultSchedule,
  type HealFault,
  type PartitionFault,
  type RecoverFault,
} from './schedule.js';

/**
 * Applies a fault schedule: link faults to the networks it is put around, process faults to the given processes.
 *
 * A lasting fault affects the copies sent while it lasts and draws for each of them from its own random stream,
 * whatever else happens to the copy. So two runs that send the same messages, one without some fault, differ by that
 * fault alone.
 */
export class Faults {
  private readonly schedule: FaultSchedule;

  /**
   * @param schedule Checked here: it may come from a file.
   * @param lies Behaviours of Byzantine processes besides the built-in ones, by name.
   */
  constructor(
    private readonly host: NekoHost,
    schedule: unknown,
    private readonly lies: ReadonlyMap<string, Lie> = new Map(),
  ) {
    this.schedule = checkFaults(schedule, host.n);
    const unknown = this.schedule.flatMap((fault, index) =>
      fault.kind === 'byzantine' && this.lieOf(fault.behaviour) === undefined
        ? [
            `faults[${index}].behaviour: ${expected(oneOf([...Object.keys(BEHAVIOURS), 'a function']), fault.behaviour)}`,
          ]
        : [],
    );
    if (unknown.length > 0) throw new FaultError(unknown);
  }

  /** @param network Distinguishes the random streams of several networks of a system. */
  around(channel: Channel, network = ''): Channel {
    const streams = network === '' ? 'fault' : `${network}/fault`;
    const faults = new FaultsChannel(this.host, channel, this.schedule, streams, (name) => this.lieOf(name)!);
    return faults.isEmpty ? channel : faults;
  }

  private lieOf(behaviour: string): Lie | undefined {
    return this.lies.get(behaviour) ?? (Object.hasOwn(BEHAVIOURS, behaviour) ? BEHAVIOURS[behaviour] : undefined);
  }

  /** Makes processes crash and recover, before any delivery of the same instant, and omit messages. */
  attach(processes: readonly NekoProcess[]): void {
    const { simulator } = this.host;
    for (const { at, process, except } of this.schedule.filter((fault) => fault.kind === 'omit'))
      processes[process]!.programMessages.omit(at, except);
    const events = this.schedule.filter(({ kind }) => PROCESS_EVENTS.includes(kind)) as ProcessFault[];
    for (const fault of events.sort(byOrder)) {
      const { at, kind, process } = fault;
      simulator.schedule(at, {
        class: EventClass.Motion,
        low: process,
        high: process,
        run: () => this.happen(fault, processes[process]!),
        describe: () => `${kind} of p${process}`,
      });
    }
  }

  private happen(fault: ProcessFault, process: NekoProcess): void {
    switch (fault.kind) {
      case 'crash':
        return process.crash(fault.memory);
      case 'recover':
        return process.recover();
      case 'drift':
        return process.setClockRate(fault.rate);
      case 'byzantine': {
        // Checkers must not expect anything of it.
        const { now: time, id } = process;
        const value = { behaviour: fault.behaviour };
        process.emit?.({ type: 'protocolEvent', time, process: id, protocol: 'faults', event: 'byzantine', value });
      }
    }
  }
}

/** A fault that is an event of a process. */
type ProcessFault = CrashFault | RecoverFault | ByzantineFault | DriftFault;

const PROCESS_EVENTS: readonly Fault['kind'][] = ['crash', 'recover', 'byzantine', 'drift'];

/** Recoveries come first: a process that crashes at the instant of its recovery is crashed. */
function byOrder(a: ProcessFault, b: ProcessFault): number {
  return a.at - b.at || a.process - b.process || Number(a.kind === 'crash') - Number(b.kind === 'crash');
}

/** A fault on its links, while it lasts. */
interface Window {
  readonly from: number;
  readonly until: number;
  readonly includes: LinkPredicate;
  readonly fault: ChannelWrapper;
}

class FaultsChannel extends ChannelWrapper {
  /** From the outermost to the innermost. */
  private readonly windows: readonly Window[];
  /** The active faults, and the time until which they are valid. */
  private present: readonly Window[] = [];
  private presentUntil = -Infinity;

  constructor(
    host: NekoHost,
    inner: Channel,
    schedule: FaultSchedule,
    streams: string,
    lieOf: (behaviour: string) => Lie,
  ) {
    super(host, inner);
    const named = namesOf(schedule);
    const windowsOf = (...kinds: Fault['kind'][]): Window[] =>
      named
        .filter((each): each is Named<CopyFault> => kinds.includes(each.fault.kind))
        .sort((a, b) => a.fault.at - b.fault.at || (a.name < b.name ? -1 : 1))
        .map(({ fault, name }) => ({
          from: fault.at,
          until: fault.until ?? Infinity,
          includes: linkPredicate(fault.links),
          fault: wrapperOf(host, inner, fault, `${streams}/${name}`),
        }));
    const lies = named.flatMap(({ fault, name }): Window[] => {
      if (fault.kind !== 'byzantine') return [];
      const options = { ...fault, lie: lieOf(fault.behaviour), stream: `${streams}/${name}` };
      const { at: from, until = Infinity } = fault;
      return [{ from, until, includes: () => true, fault: new ByzantineChannel(host, inner, options) }];
    });
    // A cut link loses a copy when it would arrive, so cuts come after all that delays or doubles it.
    this.windows = [
      ...lies,
      ...windowsOf('loss', 'bursts'),
      ...partitionsOf(host, inner, schedule),
      ...windowsOf('duplication'),
      ...windowsOf('spike'),
    ];
  }

  /** Whether no fault affects copies. */
  get isEmpty(): boolean {
    return this.windows.length === 0;
  }

  /** The guarantees that hold with every fault. */
  override get guarantees(): Guarantees {
    return super.guarantees.filter((each) => this.windows.every(({ fault }) => fault.guarantees.includes(each)));
  }

  endFor(message: NekoMessage, to: number, end: ChannelEnd): ChannelEnd {
    const { now } = this.host.simulator;
    if (now >= this.presentUntil) this.lookAround(now);
    let outcome = end;
    for (const { includes, fault } of this.present)
      if (includes(message.from, to)) outcome = fault.endFor(message, to, outcome);
    return outcome;
  }

  private lookAround(now: number): void {
    this.present = this.windows.filter(({ from, until }) => from <= now && now < until);
    this.presentUntil = this.windows
      .flatMap(({ from, until }) => [from, until])
      .reduce((next, time) => (time > now ? Math.min(next, time) : next), Infinity);
  }
}

function wrapperOf(host: NekoHost, inner: Channel, fault: CopyFault, stream: string): ChannelWrapper {
  switch (fault.kind) {
    case 'loss':
      return new LossChannel(host, inner, { ...fault, stream });
    case 'bursts':
      return new BurstsChannel(host, inner, { ...fault, stream });
    case 'duplication':
      return new DuplicationChannel(host, inner, { ...fault, stream });
    case 'spike':
      return new SpikesChannel(host, inner, { ...fault, stream });
  }
}

/**
 * One channel for all partitions that lose copies, one for all that hold them. They look ahead, so they are always
 * active.
 */
function partitionsOf(host: NekoHost, inner: Channel, schedule: FaultSchedule): Window[] {
  const heals = schedule.filter((fault) => fault.kind === 'heal');
  const partitions = schedule.filter((fault) => fault.kind === 'partition');
  return (['lost', 'held'] as const).flatMap((copies) => {
    const cuts = partitions.filter((partition) => (partition.copies ?? 'lost') === copies);
    if (cuts.length === 0) return [];
    const fault = new PartitionChannel(
      host,
      inner,
      cuts.map((partition) => cutOf(partition, heals)),
      { copies },
    );
    return [{ from: -Infinity, until: Infinity, includes: () => true, fault }];
  });
}

function cutOf(fault: PartitionFault, heals: readonly HealFault[]): Cut {
  const { at: from, until: end = Infinity, name } = fault;
  const until = heals
    .filter(({ at, partition }) => at > from && (partition === undefined || partition === name))
    .reduce((first, { at }) => Math.min(first, at), end);
  return { ...fault, from, until };
}

interface Named<F extends Fault> {
  readonly fault: F;
  readonly name: string;
}

/** Names the random stream of each fault, independently of its index, which changes when another fault is removed. */
function namesOf(schedule: FaultSchedule): Named<Fault>[] {
  const counts = new Map<string, number>();
  return schedule.map((fault) => {
    const name = 'name' in fault && fault.name !== undefined ? fault.name : canonicalJson(fault);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    // Equal faults are interchangeable.
    return { fault, name: count === 1 ? name : `${name}#${count}` };
  });
}
