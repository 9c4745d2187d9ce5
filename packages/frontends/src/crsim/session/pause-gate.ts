/** Holds a run back between its steps: for a pause, for single steps, and for a while after each. */
import type { Gate } from '@kineko/kernel';
import type { WallTime } from '../robots/link.js';

export class PauseGate implements Gate {
  readonly #clock: WallTime;
  /** Whether the run stands between two steps. */
  readonly #isBetween: () => boolean;
  #isPaused = false;
  #steps = 0;
  /** Those who wait for a step each: told how many there were, or undefined if theirs was not done. */
  readonly #waiting: ((steps: number | undefined) => void)[] = [];
  #callOff: (() => void) | undefined;
  #ask: (() => void) | undefined;
  /** Waited for after each step (ms). */
  pauseMillis = 0;

  constructor(clock: WallTime, isBetween: () => boolean) {
    this.#clock = clock;
    this.#isBetween = isBetween;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  pause(): void {
    this.#isPaused = true;
    this.#steps = 0;
  }

  resume(): void {
    this.#isPaused = false;
    this.#look();
  }

  /** Lets a run that is paused do one step; resolves to the number of steps then, or to undefined if it will not be done. */
  step(): Promise<number | undefined> {
    const done = new Promise<number | undefined>((resolve) => void this.#waiting.push(resolve));
    this.#steps++;
    this.#look();
    return done;
  }

  /** A step is over; there were so many. */
  stepped(steps: number): void {
    if (this.#steps > 0) this.#steps--;
    this.#waiting.shift()?.(steps);
    if (this.pauseMillis === 0 || this.#callOff !== undefined) return;
    this.#callOff = this.#clock.after(this.pauseMillis, () => {
      this.#callOff = undefined;
      this.#look();
    });
  }

  /** Nothing is held back any more. */
  open(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    for (const tell of this.#waiting.splice(0)) tell(undefined);
    this.resume();
  }

  admits(): boolean {
    if (!this.#isBetween()) return true;
    return this.#callOff === undefined && (!this.#isPaused || this.#steps > 0);
  }

  whenWorthAsking(ask: () => void): void {
    this.#ask = ask;
  }

  #look(): void {
    const ask = this.#ask;
    this.#ask = undefined;
    ask?.();
  }
}
