import {
  add,
  type DoubleDouble,
  divide,
  double,
  exactDifference,
  multiply,
  negated,
  scaled,
  sineCosine,
  square,
  squareRoot,
  subtract,
} from '../double-double.js';
import { atan2 } from '../elementary.js';
import { powerOfTwo } from '../exact.js';
import type { ArcLeg } from '../leg.js';
import type { Vector } from '../pose.js';

/**
 * Contacts of a disc that goes along an arc with what stands still, in closed form.
 *
 * Seen from the centre of its circle the disc turns at a constant rate, so each way of entering something (a disc, one
 * side of a wall's strip) happens at one angle of the circle, if at all, and once a turn. The angle comes from doubles
 * and is then refined on the gap itself, in twice the digits: the angle's last bits would be milliseconds for a slow
 * turn.
 */

/** Below this, relative to its terms, a discriminant is that of a graze. */
const GRAZE = powerOfTwo(-92);
const TWO_PI = 2 * Math.PI;
const NEWTON_STEPS = 4;

export interface FineVector {
  readonly x: DoubleDouble;
  readonly y: DoubleDouble;
}

/** An arc seen from one of its instants, in twice the digits. */
export class ArcFrom {
  /** At that instant. */
  private readonly heading: DoubleDouble;
  /** Signed: negative when the circle's centre is on the right. */
  private readonly radius: DoubleDouble;
  private readonly turnRate: DoubleDouble;
  /** Where it is at that instant. */
  readonly position: FineVector;
  /** The velocity at that instant. */
  readonly velocity: FineVector;
  /** From the circle's centre to the position. */
  readonly spoke: FineVector;
  /** Length of the spoke. */
  readonly reach: DoubleDouble;

  constructor(
    readonly leg: ArcLeg,
    readonly instant: number,
  ) {
    this.turnRate = double(leg.turnRate);
    this.radius = divide(double(leg.speed), this.turnRate);
    const gone = exactDifference(instant, leg.start);
    this.heading = add(double(leg.heading), multiply(this.turnRate, gone));
    const { sine, cosine } = sineCosine(this.heading);
    this.spoke = { x: multiply(this.radius, sine), y: negated(multiply(this.radius, cosine)) };
    const way = this.chord(double(leg.heading), gone);
    this.position = { x: add(double(leg.x), way.x), y: add(double(leg.y), way.y) };
    const speed = double(leg.speed);
    this.velocity = { x: multiply(speed, cosine), y: multiply(speed, sine) };
    this.reach = this.radius.hi < 0 ? negated(this.radius) : this.radius;
  }

  /** The way it comes in some seconds from the instant. */
  way(seconds: number): FineVector {
    return this.chord(this.heading, double(seconds));
  }

  /** The velocity some seconds after the instant. */
  velocityAfter(seconds: number): Vector {
    const { sine, cosine } = sineCosine(add(this.heading, multiply(this.turnRate, double(seconds))));
    return { x: this.leg.speed * cosine.hi, y: this.leg.speed * sine.hi };
  }

  /** Seconds until the spoke, now at the angle `from` of some direction, is at the angle `to`: less than a turn. */
  secondsBetween(from: number, to: number): number {
    const swing = this.leg.turnRate > 0 ? to - from : from - to;
    const turns = Math.floor(swing / TWO_PI);
    return Math.max(0, swing - turns * TWO_PI) / Math.abs(this.leg.turnRate);
  }

  /** Chords do not cancel, however slowly it turns: 2 radius sin(half), in the direction of the middle. */
  private chord(heading: DoubleDouble, seconds: DoubleDouble): FineVector {
    const half = scaled(multiply(this.turnRate, seconds), 0.5);
    const length = scaled(multiply(this.radius, sineCosine(half).sine), 2);
    const middle = sineCosine(add(heading, half));
    return { x: multiply(length, middle.cosine), y: multiply(length, middle.sine) };
  }
}

/** A gap that shrinks to 0 at an entry, as a function of the seconds since the arc's instant. */
export interface FineGap {
  value(seconds: number): DoubleDouble;
  slope(seconds: number): number;
}

/** Newton's method from a guess that is good to about a double's digits. */
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

/**
 * The instants, from the arc's on and within one turn, at which a disc on the arc comes to touch a fixed disc or
 * point while closing, in order: now, if it touches and closes, and the next entry. `sum`: of the radii.
 */
export function entriesIntoDisc(arc: ArcFrom, centre: Vector, sum: DoubleDouble): number[] {
  const away: FineVector = {
    x: subtract(arc.position.x, double(centre.x)),
    y: subtract(arc.position.y, double(centre.y)),
  };
  const sumSquared = square(sum);
  const gap: FineGap = {
    value: (seconds) => {
      const way = arc.way(seconds);
      return subtract(add(square(add(away.x, way.x)), square(add(away.y, way.y))), sumSquared);
    },
    slope: (seconds) => {
      const way = arc.way(seconds);
      const velocity = arc.velocityAfter(seconds);
      return 2 * ((away.x.hi + way.x.hi) * velocity.x + (away.y.hi + way.y.hi) * velocity.y);
    },
  };
  const gapNow = subtract(add(square(away.x), square(away.y)), sumSquared).hi;
  const slopeNow = dot(away, arc.velocity).hi;
  const entries: number[] = [];
  if (gapNow <= 0 && slopeNow < 0) entries.push(arc.instant);

  // From the fixed centre to that of the circle, and how far the spoke may swing from that direction.
  const toHub: FineVector = { x: subtract(away.x, arc.spoke.x), y: subtract(away.y, arc.spoke.y) };
  const distance = squareRoot(add(square(toHub.x), square(toHub.y)));
  const near = productOf(subtract(sum, subtract(arc.reach, distance)), add(sum, subtract(arc.reach, distance)));
  const far = productOf(subtract(add(arc.reach, distance), sum), add(add(arc.reach, distance), sum));
  const size = arc.reach.hi + distance.hi + sum.hi;
  const now = atan2(cross(toHub, arc.spoke).hi, dot(toHub, arc.spoke).hi);
  return [...entries, ...entriesOfTurn(arc, gap, { near, far, graze: GRAZE * size * size, now, gapNow, slopeNow })];
}

/** Something that an arc comes nearer to and farther from as its spoke turns away from a direction and back. */
export interface Approach {
  /** Positive when the nearest point of the circle is within reach; times some positive factor. */
  readonly near: number;
  /** Positive when the farthest point is out of reach; times the same factor. */
  readonly far: number;
  /** What of these counts as 0. */
  readonly graze: number;
  /** The spoke's angle from the direction in which it is farthest. */
  readonly now: number;
  readonly gapNow: number;
  readonly slopeNow: number;
}

/** The entry of one turn, if there is one. */
export function entriesOfTurn(arc: ArcFrom, gap: FineGap, approach: Approach): number[] {
  const { near, far, graze, now, gapNow, slopeNow } = approach;
  if (!(near > graze)) return [];
  if (!(far > graze)) {
    // Never out of reach: what opens now closes again from the farthest point on.
    return slopeNow >= 0 && gapNow <= 0 ? [arc.instant + arc.secondsBetween(now, 0)] : [];
  }
  const entry = 2 * atan2(Math.sqrt(far), Math.sqrt(near)) * Math.sign(arc.leg.turnRate);
  let seconds = arc.secondsBetween(now, entry);
  // Outside and closing it is less than half a turn away, also when it seems, by a last bit of the angles, just missed.
  if (gapNow > 0 && slopeNow < 0 && seconds * Math.abs(arc.leg.turnRate) > Math.PI) seconds = 0;
  return [arc.instant + refined(gap, seconds)];
}

export function dot(a: FineVector, b: FineVector): DoubleDouble {
  return add(multiply(a.x, b.x), multiply(a.y, b.y));
}

export function cross(a: FineVector, b: FineVector): DoubleDouble {
  return subtract(multiply(a.x, b.y), multiply(a.y, b.x));
}

function productOf(a: DoubleDouble, b: DoubleDouble): number {
  return multiply(a, b).hi;
}
