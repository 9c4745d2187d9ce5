/** When two robots are nearer to each other than a distance, leg by leg: solved, not sampled. */
import { discDiscContact, type Leg, positionAt, velocityAt } from '@kineko/geometry';
import { distanceAt, type RobotMotion, type Stretch } from './motion.js';
import { type Span, spansBelowZero, union } from './spans.js';

/** Metres: what rounding may leave of two bodies that stopped where they touch. */
const CLEARLY = 1e-9;

/** Metres: discs that are larger have no solver; nobody's reach is so long. */
const MAX_SOLVED = 1_000_000;

/** The stretches of time in which the centres of two robots are less than `distance` apart; to touch it is not. */
export function spansWithin(a: RobotMotion, b: RobotMotion, distance: number): Span[] {
  // Nobody is nearer than nothing: points, as a log has them that does not tell sizes.
  if (!(distance > 0)) return [];
  const spans: Span[] = [];
  for (const { first, second, from, until } of overlaps(a, b)) {
    if (areApart(first, second, distance)) continue;
    spans.push(...spansOfLegs(first.leg, second.leg, distance, from, until, first.speed + second.speed));
  }
  return union(spans);
}

/** The smallest distance of two centres over a whole run, and when it was; exact between robots that go straight. */
export function closestApproach(a: RobotMotion, b: RobotMotion): { readonly distance: number; readonly time: number } {
  let best = { distance: Infinity, time: 0 };
  for (const { first, second, from, until } of overlaps(a, b)) {
    if (areApart(first, second, best.distance)) continue;
    for (const time of candidates(first.leg, second.leg, from, until)) {
      const distance = distanceAt(positionAt(first.leg, time), positionAt(second.leg, time));
      if (distance < best.distance) best = { distance, time };
    }
  }
  return best;
}

interface Overlap extends Span {
  readonly first: Stretch;
  readonly second: Stretch;
}

/** The pairs of legs that hold at the same time. */
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
    const gap = (t: number): number => distanceAt(positionAt(a, t), positionAt(b, t)) - distance;
    return spansBelowZero((t) => gap(t) + CLEARLY, speed, from, until);
  }
  // From each other's eyes one stands and the other goes straight: in at one instant, out at another.
  const nearest = nearestInstant(a, b, from);
  const isInside = distanceAt(positionAt(a, from), positionAt(b, from)) < distance - CLEARLY;
  if (isInside) {
    if (nearest === undefined) return [{ from, until }];
    return [{ from, until: Math.min(until, exitAfter(a, b, distance, from)) }];
  }
  const contact = discDiscContact(a, distance / 2, b, distance / 2, { from, after: from, until });
  if (contact.state !== 'hit' || nearest === undefined || contact.time >= until) return [];
  const exit = 2 * nearest - contact.time;
  return exit > contact.time ? [{ from: contact.time, until: Math.min(until, exit) }] : [];
}

/** When two that are inside leave: the later root, in the form that cancels nothing. */
function exitAfter(a: Leg, b: Leg, distance: number, from: number): number {
  const { x, y, vx, vy } = relative(a, b, from);
  const speedSquared = vx * vx + vy * vy;
  const half = x * vx + y * vy;
  const depth = distance * distance - x * x - y * y;
  const root = Math.sqrt(half * half + speedSquared * depth);
  return from + (half > 0 ? depth / (half + root) : (root - half) / speedSquared);
}

/** Undefined if the one stands still in the other's eyes. */
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

function isUniform({ kind }: Leg): boolean {
  return kind === 'rest' || kind === 'turn' || kind === 'line';
}

const SAMPLES = 16;

/** Where two may be nearest. */
function candidates(a: Leg, b: Leg, from: number, until: number): number[] {
  if (isUniform(a) && isUniform(b)) {
    const nearest = nearestInstant(a, b, from);
    return nearest !== undefined && nearest > from && nearest < until ? [from, nearest, until] : [from, until];
  }
  return Array.from({ length: SAMPLES + 1 }, (_, i) => from + ((until - from) * i) / SAMPLES);
}
