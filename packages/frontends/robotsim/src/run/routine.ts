import { first, type Task, type Signal, Wait, WaitError } from '@kineko/kernel';
import type { Receiver, Sender } from '@kineko/neko';
import type { NekoRobot } from './neko-robot.js';
import { fits, misfit, SECONDS } from './quantities.js';

/** A protocol with any messages, as used by the code that builds a stack. */
export interface Launchable extends Receiver {
  setId(id: string): void;
  setSender(sender: Sender): void;
  launch(): void;
}

/** An algorithm with any messages, as used by the code that runs it. */
export interface AnyAlgorithm extends Launchable {
  /** Starts rounds in a task of their own, until the algorithm is finished or a condition holds. */
  startRounds(until: () => boolean): Task;
  /** Ends the algorithm and its nested algorithms at once, also during a round. */
  halt(): void;
}

/** A class of algorithms, such as `RandomMovement`. */
export type AlgorithmClass = new (robot: NekoRobot) => AnyAlgorithm;

/** A class of algorithms, or a composition of several. */
export type Runnable = AlgorithmClass | { toAlgorithm(): AlgorithmClass };

export function classOf(runnable: Runnable): AlgorithmClass {
  return typeof runnable === 'function' ? runnable : runnable.toAlgorithm();
}

/** End of a routine: a condition that is checked between two rounds, or a signal or a wait that ends it at once. */
export type End = (() => boolean) | Signal<unknown> | Wait<unknown>;

/** An invalid number of seconds or rounds. */
class RoutineError extends RangeError {
  override readonly name = 'RoutineError';
}

export function checkSeconds(seconds: number): void {
  if (!fits(seconds, SECONDS)) throw new RoutineError(`for(): ${misfit('seconds', seconds, SECONDS.what)}`);
}

export function checkRounds(rounds: number): void {
  if (Number.isInteger(rounds) && rounds >= 0) return;
  throw new RoutineError(`times(): ${misfit('rounds', rounds, 'an integer, 0 or more')}`);
}

/** The parent of a routine. */
export interface RoutineHost {
  task(): Task;
  sleep(seconds: number): Wait<void>;
  /** The routine that is running; a robot can run only one at a time. */
  running: Routine | undefined;
}

const never = (): boolean => false;

/**
 * A nested algorithm that its parent runs for a while. When it ends before it is finished, its current round and its motion
 * are ended at once.
 */
export class Routine {
  constructor(
    private readonly host: RoutineHost,
    private readonly algorithm: AnyAlgorithm,
    private readonly name: string,
  ) {}

  /** Runs it for a duration in simulated seconds, or until it is finished. */
  for(seconds: number): Promise<void> {
    checkSeconds(seconds);
    this.checkAlone();
    return this.runUntil(this.host.sleep(seconds));
  }

  /** Runs it until a condition holds between two rounds, a signal is fired or a wait ends; or until it is finished. */
  until(end: End): Promise<void> {
    this.checkAlone();
    if (typeof end === 'function') return this.runWhile(end);
    return this.runUntil(end instanceof Wait ? end : this.host.task().until(end));
  }

  /** Runs it for a number of rounds, or until it is finished. */
  times(rounds: number): Promise<void> {
    checkRounds(rounds);
    this.checkAlone();
    let left = rounds;
    return this.runWhile(() => left-- <= 0);
  }

  /** Runs it until it is finished. */
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

  /** Starts it, and returns a wait for its end. */
  private start(until: () => boolean): Wait<void> {
    const { host } = this;
    host.running = this;
    return host.task().until(this.algorithm.startRounds(until).ended);
  }

  /** Throws synchronously, since a rejected promise might not be handled. */
  private checkAlone(): void {
    const { running } = this.host;
    this.host.task().checkMayBegin(`run(${this.name})`);
    if (running === undefined) return;
    throw new WaitError(`it cannot run ${this.name} while it still runs ${running.name}: missing await?`);
  }
}
