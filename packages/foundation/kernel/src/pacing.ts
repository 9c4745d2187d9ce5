/**
 * Real time: the simulator's own loop with a wait of the wall clock in front of each event. The events and their order
 * are the same as without it. Reached by `@kineko/kernel/pacing` only: the engine knows no wall clock.
 */
import { afterInput } from './barrier.js';
import type { Gate } from './gate.js';

/** The outside's time; tests bring their own. */
export interface WallClock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls back once, after some milliseconds; returns a function that cancels the call. */
  after(ms: number, action: () => void): () => void;
}

export interface PacerOptions {
  /** Simulated seconds per second of the wall clock; Infinity does not wait at all. */
  readonly factor?: number;
  /** Starts paused. */
  readonly paused?: boolean;
  /** A run that falls behind by more than this many seconds does not try to catch up: it goes on from where it is. */
  readonly maxLagSeconds?: number;
  /**
   * Time goes on between events, for a run that takes commands at the present. A pause then stops time, not events (all
   * that is due up to the present still runs), and a step is a frame of 1/60 s.
   */
  readonly continuous?: boolean;
  /** Whether the run may be paused or held at this point. Default: before every event. */
  readonly mayHold?: () => boolean;
  readonly wallClock?: WallClock;
}

/** Longest single wait: a run that waits for a far event notices one that was scheduled from outside this soon. */
const MAX_WAIT_MS = 50;

/** A run that catches up lets the host serve its input after this long. */
const MAX_SLICE_MS = 4;

/** Simulated seconds of a step where time is continuous. */
const FRAME_SECONDS = 1 / 60;

/** Lets a run pass no faster than a factor of the wall clock: `simulator.run(limits, new Pacer({ factor: 2 }))`. */
export class Pacer implements Gate {
  readonly continuous: boolean;
  /** What the steps of a paused run count; by default all events, including the engine's upkeep. */
  count: () => number = () => this.stepped;
  private readonly wallClock: WallClock;
  private readonly maxLagMs: number;
  private readonly mayHold: (() => boolean) | undefined;
  private rate: number;
  private isPaused: boolean;
  /** The count up to which a paused run may go. */
  private goal = 0;
  private stepped = 0;
  /** A moment at which both clocks were known; undefined when the relation has to be established again. */
  private anchor: { readonly simulated: number; readonly ms: number } | undefined;
  /** The latest present that was given to a caller: time does not fall behind it. */
  private promised = 0;
  /** The simulated time that was last requested. */
  private awaited = 0;
  private earlyMs = MAX_WAIT_MS;
  private heldUntilMs: number | undefined;
  private sliceStartMs = -Infinity;
  private isSliceOver = false;
  private ask: (() => void) | undefined;
  private cancelWait: () => void = () => {};

  constructor(options: PacerOptions = {}) {
    this.continuous = options.continuous ?? false;
    this.wallClock = options.wallClock ?? systemClock;
    this.maxLagMs = (options.maxLagSeconds ?? 0.25) * 1000;
    this.mayHold = options.mayHold;
    this.rate = checkedFactor(options.factor ?? 1);
    this.isPaused = options.paused ?? false;
  }

  /** Simulated seconds per second of the wall clock. */
  get factor(): number {
    return this.rate;
  }

  /** Takes effect at once, also in the middle of a wait: the part that has passed has passed. */
  set factor(factor: number) {
    const checked = checkedFactor(factor);
    this.moveAnchor();
    this.rate = checked;
    if (checked === Infinity) this.anchor = undefined;
    this.poke();
  }

  get paused(): boolean {
    return this.isPaused;
  }

  pause(): void {
    if (this.isPaused) return;
    this.moveAnchor();
    this.isPaused = true;
    this.poke();
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.goal = 0;
    if (this.anchor !== undefined) this.start(Math.max(this.anchor.simulated, this.promised));
    this.poke();
  }

  /** Lets a paused run go on by some steps, added to those under way; has no effect on a run that is not paused. */
  step(steps = 1): void {
    if (!this.isPaused) return;
    if (this.continuous) this.advanceTo(this.promised + steps * FRAME_SECONDS);
    this.goal = Math.max(this.goal, this.count()) + steps;
    this.poke();
  }

  /** Moves the present forward, of a run whose time is continuous. */
  advanceTo(simulated: number): void {
    this.promised = Math.max(this.promised, simulated);
    this.poke();
  }

  /** Establishes that it is this simulated second now. Without a call, the first event does, wherever the run is then. */
  start(simulated: number): void {
    this.anchor = { simulated, ms: this.wallClock.now() };
  }

  /** Holds the run for some milliseconds from now on. */
  holdFor(ms: number): void {
    this.heldUntilMs = this.wallClock.now() + ms;
    this.poke();
  }

  /** The simulated time for those outside, where it is continuous: it goes on between events, and never back. */
  get present(): number {
    if (this.anchor !== undefined && !this.isPaused) this.promised = Math.max(this.promised, this.elapsed(this.anchor));
    return this.promised;
  }

  /** The part of the present up to which all events have run. */
  get reached(): number {
    return Math.min(this.present, this.awaited);
  }

  /** Seconds of the wall clock by which the run was behind at its last request. */
  get lagSeconds(): number {
    return Math.max(0, -this.earlyMs / 1000);
  }

  /** Asks again at once: something was scheduled, or has changed. */
  readonly poke = (): void => {
    const { ask } = this;
    if (ask === undefined) return;
    this.ask = undefined;
    this.cancelWait();
    this.sliceStartMs = this.wallClock.now();
    ask();
  };

  // For the simulator.

  admits(time: number, now: number): boolean {
    this.awaited = time;
    if (this.mayHold?.() === false) return true;
    if (this.heldUntilMs !== undefined && this.isHeld(this.heldUntilMs)) return false;
    if (this.isPaused) return this.admitsPaused(time);
    if (this.rate === Infinity) return this.admitsAtOnce(now);
    const ms = this.wallClock.now();
    this.anchor ??= { simulated: now, ms };
    this.earlyMs = this.anchor.ms + ((time - this.anchor.simulated) / this.rate) * 1000 - ms;
    if (this.earlyMs > 0 && time > this.promised) return false;
    this.isSliceOver = ms - this.sliceStartMs > MAX_SLICE_MS;
    if (this.isSliceOver) return false;
    if (-this.earlyMs > this.maxLagMs) this.anchor = { simulated: Math.max(time, this.promised), ms };
    return true;
  }

  whenWorthAsking(ask: () => void): void {
    this.cancelWait();
    this.ask = ask;
    if (this.isSliceOver) this.pokeAfterInput();
    else this.cancelWait = this.wallClock.after(Math.min(this.earlyMs, MAX_WAIT_MS), this.poke);
    this.isSliceOver = false;
  }

  private readonly pokeAfterInput = afterInput(this.poke);

  private isHeld(untilMs: number): boolean {
    this.earlyMs = untilMs - this.wallClock.now();
    if (this.earlyMs <= 0) this.heldUntilMs = undefined;
    return this.earlyMs > 0;
  }

  private admitsPaused(time: number): boolean {
    this.earlyMs = MAX_WAIT_MS;
    if (this.continuous) return time <= this.promised;
    if (this.count() >= this.goal) return false;
    this.stepped++;
    this.anchor = undefined;
    return true;
  }

  private admitsAtOnce(now: number): boolean {
    this.earlyMs = 0;
    this.anchor = undefined;
    if (this.continuous) this.promised = Math.max(this.promised, now);
    return true;
  }

  private elapsed(anchor: { readonly simulated: number; readonly ms: number }): number {
    return anchor.simulated + ((this.wallClock.now() - anchor.ms) / 1000) * this.rate;
  }

  /** To the present moment, so that a change counts from here; a lag is forgiven by it. */
  private moveAnchor(): void {
    if (this.anchor === undefined || this.isPaused) return;
    if (this.continuous) this.start(this.present);
    else this.start(Math.min(this.elapsed(this.anchor), this.awaited));
  }
}

function checkedFactor(factor: number): number {
  if (factor > 0) return factor;
  throw new RangeError(`real-time factor: expected a number above 0, got ${factor}; pause() stops the run`);
}

declare const performance: { now(): number };
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

const systemClock: WallClock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
