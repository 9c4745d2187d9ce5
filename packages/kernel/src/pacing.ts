/**
 * Real time: the simulator's own loop with a wait of the wall clock in front of each instant. What happens, and in
 * which order, is the same as without it. Reached by `@kineko/kernel/pacing` only: the engine knows no wall clock.
 */
import type { Gate } from './simulator.js';

/** The outside's time; tests bring their own. */
export interface WallClock {
  /** Seconds since some fixed moment. */
  now(): number;
  /** Calls back after some seconds; returns how to take that back. */
  wait(seconds: number, callback: () => void): () => void;
}

export interface PacingOptions {
  /** Simulated seconds per second of the wall clock; Infinity does not wait at all. */
  readonly factor?: number;
  /** Starts paused. */
  readonly paused?: boolean;
  /** A run that falls behind by more than this many seconds does not try to catch up: it goes on from where it is. */
  readonly mostLagSeconds?: number;
  readonly wallClock?: WallClock;
}

/** Longest single wait: so soon a run that waits for a far event notices one that was scheduled from outside. */
const LONGEST_WAIT_SECONDS = 0.05;

/** Lets a run pass no faster than a factor of the wall clock: `simulator.run(limits, new Pacer({ factor: 2 }))`. */
export class Pacer implements Gate {
  private readonly wallClock: WallClock;
  private readonly mostLagSeconds: number;
  private rate: number;
  private isPaused: boolean;
  private stepsAsked = 0;
  /** Whether a paused run has gone as far as it may. */
  private isFarEnough: (() => boolean) | undefined;
  /** A moment at which both clocks were known; undefined when the relation has to be taken anew. */
  private anchor: { readonly simulated: number; readonly wall: number } | undefined;
  /** The simulated time that was last asked for. */
  private awaited = 0;
  private secondsEarly = LONGEST_WAIT_SECONDS;
  private look: (() => void) | undefined;

  constructor(options: PacingOptions = {}) {
    this.wallClock = options.wallClock ?? systemClock;
    this.mostLagSeconds = options.mostLagSeconds ?? 0.25;
    this.rate = checkedFactor(options.factor ?? 1);
    this.isPaused = options.paused ?? false;
  }

  /** Simulated seconds per second of the wall clock. */
  get factor(): number {
    return this.rate;
  }

  /** Takes effect at once, also in the middle of a wait: what has passed of it has passed. */
  set factor(factor: number) {
    const checked = checkedFactor(factor);
    this.moveAnchor();
    this.rate = checked;
    this.look?.();
  }

  get paused(): boolean {
    return this.isPaused;
  }

  pause(): void {
    if (this.isPaused) return;
    this.moveAnchor();
    this.isPaused = true;
    this.look?.();
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.stepsAsked = 0;
    this.isFarEnough = undefined;
    if (this.anchor !== undefined) this.anchor = { simulated: this.anchor.simulated, wall: this.wallClock.now() };
    this.look?.();
  }

  /** Lets a paused run do one event; has no effect on one that is not paused. */
  step(): void {
    if (!this.isPaused) return;
    this.stepsAsked++;
    this.look?.();
  }

  /**
   * Lets a paused run go on until a condition holds, which is asked before each event; has no effect on one that is not
   * paused. For steps of what users count as events: the engine's upkeep is not.
   */
  stepUntil(isFarEnough: () => boolean): void {
    if (!this.isPaused) return;
    this.isFarEnough = isFarEnough;
    this.look?.();
  }

  /** Seconds of the wall clock by which the run was behind when it last asked: what it takes for itself. */
  get lagSeconds(): number {
    return Math.max(0, -this.secondsEarly);
  }

  // For the simulator.

  admits(time: number, now: number): boolean {
    this.awaited = time;
    if (this.isPaused) return this.admitsStep();
    if (this.rate === Infinity) return this.admitsAtOnce();
    const wall = this.wallClock.now();
    this.anchor ??= { simulated: now, wall };
    this.secondsEarly = this.anchor.wall + (time - this.anchor.simulated) / this.rate - wall;
    if (this.secondsEarly > 0) return false;
    if (this.lagSeconds > this.mostLagSeconds) this.anchor = { simulated: time, wall };
    return true;
  }

  whenWorthAsking(ask: () => void): void {
    const takeBack = this.wallClock.wait(Math.min(this.secondsEarly, LONGEST_WAIT_SECONDS), () => this.look?.());
    this.look = () => {
      this.look = undefined;
      takeBack();
      ask();
    };
  }

  private admitsStep(): boolean {
    this.secondsEarly = LONGEST_WAIT_SECONDS;
    if (this.stepsAsked > 0) this.stepsAsked--;
    else if (this.isFarEnough?.() !== false) {
      this.isFarEnough = undefined;
      return false;
    }
    this.anchor = undefined;
    return true;
  }

  private admitsAtOnce(): boolean {
    this.secondsEarly = 0;
    this.anchor = undefined;
    return true;
  }

  /** To the present moment, so that a change counts from here; a lag is forgiven by it. */
  private moveAnchor(): void {
    if (this.anchor === undefined || this.isPaused) return;
    const wall = this.wallClock.now();
    const passed = (wall - this.anchor.wall) * this.rate;
    this.anchor = { simulated: Math.min(this.anchor.simulated + passed, this.awaited), wall };
  }
}

function checkedFactor(factor: number): number {
  if (factor > 0) return factor;
  throw new RangeError(`the factor of real time is a number above 0, not ${factor}; pause() stops the run`);
}

declare const performance: { now(): number };
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

const systemClock: WallClock = {
  now: () => performance.now() / 1000,
  wait(seconds, callback) {
    const timer = setTimeout(callback, seconds * 1000);
    return () => clearTimeout(timer);
  },
};
