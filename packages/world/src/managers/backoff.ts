/**
 * Time always advances: an algorithm may react to the end of a motion at the same instant, but not indefinitely.
 *
 * Each robot has a place and a count. Motions that end in contact near the place, or take next to no time, add to the
 * count; up to FREE_COUNT the algorithm resumes at once, beyond that the answers are spaced by a delay that doubles up
 * to τ, the time in which the robot moves by one radius. A message or a request ends a wait early; early ends in a row
 * are spaced in the same way, so that no handler can keep the clock from advancing. All times are shares of τ, so that
 * scaling lengths or times by a power of two scales the run.
 */
import { maxSpeedOf, type Vector } from '@kineko/geometry';
import type { Phase } from '../motion/motion-module.js';

/** Up to this count the algorithm resumes at once. */
const FREE_COUNT = 64;
/** A robot that moved towards what it touched counts more, so that it waits sooner than the robot that it ran into. */
const TOWARDS = 4;
/** The delay doubles each time the count has grown by this much. */
const COUNTS_PER_DOUBLING = 4;
/** Share of τ: the first delay, after an end that is counted as after a wait that was ended early. */
const FIRST_DELAY = 1 / 1024;
const DOUBLINGS = 10;
/** Share of τ: a motion shorter than this made no progress. */
const SHORT = 1 / (1 << 20);

/** τ: the seconds in which a robot moves by one radius, or turns by one radian, at the speed that was requested. */
export function timeScaleOf(phases: readonly Phase[], radius: number): number {
  let speed = 0;
  let turnRate = 0;
  for (let i = 0; i < phases.length; i++) {
    const { leg } = phases[i]!;
    if (leg.kind !== 'turn') speed = Math.max(speed, maxSpeedOf(leg));
    if (leg.kind === 'turn' || leg.kind === 'arc') turnRate = Math.max(turnRate, Math.abs(leg.turnRate));
  }
  if (speed > 0) return radius / speed;
  return turnRate > 0 ? 1 / turnRate : 1;
}

/** Whether a motion of this length made no progress. */
export function isShort(seconds: number, timeScale: number): boolean {
  return seconds < SHORT * timeScale;
}

export class Backoff {
  /** Motions counted at the present place. */
  ends = 0;
  /** When the first of them ended (s). */
  since = NaN;
  /** Of a robot that is held back: seconds between two attempts in the long run, τ of the last motion that was counted. */
  timeScale = NaN;
  private x = NaN;
  private y = NaN;
  private count = 0;
  /** Number of waits in a row that were ended early. */
  private earlyEnds = 0;

  /**
   * @param radius Of the robot (m).
   * @param resumed When the algorithm last resumed (s).
   * @param started When the robot's last motion started (s).
   */
  constructor(
    readonly radius: number,
    private resumed: number,
    private started: number,
  ) {}

  /**
   * Counts a motion that ended in contact, or made no progress, at a position.
   *
   * @param isTowards Whether the robot moved towards what it touched.
   */
  add(phases: readonly Phase[], x: number, y: number, at: number, isTowards: boolean): void {
    if (!this.isNear(x, y)) {
      this.x = x;
      this.y = y;
      this.count = 0;
      this.earlyEnds = 0;
      this.ends = 0;
      this.since = at;
    }
    this.count += isTowards ? TOWARDS : 1;
    this.ends++;
    // Most robots are not held back, and need no τ.
    if (this.isHeldBack) this.timeScale = timeScaleOf(phases, this.radius);
  }

  get isHeldBack(): boolean {
    return this.count > FREE_COUNT;
  }

  /** Whether a position is within a radius of the robot's place; false while it has none. */
  isNear(x: number, y: number): boolean {
    const dx = x - this.x;
    const dy = y - this.y;
    return dx * dx + dy * dy <= this.radius * this.radius;
  }

  /** When the algorithm may resume after the end that was counted last. */
  resumesAt(now: number): number {
    if (!this.isHeldBack) return now;
    const doublings = Math.floor((this.count - FREE_COUNT - 1) / COUNTS_PER_DOUBLING);
    return Math.max(now, this.resumed + this.delay(doublings));
  }

  /** When it may resume if a message arrives while it waits. */
  resumesEarlyAt(now: number): number {
    return Math.max(now, this.resumed + this.delay(this.earlyEnds));
  }

  /** When a motion that is requested now, at a position, may start. */
  startsAt(now: number, { x, y }: Vector): number {
    const isHeld = this.isHeldBack && this.isNear(x, y);
    return isHeld ? Math.max(now, this.started + this.delay(this.earlyEnds)) : now;
  }

  resumedAt(now: number): void {
    this.resumed = now;
  }

  startedAt(start: number): void {
    this.started = start;
  }

  /** A wait is over. */
  waited(isEarly: boolean): void {
    this.earlyEnds = isEarly ? this.earlyEnds + 1 : 0;
  }

  private delay(doublings: number): number {
    return doublings >= DOUBLINGS ? this.timeScale : FIRST_DELAY * (1 << doublings) * this.timeScale;
  }
}
