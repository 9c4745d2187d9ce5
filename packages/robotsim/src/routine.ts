import { first, type Process, type Signal, Wait } from '@kineko/kernel';
import type { Receiver, Sender } from '@kineko/neko';
import type { NekoRobot } from './neko-robot.js';

/** A protocol, whatever its messages are, as those see it who put it on a stack. */
export interface Launchable extends Receiver {
  setId(id: string): void;
  setSender(sender: Sender): void;
  launch(): void;
}

/** An algorithm, whatever its messages are, as those see it who put it to work. */
export interface AnyAlgorithm extends Launchable {
  /** Does round after round, in a process of the kernel of its own, until it is finished or a condition holds. */
  startRounds(until: () => boolean, onFinished: () => void): Process;
  /** Ends what it does, in the middle of a round, and whatever it runs itself. */
  halt(): void;
}

export type AlgorithmClass = new (robot: NekoRobot) => AnyAlgorithm;

/** When a routine ends: a condition, looked at between two rounds; or a signal or a wait, at the very instant. */
export type End = (() => boolean) | Signal<unknown> | Wait<unknown>;

/** Never true: it ends by something else. */
const never = (): boolean => false;

/**
 * An algorithm that another one runs for a while, unchanged, in its own place. What it was about to do when its time is up
 * is given up there and then, its motion included.
 */
export class Routine {
  #running: Process | undefined;

  constructor(
    private readonly thread: Process,
    private readonly algorithm: AnyAlgorithm,
  ) {}

  /** For some simulated seconds, or until it is finished. */
  for(seconds: number): Promise<void> {
    return this.#run(never, () => this.thread.sleep(seconds));
  }

  /** Until a condition holds between two of its rounds, a signal is fired or a wait is over; or until it is finished. */
  until(end: End): Promise<void> {
    if (typeof end === 'function') return this.#run(end);
    return this.#run(never, () => (end instanceof Wait ? end : this.thread.until(end)));
  }

  /** So many rounds, or until it is finished. */
  times(rounds: number): Promise<void> {
    let left = rounds;
    return this.#run(() => left-- <= 0);
  }

  /** Until it is finished. */
  toEnd(): Promise<void> {
    return this.#run(never);
  }

  /** Ends it at once. */
  halt(): void {
    if (this.#running === undefined) return;
    this.#running = undefined;
    this.algorithm.halt();
  }

  async #run(until: () => boolean, end?: () => Wait<unknown>): Promise<void> {
    this.#running = this.algorithm.startRounds(until, never);
    const over = this.thread.until(this.#running.ended);
    const isOver = end === undefined || (await first(over, end())).index === 0;
    if (!isOver) return this.halt();
    if (end === undefined) await over;
    this.#running = undefined;
  }
}
