import { Random, Simulator } from '@kineko/kernel';
import type { Lie } from '../faults/byzantine.js';
import type { NekoMessage, Network } from '../message.js';
import { type NekoHost, NekoProcess } from '../process.js';
import type { NekoRecord } from '../records.js';
import { Timer } from '../timer.js';
import { hashed, stateOf } from './fingerprint.js';

/** An action of a process, taken once, at any moment after its earlier ones. */
export interface ExploreAction<Stack> {
  readonly process: number;
  readonly name: string;
  readonly run: (stack: Stack) => void;
}

/** The processes that are explored: their protocols, and what they do. */
export interface ExploreSystem<Stack> extends Pick<NekoHost, 'parameters' | 'composeLink' | 'log'> {
  /** Number of processes. Default: 3. */
  readonly n?: number;
  /**
   * Builds and launches the protocols of a process; returns the argument of its actions. It is called once for every
   * run of the process, so it must not share anything between processes.
   *
   * @param peers All processes by id. Only their crashes can be observed.
   */
  readonly wire: (process: NekoProcess, peers: readonly NekoProcess[]) => Stack;
  /** Default: none. */
  readonly actions?: readonly ExploreAction<Stack>[];
  /** Seed of random streams. Default: 0. */
  readonly seed?: number;
  /** Guarantees of the network that protocols see at their launch. Default: unknown. */
  readonly guarantees?: Network['guarantees'];
  /** Number of networks of each process, which are explored as one. Default: 1. */
  readonly networks?: number;
  /** Byzantine processes: each copy of their messages may be lost or changed, for each receiver separately. Default: none. */
  readonly byzantine?: readonly number[];
  /** The change of a copy of a Byzantine process; its content alone must decide. Default: `BEHAVIOURS.change`. */
  readonly lie?: Lie;
}

/** Records whether a listener would notice its crash. */
class ObservedProcess extends NekoProcess {
  isObserved = false;

  override onCrash(listener: (isCrashed: boolean) => void, owner?: NekoProcess): void {
    this.isObserved = true;
    super.onCrash(listener, owner);
  }
}

/**
 * One process by itself: each input is chosen, and the messages and records that result are collected. Its clock is
 * moved only by its own timers, so that time reveals nothing about others.
 */
export class LocalRun<Stack> {
  /** Messages and records of the last input; the caller empties them. */
  sent: NekoMessage[] = [];
  records: NekoRecord[] = [];
  timersFired = 0;
  crashes = 0;
  private readonly clock = new Simulator();
  private readonly random: Random;
  private readonly peers: readonly ObservedProcess[];
  private readonly actions: readonly ExploreAction<Stack>[];
  private actionsTaken = 0;
  private stack: Stack | undefined = undefined;
  private readonly opaque: ReadonlySet<unknown>;

  constructor(
    readonly id: number,
    private readonly system: ExploreSystem<Stack>,
  ) {
    const { n = 3, actions = [], seed = 0, guarantees, networks = 1, parameters, composeLink, log } = system;
    this.random = new Random(seed);
    this.actions = actions.filter(({ process }) => process === id);
    const network: Network = { guarantees, connect() {}, send: (message) => void this.sent.push(message) };
    const restart = (): void => void (this.stack = this.system.wire(this.process, this.peers));
    const host = { simulator: this.clock, n, random: this.random, parameters, composeLink, log, restart };
    const emit = (record: NekoRecord): void => void this.records.push(record);
    const all = Array.from({ length: networks }, () => network);
    this.peers = Array.from(
      { length: n },
      (_, peer) => new ObservedProcess(peer, peer === id ? { ...host, emit } : host, all),
    );
    this.opaque = new Set<unknown>([...this.peers, ...all, this.clock, this.process.network()]);
  }

  get process(): NekoProcess {
    return this.peers[this.id]!;
  }

  /** The protocols, as the system built them. */
  get protocols(): Stack | undefined {
    return this.stack;
  }

  get nextAction(): string | undefined {
    return this.process.isCrashed ? undefined : this.actions[this.actionsTaken]?.name;
  }

  /** Number of writes to its stable storage that a crash may lose. */
  get unsynced(): number {
    return this.process.isCrashed ? 0 : this.process.stable.pending;
  }

  get hasTimer(): boolean {
    return !this.process.isCrashed && this.clock.nextTime < Infinity;
  }

  /** Its waiting tasks and its timers, in words. */
  get waits(): readonly string[] {
    const { clock, process } = this;
    const tasks = clock.waiting.map(({ task, for: reasons }) => `${task}: waits for ${reasons.join(' or ')}`);
    const due = clock.eventsOf(this.id).map(({ time, event }) => {
      const seconds = Number((time - process.now).toFixed(3));
      return `${event.describe()} in ${seconds} s`;
    });
    return [...tasks, ...due];
  }

  // Inputs. Each returns a promise only if there is something to wait for.

  start(): Promise<void> | undefined {
    const { process, system } = this;
    if (system.byzantine?.includes(this.id) === true) {
      const value = { behaviour: 'any' };
      const { now: time, id } = process;
      process.emit?.({ type: 'protocolEvent', time, process: id, protocol: 'faults', event: 'byzantine', value });
    }
    this.stack = system.wire(process, this.peers);
    return this.settle();
  }

  act(): Promise<void> | undefined {
    this.actions[this.actionsTaken++]!.run(this.stack!);
    return this.settle();
  }

  deliver(message: NekoMessage): Promise<void> | undefined {
    this.process.deliver(message);
    return this.settle();
  }

  async fireTimer(): Promise<void> {
    this.timersFired++;
    await this.clock.run({ until: this.clock.nextTime });
  }

  /** Loses its memory. @param kept Number of writes to stable storage since the last sync that survive. */
  crash(kept: number): Promise<void> | undefined {
    const { process, clock } = this;
    if (process.stable.pending > 0) process.stable.lose(kept);
    process.crash('lost');
    this.crashes++;
    for (const timer of clock.eventsOf(this.id)) clock.cancel(timer);
    return undefined;
  }

  /** Starts its protocols again, with its stable storage. */
  recover(): Promise<void> | undefined {
    this.process.recover();
    return this.settle();
  }

  /** Whether this process notices the crash or recovery of another one, now or when it recovers. */
  observes(peer: number): boolean {
    return this.peers[peer]!.isObserved;
  }

  peerCrashed(peer: number): Promise<void> | undefined {
    this.peers[peer]!.crash();
    return this.settle();
  }

  peerRecovered(peer: number): Promise<void> | undefined {
    this.peers[peer]!.recover();
    return this.settle();
  }

  /**
   * A text that is the same for states that continue in the same way; undefined if the process has a task, whose
   * position cannot be seen.
   *
   * @param recovers Whether it may recover from a crash, so that its stable storage matters.
   */
  fingerprint(recovers: boolean): string | undefined {
    const { process } = this;
    if (process.isCrashed && !recovers) return 'crashed';
    if (process.launchedPrograms > 0) return undefined;
    const stable = recovers ? JSON.stringify(process.stable.contents) : '';
    const state = process.isCrashed ? 'crashed' : stateOf(process, this.stack, this.opaque);
    if (state === undefined) return undefined;
    const due = this.clock.eventsOf(this.id).map(({ time, event }) => {
      return `${time - process.now} ${event.describe()} ${event instanceof Timer ? event.effect : ''}`;
    });
    const random = JSON.stringify([...this.random.save()]);
    const crashed = this.peers.map(({ isCrashed }) => Number(isCrashed)).join('');
    return hashed([state, stable, this.actionsTaken, this.timersFired, crashed, due.join(), random].join('\n'));
  }

  /** Runs everything that is due at the current instant. */
  private settle(): Promise<void> | undefined {
    const { clock } = this;
    return clock.nextTime <= clock.now ? clock.run({ until: clock.now }).then(() => {}) : undefined;
  }
}
