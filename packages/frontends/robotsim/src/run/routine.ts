import { first, type Task, type Signal, Wait, WaitError } from '@kineko/kernel';
import type { Receiver, Sender } from '@kineko/neko';
import type { NekoRobot } from './neko-robot.js';
import { fits, misfit, SECONDS } from './quantities.js';

/** A protocol, whatever its messages are, as those see it who put it on a stack. */
export interface Launchable extends Receiver {
  setId(id: string): void;
  setSender(sender: Sender): void;
  launch(): void;
}

/** An algorithm, whatever its messages are, as those see it who put it to work. */
export interface AnyAlgorithm extends Launchable {
  /** Does round after round, in a process of the kernel of its own, until it is finished or a condition holds. */
  startRounds(until: () => boolean): Task;
  /** Ends what it does, in the middle of a round, and whatever it runs itself. */
  halt(): void;
}

export type AlgorithmClass = new (robot: NekoRobot) => AnyAlgorithm;

/** What can be run: a class of algorithms, or a composition of several. */
export type Runnable = AlgorithmClass | { toAlgorithm(): AlgorithmClass };

export function classOf(runnable: Runnable): AlgorithmClass {
  return typeof runnable === 'function' ? runnable : runnable.toAlgorithm();
}

/** When a routine ends: a condition, looked at between two rounds; or a signal or a wait, at the very instant. */
export type End = (() => boolean) | Signal<unknown> | Wait<unknown>;

/** A number of seconds or rounds that makes no sense. */
export class RoutineError extends RangeError {
  override readonly name = 'RoutineError';
}

export function checkSeconds(seconds: number): void {
  if (!fits(seconds, SECONDS)) throw new RoutineError(`for(): ${misfit('seconds', seconds, SECONDS.what)}`);
}

export function checkRounds(rounds: number): void {
  if (Number.isInteger(rounds) && rounds >= 0) return;
  throw new RoutineError(`times(): ${misfit('rounds', rounds, 'an integer, 0 or more')}`);
}

/** What a routine needs of the algorithm that runs it. */
export interface RoutineHost {
  task(): Task;
  sleep(seconds: number): Wait<void>;
  /** The one that runs: there is one body, so that there can be no other beside it. */
  running: Routine | undefined;
}

/** Never true: it ends by something else. */
const never = (): boolean => false;

/**
 * An algorithm that another one runs for a while, unchanged, in its own place. What it was about to do when its time is up
 * is given up there and then, its motion included.
 */
export class Routine {
  constructor(
    private readonly host: RoutineHost,
    private readonly algorithm: AnyAlgorithm,
    private readonly name: string,
  ) {}

  /** For some simulated seconds, or until it is finished. */
  for(seconds: number): Promise<void> {
    checkSeconds(seconds);
    this.checkAlone();
    return this.runUntil(this.host.sleep(seconds));
  }

  /** Until a condition holds between two of its rounds, a signal is fired or a wait is over; or until it is finished. */
  until(end: End): Promise<void> {
    this.checkAlone();
    if (typeof end === 'function') return this.runWhile(end);
    return this.runUntil(end instanceof Wait ? end : this.host.task().until(end));
  }

  /** So many rounds, or until it is finished. */
  times(rounds: number): Promise<void> {
    checkRounds(rounds);
    this.checkAlone();
    let left = rounds;
    return this.runWhile(() => left-- <= 0);
  }

  /** Until it is finished. */
  toEnd(): Promise<void> {
    this.checkAlone();
    return this.runWhile(never);
  }

  /** Ends it at once. */
  halt(): void {
    if (this.host.running !== this) return;
    this.host.running = undefined;
    this.algorithm.halt();
  }

  private async runWhile(until: () => boolean): Promise<void> {
    try {
      await this.start(until);
      this.host.running = undefined;
    } finally {
      this.halt();
    }
  }

  private async runUntil(end: Wait<unknown>): Promise<void> {
    try {
      const { index } = await first(this.start(never), end);
      if (index === 0) this.host.running = undefined;
    } finally {
      this.halt();
    }
  }

  /** The wait for its end. */
  private start(until: () => boolean): Wait<void> {
    const { host } = this;
    host.running = this;
    return host.task().until(this.algorithm.startRounds(until).ended);
  }

  /** Not in a promise, which nobody might look at. */
  private checkAlone(): void {
    const { running } = this.host;
    this.host.task().checkMayBegin(`run(${this.name})`);
    if (running === undefined) return;
    throw new WaitError(`it is to run ${this.name} while it still runs ${running.name}: missing await?`);
  }
}
