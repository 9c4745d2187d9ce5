/**
 * Time always advances: an algorithm may react to the end of a motion at the same instant, but not indefinitely.
 *
 * Each robot has a reference position and a count. Motions that end in contact near that position, or take next to no time,
 * add to the count. Up to FREE_COUNT the algorithm resumes at once; beyond that, it resumes after a delay that doubles up to
 * τ, the time in which the robot moves by one radius. A message or a request ends a wait early; consecutive early ends are
 * delayed in the same way, so that no handler can keep the clock from advancing. All times are shares of τ, so that scaling
 * lengths or times by a power of two scales the run, unless τ exceeds its maximum.
 */
import { maxSpeedOf, type Vector } from '@kineko/geometry';
import type { Phase } from '../motion/motion-module.js';

/** Up to this count the algorithm resumes at once. */
const FREE_COUNT = 64;
/** A robot that moved towards its partner counts more, so that it waits sooner than the robot that it ran into. */
const TOWARDS = 4;
/** The delay doubles each time the count has grown by this much. */
const COUNTS_PER_DOUBLING = 4;
/** Share of τ: the first delay, both after a counted end and after a wait that was ended early. */
const FIRST_DELAY = 1 / 1024;
const DOUBLINGS = 10;
/** Share of τ: a motion shorter than this made no progress. */
const SHORT = 1 / (1 << 20);
/**
 * Maximum of τ (s). A robot that approaches its destination by a share of the distance per second ends with next to no speed:
 * its τ would be years, each of its motions would count as short, and it would wait for years.
 */
const MAX_TIME_SCALE = 1024;

/** τ: the seconds in which a robot moves by one radius, or turns by one radian, at the speed that was requested. */
function timeScaleOf(phases: readonly Phase[], radius: number): number {
  let speed = 0;
  let turnRate = 0;
  for (let i = 0; i < phases.length; i++) {
    const { leg } = phases[i]!;
    if (leg.kind !== 'turn') speed = Math.max(speed, maxSpeedOf(leg));
    if (leg.kind === 'turn' || leg.kind === 'arc') turnRate = Math.max(turnRate, Math.abs(leg.turnRate));
  }
  if (speed > 0) return Math.min(radius / speed, MAX_TIME_SCALE);
  return turnRate > 0 ? Math.min(1 / turnRate, MAX_TIME_SCALE) : 1;
}

/** Whether a motion of this duration made no progress. */
export function isShort(seconds: number, phases: readonly Phase[], radius: number): boolean {
  const { leg } = phases[phases.length - 1]!;
  // Called at each end of a motion; in most cases the last leg decides without a square root or a division.
  if (leg.kind === 'line' && seconds * seconds * (leg.vx * leg.vx + leg.vy * leg.vy) > radius * radius) return false;
  return seconds < SHORT * timeScaleOf(phases, radius);
}

// Layout of the state of a robot, which is read for each motion that ends in contact.
const PLACE_X = 0;
const PLACE_Y = 1;
const COUNT = 2;
/** Number of motions counted near the reference position, and the time at which the first of them ended (s). */
const ENDS = 3;
const SINCE = 4;
/** When the algorithm last resumed (s). */
const RESUMED = 5;
/** Number of consecutive waits that were ended early. */
const EARLY_ENDS = 6;
/** τ of the last motion; set for robots that are held back or may soon be. */
const TIME_SCALE = 7;
const LENGTH = 8;

export class Backoff {
  private readonly state = new Float64Array(LENGTH);

  /**
   * @param radius Radius of the robot (m).
   * @param resumed When the algorithm last resumed (s).
   */
  constructor(
    readonly radius: number,
    resumed: number,
  ) {
    this.state[PLACE_X] = NaN;
    this.state[RESUMED] = resumed;
  }

  /** Number of motions counted near the reference position. */
  get ends(): number {
    return this.state[ENDS]!;
  }

  /** When the first of them ended (s). */
  get since(): number {
    return this.state[SINCE]!;
  }

  /** τ of the last motion of a robot that is held back: seconds between two attempts in the long run. */
  get timeScale(): number {
    return this.state[TIME_SCALE]!;
  }

  get isHeldBack(): boolean {
    return this.state[COUNT]! > FREE_COUNT;
  }

  /** Called when the robot begins a motion of these phases. */
  begins(phases: readonly Phase[]): void {
    if (this.state[COUNT]! > FREE_COUNT - TOWARDS) this.state[TIME_SCALE] = timeScaleOf(phases, this.radius);
  }

  /**
   * Counts a motion that ended in contact, or made no progress, at a position.
   *
   * @param isTowards Whether the robot moved towards the party that it touched.
   */
  add(x: number, y: number, at: number, isTowards: boolean): void {
    const { state } = this;
    if (!this.isNear(x, y)) {
      state[PLACE_X] = x;
      state[PLACE_Y] = y;
      state[COUNT] = 0;
      state[ENDS] = 0;
      state[SINCE] = at;
      state[EARLY_ENDS] = 0;
    }
    state[COUNT]! += isTowards ? TOWARDS : 1;
    state[ENDS]!++;
  }

  /** Whether a position is within one radius of the reference position; false while there is none. */
  isNear(x: number, y: number): boolean {
    const dx = x - this.state[PLACE_X]!;
    const dy = y - this.state[PLACE_Y]!;
    return dx * dx + dy * dy <= this.radius * this.radius;
  }

  /** The time at which the algorithm may resume after the end that was counted last. */
  resumesAt(now: number): number {
    if (!this.isHeldBack) return now;
    const doublings = Math.floor((this.state[COUNT]! - FREE_COUNT - 1) / COUNTS_PER_DOUBLING);
    return Math.max(now, this.state[RESUMED]! + this.delay(doublings));
  }

  /** The time at which the algorithm may resume if a message arrives while it waits. */
  resumesEarlyAt(now: number): number {
    return Math.max(now, this.state[RESUMED]! + this.delay(this.state[EARLY_ENDS]!));
  }

  /**
   * The time at which a motion that is requested now, at a position, may start.
   *
   * @param started When the robot's last motion started (s).
   */
  startsAt(now: number, { x, y }: Vector, started: number): number {
    const isHeld = this.isHeldBack && this.isNear(x, y);
    return isHeld ? Math.max(now, started + this.delay(this.state[EARLY_ENDS]!)) : now;
  }

  resumedAt(now: number): void {
    this.state[RESUMED] = now;
  }

  /** Called when a wait is over. */
  waited(isEarly: boolean): void {
    this.state[EARLY_ENDS] = isEarly ? this.state[EARLY_ENDS]! + 1 : 0;
  }

  private delay(doublings: number): number {
    return doublings >= DOUBLINGS ? this.timeScale : FIRST_DELAY * (1 << doublings) * this.timeScale;
  }
}
