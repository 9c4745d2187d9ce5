/** The times at which two robots are closer than a distance, leg by leg: solved, not sampled. */
import { discDiscContact, type Leg, positionAt, velocityAt } from '@kineko/geometry';
import { distanceBetween, type RobotMotion, type Stretch } from './motion.js';
import { type Span, spansBelowZero, union } from './spans.js';

/** Metres: tolerance for two bodies that stopped where they touch. */
const CLEARLY = 1e-9;

/** Metres: the solver does not take larger discs. */
const MAX_SOLVED = 1_000_000;

/** The spans in which the centres of two robots are less than `distance` apart. */
export function spansWithin(a: RobotMotion, b: RobotMotion, distance: number): Span[] {
  // Robots without a size, as in a log without radii.
  if (!(distance > 0)) return [];
  const spans: Span[] = [];
  for (const { first, second, from, until } of overlaps(a, b)) {
    if (areApart(first, second, distance)) continue;
    spans.push(...spansOfLegs(first.leg, second.leg, distance, from, until, first.speed + second.speed));
  }
  return union(spans);
}

/** The smallest distance of two centres in a run, and its time; exact for straight legs. */
export function closestApproach(a: RobotMotion, b: RobotMotion): { readonly distance: number; readonly time: number } {
  let best = { distance: Infinity, time: 0 };
  for (const { first, second, from, until } of overlaps(a, b)) {
    if (areApart(first, second, best.distance)) continue;
    for (const time of candidates(first.leg, second.leg, from, until)) {
      const distance = distanceBetween(positionAt(first.leg, time), positionAt(second.leg, time));
      if (distance < best.distance) best = { distance, time };
    }
  }
  return best;
}

interface Overlap extends Span {
  readonly first: Stretch;
  readonly second: Stretch;
}

/** Pairs of legs that overlap in time. */
function* overlaps(a: RobotMotion, b: RobotMotion): Generator<Overlap, void> {
  let [i, j] = [0, 0];
  while (i < a.stretches.length && j < b.stretches.length) {
    const first = a.stretches[i]!;
    const second = b.stretches[j]!;
    const from = Math.max(first.from, second.from);
    const until = Math.min(first.until, second.until);
    if (until > from) yield { first, second, from, until };
    if (first.until <= second.until) i++;
    else j++;
  }
}

function areApart({ bounds: a }: Stretch, { bounds: b }: Stretch, distance: number): boolean {
  const dx = Math.max(0, a.minX - b.maxX, b.minX - a.maxX);
  const dy = Math.max(0, a.minY - b.maxY, b.minY - a.maxY);
  return dx * dx + dy * dy > distance * distance;
}

function spansOfLegs(a: Leg, b: Leg, distance: number, from: number, until: number, speed: number): Span[] {
  if (!(isUniform(a) && isUniform(b)) || distance > MAX_SOLVED) {
    const gap = (t: number): number => distanceBetween(positionAt(a, t), positionAt(b, t)) - distance;
    return spansBelowZero((t) => gap(t) + CLEARLY, speed, from, until);
  }
  // The relative motion is straight: it enters the circle once and leaves it once.
  const nearest = nearestInstant(a, b, from);
  const isInside = distanceBetween(positionAt(a, from), positionAt(b, from)) < distance - CLEARLY;
  if (isInside) {
    if (nearest === undefined) return [{ from, until }];
    return [{ from, until: Math.min(until, exitAfter(a, b, distance, from)) }];
  }
  const contact = discDiscContact(a, distance / 2, b, distance / 2, { from, after: from, until });
  if (contact.state !== 'hit' || nearest === undefined || contact.time >= until) return [];
  const exit = 2 * nearest - contact.time;
  return exit > contact.time ? [{ from: contact.time, until: Math.min(until, exit) }] : [];
}

/** The time at which two bodies inside the distance leave it: the later root, in the form without cancellation. */
function exitAfter(a: Leg, b: Leg, distance: number, from: number): number {
  const { x, y, vx, vy } = relative(a, b, from);
  const speedSquared = vx * vx + vy * vy;
  const half = x * vx + y * vy;
  const depth = distance * distance - x * x - y * y;
  const root = Math.sqrt(half * half + speedSquared * depth);
  return from + (half > 0 ? depth / (half + root) : (root - half) / speedSquared);
}

/** Undefined without relative motion. */
function nearestInstant(a: Leg, b: Leg, from: number): number | undefined {
  const { x, y, vx, vy } = relative(a, b, from);
  const speedSquared = vx * vx + vy * vy;
  return speedSquared > 0 ? from - (x * vx + y * vy) / speedSquared : undefined;
}

function relative(a: Leg, b: Leg, t: number): { x: number; y: number; vx: number; vy: number } {
  const [p, q] = [positionAt(a, t), positionAt(b, t)];
  const [u, v] = [velocityAt(a, t), velocityAt(b, t)];
  return { x: q.x - p.x, y: q.y - p.y, vx: v.x - u.x, vy: v.y - u.y };
}

/** Whether the centre moves with constant velocity. */
export function isUniform({ kind }: Leg): boolean {
  return kind === 'rest' || kind === 'turn' || kind === 'line';
}

const SAMPLES = 16;

/** Times at which the distance may be smallest. */
function candidates(a: Leg, b: Leg, from: number, until: number): number[] {
  if (isUniform(a) && isUniform(b)) {
    const nearest = nearestInstant(a, b, from);
    return nearest !== undefined && nearest > from && nearest < until ? [from, nearest, until] : [from, until];
  }
  return Array.from({ length: SAMPLES + 1 }, (_, i) => from + ((until - from) * i) / SAMPLES);
}
