import { add, type DoubleDouble, double, exactDifference, exactProduct, square, subtract } from '../double-double.js';
import { cos, sin } from '../elementary.js';
import { powerOfTwo } from '../exact.js';
import { entries, type Gap } from '../first-root.js';
import { type ArcLeg, type Leg, maxAccelerationOf, maxSpeedOf, positionAt, velocityAt } from '../leg.js';
import type { Vector } from '../pose.js';
import { MAX_TIME } from '../tolerances.js';
import { ArcFrom, type FineVector, refined } from './arc.js';
import { NEVER } from './contact.js';

/** Contacts of motions that have no closed form: an arc or a curve with anything that moves. */

/** How wrong a gap computed in doubles may be, relative to what goes in. */
const NOISE = powerOfTwo(-48);
/** So much more room, relative to what goes in, is left where something is ruled out by doubles. */
const MARGIN = powerOfTwo(-40);

/**
 * The first instant, from one to another, at which two discs touch and close; NEVER if there is none. Between lines
 * and arcs it is right to the last digits; a curve's functions are taken at their word.
 */
export function searchDiscs(a: Leg, b: Leg, sum: DoubleDouble, begin: number, end: number): number {
  const { from, until } = meetingSpan(a, b, sum.hi, begin, Math.min(end, MAX_TIME));
  const gap = gapOfDiscs(a, b, sum.hi);
  const [entry] = entries(gap, from, until);
  if (entry === undefined) return NEVER;
  // Where they overlapped before they closed again there is no root to refine.
  const isRoot = gap.value(entry) > -8 * gap.noise(entry);
  return a.kind === 'curve' || b.kind === 'curve' || !isRoot ? entry : refinedEntry(a, b, sum, entry);
}

/**
 * When they can meet at all: an arc never leaves its circle, so that what keeps away from that needs no search, and a
 * line that has passed it no further one.
 */
function meetingSpan(a: Leg, b: Leg, sum: number, begin: number, end: number): { from: number; until: number } {
  const never = { from: begin, until: -Infinity };
  if (a.kind === 'arc' && b.kind === 'arc') {
    const apart = lengthOf(difference(hubOf(a), hubOf(b)));
    const [ra, rb] = [radiusOf(a), radiusOf(b)];
    const margin = MARGIN * (apart + ra + rb + sum + lengthOf(a) + lengthOf(b));
    const canMeet = apart <= ra + rb + sum + margin && apart >= Math.abs(ra - rb) - sum - margin;
    return canMeet ? { from: begin, until: end } : never;
  }
  const [arc, line] = a.kind === 'arc' ? [a, b] : [b, a];
  if (arc.kind !== 'arc' || line.kind !== 'line') return { from: begin, until: end };
  const { x, y } = difference(positionAt(line, begin), hubOf(arc));
  const reach = (radiusOf(arc) + sum) * (1 + MARGIN) + MARGIN * (lengthOf(arc) + lengthOf(line) + lengthOf({ x, y }));
  const speed = maxSpeedOf(line);
  const along = -(x * line.vx + y * line.vy) / speed;
  const aside = (x * line.vy - y * line.vx) / speed;
  if (Math.abs(aside) >= reach) return never;
  const half = Math.sqrt((reach - aside) * (reach + aside));
  return {
    from: Math.max(begin, begin + (along - half) / speed),
    until: Math.min(end, begin + (along + half) / speed),
  };
}

/** |b - a|² - R², which is smooth also where the discs are far inside each other. */
function gapOfDiscs(a: Leg, b: Leg, sum: number): Gap {
  const speed = maxSpeedOf(a) + maxSpeedOf(b);
  const acceleration = maxAccelerationOf(a) + maxAccelerationOf(b);
  const away = (t: number): Vector => difference(positionAt(b, t), positionAt(a, t));
  const distance = (t: number): number => lengthOf(away(t));
  return {
    value: (t) => {
      const { x, y } = away(t);
      return x * x + y * y - sum * sum;
    },
    slope: (t) => {
      const { x, y } = away(t);
      const velocity = difference(velocityAt(b, t), velocityAt(a, t));
      return 2 * (x * velocity.x + y * velocity.y);
    },
    noise: (t) => NOISE * (distance(t) * (sizeOf(a, t) + sizeOf(b, t)) + sum * sum),
    horizon: (t) => (distance(t) + sum) / speed,
    bend: (t, seconds) => 2 * speed * speed + 2 * (distance(t) + speed * seconds) * acceleration,
  };
}

/** The instants at which a disc of that radius around a leg's position comes to touch a fixed point. */
export function searchPoint(leg: Leg, radius: number, point: Vector, from: number, until: number): Iterable<number> {
  const rest: Leg = { kind: 'rest', x: point.x, y: point.y, heading: 0, start: leg.start, end: leg.end };
  return entries(gapOfDiscs(leg, rest, radius), from, until);
}

/** The instants at which it enters the half-plane at the height `radius` above a line through `origin`. */
export function searchLine(
  leg: Leg,
  radius: number,
  origin: Vector,
  out: Vector,
  from: number,
  until: number,
): Iterable<number> {
  const acceleration = maxAccelerationOf(leg);
  const gap: Gap = {
    value: (t) => dot(out, difference(positionAt(leg, t), origin)) - radius,
    slope: (t) => dot(out, velocityAt(leg, t)),
    noise: (t) => NOISE * (sizeOf(leg, t) + Math.abs(origin.x) + Math.abs(origin.y) + radius),
    horizon: () => Infinity,
    bend: () => acceleration,
  };
  return entries(gap, from, until);
}

/** The centre of the circle that an arc goes round. */
function hubOf(arc: ArcLeg): Vector {
  const radius = arc.speed / arc.turnRate;
  return { x: arc.x - radius * sin(arc.heading), y: arc.y + radius * cos(arc.heading) };
}

function radiusOf(arc: ArcLeg): number {
  return Math.abs(arc.speed / arc.turnRate);
}

/** Newton's method in twice the digits, from an entry that is right to within rounding. */
function refinedEntry(a: Leg, b: Leg, sum: DoubleDouble, entry: number): number {
  const base = Math.max(a.start, b.start);
  const positionA = fineMotion(a, base);
  const positionB = fineMotion(b, base);
  const sumSquared = square(sum);
  const seconds = refined(
    {
      value: (s) => {
        const p = positionA(s);
        const q = positionB(s);
        return subtract(add(square(subtract(q.x, p.x)), square(subtract(q.y, p.y))), sumSquared);
      },
      slope: (s) => gapOfDiscs(a, b, sum.hi).slope(base + s),
    },
    entry - base,
  );
  return base + seconds;
}

/** Positions of a line, an arc or a rest, by the seconds since an instant. */
function fineMotion(leg: Leg, instant: number): (seconds: number) => FineVector {
  if (leg.kind === 'arc') {
    const arc = new ArcFrom(leg, instant);
    return (seconds) => {
      const way = arc.way(seconds);
      return { x: add(arc.position.x, way.x), y: add(arc.position.y, way.y) };
    };
  }
  const { x: vx, y: vy } = velocityAt(leg, instant);
  const gone = exactDifference(instant, leg.start);
  const along = (start: number, speed: number, seconds: number): DoubleDouble =>
    add(add(double(start), add(exactProduct(speed, gone.hi), double(speed * gone.lo))), exactProduct(speed, seconds));
  return (seconds) => ({ x: along(leg.x, vx, seconds), y: along(leg.y, vy, seconds) });
}

function difference(a: Vector, b: Vector): Vector {
  return { x: a.x - b.x, y: a.y - b.y };
}

function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y;
}

function lengthOf({ x, y }: Vector): number {
  return Math.sqrt(x * x + y * y);
}

/** Size of the numbers from which a position is computed. */
function sizeOf(leg: Leg, t: number): number {
  const { x, y } = positionAt(leg, t);
  return Math.abs(x) + Math.abs(y) + Math.abs(leg.x) + Math.abs(leg.y);
}
