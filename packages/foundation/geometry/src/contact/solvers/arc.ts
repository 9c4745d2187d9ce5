import {
  absolute,
  add,
  type DoubleDouble,
  divide,
  double,
  exactDifference,
  multiply,
  negated,
  scaled,
  sineCosine,
  squareRoot,
  subtract,
} from '../../double-double.js';
import { atan2 } from '../../elementary.js';
import { type FineVector, fine, fineDifference, fineDot, fineSum } from '../../fine-vector.js';
import type { ArcLeg, CurveLeg, Leg } from '../../leg.js';
import type { Vector } from '../../pose.js';
import { difference, lengthOf } from '../../vector.js';
import { contactTime } from './contact-time.js';

/**
 * Contacts of a disc on an arc with fixed shapes, in closed form.
 *
 * Around the centre of its circle, the hub, the disc turns at a constant rate, so it enters a shape (a disc, one side of a
 * wall's strip) at one angle of the spoke, if at all, and once per turn. The angle is computed in doubles and then refined
 * on the gap itself in double-double: the last bits of the angle would be milliseconds for a slow turn. Angles are
 * measured from the spoke's direction at the nearest point, and lengths from the disc's position, not from the hub: a slow
 * turn is a small part of a circle as large as a planet.
 */

const TWO_PI = 2 * Math.PI;
const NEWTON_STEPS = 4;

/** A motion around a circle at a constant rate, relative to one instant, in double-double. */
export interface Circling {
  readonly instant: number;
  /** Radians per second. */
  readonly turnRate: number;
  /** Position at the instant. */
  readonly position: FineVector;
  /** Velocity at the instant. */
  readonly velocity: FineVector;
  /** From the hub to the position. */
  readonly spoke: FineVector;
  /** Length of the spoke. */
  readonly reach: DoubleDouble;
  /** Displacement some seconds after the instant. */
  displacement(seconds: DoubleDouble): FineVector;
  /** Velocity some seconds after the instant. */
  velocityAfter(seconds: number): Vector;
}

interface Direction {
  readonly sine: DoubleDouble;
  readonly cosine: DoubleDouble;
}

/** An arc relative to one of its instants. */
export class ArcFrom implements Circling {
  readonly turnRate: number;
  readonly position: FineVector;
  readonly velocity: FineVector;
  readonly spoke: FineVector;
  readonly reach: DoubleDouble;
  /** Heading at the instant. */
  private readonly heading: DoubleDouble;
  private readonly direction: Direction;
  /** Signed: negative when the hub is on the right. */
  private readonly radius: DoubleDouble;

  constructor(
    private readonly leg: ArcLeg,
    readonly instant: number,
  ) {
    this.turnRate = leg.turnRate;
    this.radius = divide(double(leg.speed), double(leg.turnRate));
    this.reach = absolute(this.radius);
    const gone = exactDifference(instant, leg.start);
    this.heading = add(double(leg.heading), this.turnIn(gone));
    this.direction = sineCosine(this.heading);
    const { sine, cosine } = this.direction;
    this.spoke = { x: multiply(this.radius, sine), y: negated(multiply(this.radius, cosine)) };
    this.position = gone.hi === 0 ? fine(leg) : fineSum(fine(leg), this.chord(sineCosine(double(leg.heading)), gone));
    const speed = double(leg.speed);
    this.velocity = { x: multiply(speed, cosine), y: multiply(speed, sine) };
  }

  /** The same arc relative to another instant. */
  from(instant: number): ArcFrom {
    return new ArcFrom(this.leg, instant);
  }

  displacement(seconds: DoubleDouble): FineVector {
    return this.chord(this.direction, seconds);
  }

  velocityAfter(seconds: number): Vector {
    const { sine, cosine } = sineCosine(add(this.heading, this.turnIn(double(seconds))));
    return { x: this.leg.speed * cosine.hi, y: this.leg.speed * sine.hi };
  }

  private turnIn(seconds: DoubleDouble): DoubleDouble {
    return multiply(double(this.turnRate), seconds);
  }

  /**
   * Chords do not cancel, however slow the turn: their length is 2 radius sin(half), their direction the heading half-way
   * through the turn.
   */
  private chord({ sine, cosine }: Direction, seconds: DoubleDouble): FineVector {
    const half = sineCosine(scaled(this.turnIn(seconds), 0.5));
    const length = scaled(multiply(this.radius, half.sine), 2);
    const x = subtract(multiply(cosine, half.cosine), multiply(sine, half.sine));
    const y = add(multiply(sine, half.cosine), multiply(cosine, half.sine));
    return { x: multiply(length, x), y: multiply(length, y) };
  }
}

/** One arc relative to another that turns at the same rate, both at the same instant: again a circle. */
export function relativeTo(a: ArcFrom, b: ArcFrom): Circling {
  const spoke = fineDifference(a.spoke, b.spoke);
  return {
    instant: a.instant,
    turnRate: a.turnRate,
    position: fineDifference(a.position, b.position),
    velocity: fineDifference(a.velocity, b.velocity),
    spoke,
    reach: squareRoot(fineDot(spoke, spoke)),
    displacement: (seconds) => fineDifference(a.displacement(seconds), b.displacement(seconds)),
    velocityAfter: (seconds) => difference(a.velocityAfter(seconds), b.velocityAfter(seconds)),
  };
}

export type ClosedFormLeg = Exclude<Leg, CurveLeg>;

/** The position of a leg at an instant in double-double, as if the leg had no end. */
export function fineMotion(leg: ClosedFormLeg): (t: number) => FineVector {
  if (leg.kind === 'arc') {
    const arc = new ArcFrom(leg, leg.start);
    return (t) => fineSum(arc.position, arc.displacement(exactDifference(t, leg.start)));
  }
  const vx = leg.kind === 'line' ? leg.vx : 0;
  const vy = leg.kind === 'line' ? leg.vy : 0;
  const along = (from: number, speed: number, seconds: DoubleDouble): DoubleDouble =>
    add(double(from), multiply(double(speed), seconds));
  return (t) => {
    const seconds = exactDifference(t, leg.start);
    return { x: along(leg.x, vx, seconds), y: along(leg.y, vy, seconds) };
  };
}

/** A gap that shrinks to 0 at an entry, as a function of the seconds since some instant. */
export interface FineGap {
  value(seconds: number): DoubleDouble;
  slope(seconds: number): number;
}

/** Newton's method from a guess with about the precision of a double. */
export function refined(gap: FineGap, guess: number): number {
  let seconds = guess;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const slope = gap.slope(seconds);
    if (!(slope < 0)) break;
    const next = Math.max(0, seconds - gap.value(seconds).hi / slope);
    if (next === seconds) break;
    seconds = next;
  }
  return seconds;
}

/** A shape that a circling disc approaches and leaves once per turn. */
export interface Approach {
  /** Positive when the nearest point of the circle is within reach; times some positive factor. */
  readonly near: number;
  /** Positive when the farthest point is out of reach; times the same factor. */
  readonly far: number;
  /** Values of `near` and `far` up to this count as 0: a graze. */
  readonly graze: number;
  /** The spoke's angle, at the instant, from where it is nearest. */
  readonly now: number;
  readonly gapNow: number;
  readonly slopeNow: number;
  /** A gap up to this counts as touching. */
  readonly touching: number;
  /** A touching disc that goes no deeper than this, in the units of `near`, slides. */
  readonly slide: number;
  /** Sum of the radii. */
  readonly sum: number;
}

/**
 * The instants within one turn, in order, at which the gap is at most 0 and closing: now, if that is so, and the next
 * beginning of such a stretch.
 */
export function entriesOfTurn(circling: Circling, gap: FineGap, approach: Approach): number[] {
  const { near, far, graze, now, gapNow, slopeNow, touching, slide, sum } = approach;
  const { instant, turnRate } = circling;
  // The overlap is deepest at the nearest point of the circle.
  if (gapNow <= touching && near <= slide) return [];
  if (!(near > graze)) return gapNow <= 0 && slopeNow < 0 ? [instant] : [];
  const entries: number[] = [];
  const isNeverOut = !(far > graze);
  // A gap that is never open may seem to be, by its last bits, at the farthest point.
  if ((gapNow <= 0 || isNeverOut) && slopeNow < 0) entries.push(instant);
  if (isNeverOut) {
    // The gap closes from the farthest point on.
    entries.push(instant + secondsBetween(turnRate, now, Math.PI));
    return entries;
  }
  const entry = -2 * atan2(Math.sqrt(near), Math.sqrt(far)) * Math.sign(turnRate);
  let seconds = secondsBetween(turnRate, now, entry);
  // A disc outside and closing is less than half a turn away, even if the last bits of the angles say it was just missed.
  if (gapNow > 0 && slopeNow < 0 && seconds * Math.abs(turnRate) > Math.PI) seconds = 0;
  const wait = refined(gap, seconds);
  entries.push(contactTime(instant, wait, lengthOf(circling.velocityAfter(wait)), sum));
  return entries;
}

/** Seconds until a spoke at one angle comes to another: less than a turn. */
function secondsBetween(turnRate: number, from: number, to: number): number {
  const swing = turnRate > 0 ? to - from : from - to;
  const turns = Math.floor(swing / TWO_PI);
  return Math.max(0, swing - turns * TWO_PI) / Math.abs(turnRate);
}
