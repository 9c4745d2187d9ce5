/** Real time for a run that is spoken to: it knows the present between two events, and can be woken. */
import type { Gate } from '@kineko/kernel';
import type { Clock } from '@kineko/run/server';

/** Longest wait (ms): so soon a far event is looked at again. */
const LONGEST_WAIT_MS = 50;
/** A run that falls behind by more of the wall clock (ms) does not try to catch up. */
const MOST_LAG_MS = 250;
/** Simulated seconds that a step of a paused run takes: a frame. */
const STEP_SECONDS = 1 / 60;
/** So long (ms) the run may have the processor before the host looks at what has come in. */
const SLICE_MS = 4;

export class LivePace implements Gate {
  private anchor: { readonly simulated: number; readonly ms: number } | undefined;
  /** The latest present that anybody was told: it never goes back. */
  private latest = 0;
  private isPaused = false;
  private rate: number;
  private awaited = 0;
  private wake: (() => void) | undefined;
  private sliceStart = 0;
  private isBreath = false;

  /** @param factor Simulated seconds per second; Infinity does not wait at all. */
  constructor(
    factor: number,
    private readonly clock: Clock,
  ) {
    this.rate = checked(factor);
  }

  get factor(): number {
    return this.rate;
  }

  set factor(factor: number) {
    const rate = checked(factor);
    this.moveAnchor();
    this.rate = rate;
    this.poke();
  }

  get paused(): boolean {
    return this.isPaused;
  }

  pause(): void {
    this.moveAnchor();
    this.isPaused = true;
  }

  resume(): void {
    // What has passed meanwhile has not passed here.
    this.moveAnchor();
    this.isPaused = false;
    this.poke();
  }

  /** Lets a paused run go on by a frame; has no effect on one that is not paused. */
  step(): void {
    if (!this.isPaused) return;
    this.latest += STEP_SECONDS;
    this.poke();
  }

  /** The present, as far as everything before it has happened. */
  reached(): number {
    return Math.min(this.present(), this.awaited);
  }

  /** Simulated seconds. */
  present(): number {
    if (this.anchor !== undefined && !this.isPaused && this.rate < Infinity) {
      const passed = ((this.clock.now() - this.anchor.ms) / 1000) * this.rate;
      this.latest = Math.max(this.latest, this.anchor.simulated + passed);
    }
    return this.latest;
  }

  /** Something may have been scheduled: it is looked at now. */
  poke(): void {
    this.wake?.();
  }

  // For the simulator.

  admits(time: number, now: number): boolean {
    this.anchor ??= { simulated: now, ms: this.clock.now() };
    this.awaited = time;
    if (this.isPaused) return time <= this.latest;
    if (this.rate === Infinity) {
      this.latest = Math.max(this.latest, now);
      return true;
    }
    const present = this.present();
    if (time > present) return false;
    const ms = this.clock.now();
    if (ms - this.sliceStart > SLICE_MS) {
      this.isBreath = true;
      return false;
    }
    // The clock slips: the present stands, where it was promised, until the run has come there.
    if (((present - time) / this.rate) * 1000 > MOST_LAG_MS) this.anchor = { simulated: time, ms };
    return true;
  }

  whenWorthAsking(ask: () => void): void {
    const askNow = (): void => {
      this.sliceStart = this.clock.now();
      ask();
    };
    if (this.isBreath) {
      this.isBreath = false;
      setImmediate(askNow);
      return;
    }
    const earlyMs = this.isPaused ? Infinity : ((this.awaited - this.latest) / this.rate) * 1000;
    const takeBack = this.clock.after(Math.min(Math.max(0, earlyMs), LONGEST_WAIT_MS), () => this.wake?.());
    this.wake = () => {
      this.wake = undefined;
      takeBack();
      askNow();
    };
  }

  private moveAnchor(): void {
    if (this.anchor !== undefined) this.anchor = { simulated: this.present(), ms: this.clock.now() };
  }
}

function checked(factor: number): number {
  if (factor > 0) return factor;
  throw new RangeError(`the speed is ${factor}: it must be above 0`);
}
