/**
 * Real time: the simulator's loop with a wall-clock wait before each event. Events and their order are unchanged. Only
 * `@kineko/kernel/pacing` exports it: the engine has no wall clock.
 */
import { afterInput } from './barrier.js';
import type { Gate } from './simulator.js';

/** The wall clock; tests use their own. */
export interface WallClock {
  /** Milliseconds since a fixed moment. */
  now(): number;
  /** Calls back once, after some milliseconds; returns a function that cancels the call. */
  after(ms: number, action: () => void): () => void;
}

interface PacerOptions {
  /** Simulated seconds per wall-clock second; Infinity: no waiting. */
  readonly factor?: number;
  readonly paused?: boolean;
  /** A run that lags by more seconds than this does not catch up, but continues from there. */
  readonly maxLagSeconds?: number;
  /**
   * Whether time advances between events, for a run that takes commands at the present. A pause then stops time, not
   * events (everything due up to the present still runs), and a step is a frame of 1/60 s.
   */
  readonly continuous?: boolean;
  /** Whether the run may be paused or held at this point. Default: before every event. */
  readonly mayHold?: () => boolean;
  readonly wallClock?: WallClock;
}

/** Maximum single wait: within this time, a waiting run notices an event that was scheduled from outside. */
const MAX_WAIT_MS = 50;

/** A run that catches up lets the host serve its input after this time. */
const MAX_SLICE_MS = 4;

/** Simulated seconds per step where time is continuous. */
const FRAME_SECONDS = 1 / 60;

/** Limits the speed of a run to a factor of the wall clock: `simulator.run(limits, new Pacer({ factor: 2 }))`. */
export class Pacer implements Gate {
  readonly continuous: boolean;
  /** The count that steps of a paused run advance; by default all events, including the engine's upkeep. */
  count: () => number = () => this.stepped;
  private readonly wallClock: WallClock;
  private readonly maxLagMs: number;
  private readonly mayHold: (() => boolean) | undefined;
  private rate: number;
  private isPaused: boolean;
  /** The count up to which a paused run may continue. */
  private goal = 0;
  private stepped = 0;
  /** A moment at which both clocks were known; undefined if it must be set again. */
  private anchor: { readonly simulated: number; readonly ms: number } | undefined;
  /** The latest present that a caller has read: time does not fall behind it. */
  private promised = 0;
  /** The simulated time of the last request. */
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

  get factor(): number {
    return this.rate;
  }

  /** Takes effect at once, also during a wait. */
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

  /** Lets a paused run continue by some steps, added to those in progress; no effect on a run that is not paused. */
  step(steps = 1): void {
    if (!this.isPaused) return;
    if (this.continuous) this.advanceTo(this.promised + steps * FRAME_SECONDS);
    this.goal = Math.max(this.goal, this.count()) + steps;
    this.poke();
  }

  /** Moves the present forward, where time is continuous. */
  advanceTo(simulated: number): void {
    this.promised = Math.max(this.promised, simulated);
    this.poke();
  }

  /** Sets the current simulated time. Without a call, the first event sets it. */
  start(simulated: number): void {
    this.anchor = { simulated, ms: this.wallClock.now() };
  }

  /** Holds the run for some milliseconds. */
  holdFor(ms: number): void {
    this.heldUntilMs = this.wallClock.now() + ms;
    this.poke();
  }

  /** The current simulated time where time is continuous: it advances between events and never moves back. */
  get present(): number {
    if (this.anchor !== undefined && !this.isPaused) this.promised = Math.max(this.promised, this.elapsed(this.anchor));
    return this.promised;
  }

  /** The time up to which all events have run, at most the present. */
  get reached(): number {
    return Math.min(this.present, this.awaited);
  }

  /** Wall-clock seconds by which the run lagged at its last request. */
  get lagSeconds(): number {
    return Math.max(0, -this.earlyMs / 1000);
  }

  /** Tries again at once, after something was scheduled or has changed. */
  readonly poke = (): void => {
    const { ask } = this;
    if (ask === undefined) return;
    this.ask = undefined;
    this.cancelWait();
    this.sliceStartMs = this.wallClock.now();
    ask();
  };

  // Called by the simulator.

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

  whenReady(ask: () => void): void {
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

  /** Moves the anchor to the present, so that a change counts from here; this drops any lag. */
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
