import type { Party, RecordOf } from '@kineko/formats/trace';
import type { CollisionsReport, PairReport } from './report.js';

type MotionEnd = RecordOf<'motionEnd'>;

/** Whom a robot collided with, as far as it is known. */
type Partner = { readonly kind: PairReport['partnerKind']; readonly id: number | null };

interface Collision {
  readonly time: number;
  readonly robot: number;
  readonly partner: Partner;
}

type Pair = { -readonly [K in keyof PairReport]: PairReport[K] };

const UNKNOWN: Partner = { kind: 'unknown', id: null };

/** Positions of a log may be off by half of its last decimal: distances that differ by no more cannot be told apart (m). */
const LOG_DECIMALS = 0.002;

/** Of more that collide at one instant no partners are looked for: everybody would be compared with everybody. */
const MOST_AT_ONE_INSTANT = 512;

/**
 * Counts collisions by pair: one for an instant and two that meet, although the motions of both end. Where an end does not
 * tell with whom, two that collided at that instant and are nearest to each other met each other; others met somebody
 * unknown, be it a wall or a robot that stood.
 */
export class Collisions {
  private readonly pairs = new Map<string, Pair>();
  private instant = NaN;
  /** Pairs that have met at this instant. */
  private readonly met = new Set<string>();
  /** Robots that have collided at this instant, with nobody knows whom. */
  private readonly lonely = new Map<number, MotionEnd>();

  constructor(
    private readonly radiusOf: (robot: number) => number | undefined,
    private readonly onCollision: (time: number) => void,
  ) {}

  add(end: MotionEnd): void {
    if (end.time !== this.instant) this.beginInstant(end.time);
    if (end.with === undefined) {
      if (!this.lonely.has(end.robot)) this.lonely.set(end.robot, end);
      return;
    }
    const collision = { time: end.time, ...ordered(end.robot, end.with) };
    const key = keyOf(collision);
    if (this.met.has(key)) return;
    this.met.add(key);
    count(this.pairs, collision);
    this.onCollision(collision.time);
  }

  /** Instants of collisions that have happened but wait for others of the same instant. */
  pending(): number[] {
    return this.solved().map(({ time }) => time);
  }

  report(): CollisionsReport {
    const pairs = new Map<string, Pair>();
    for (const [key, pair] of this.pairs) pairs.set(key, { ...pair });
    for (const collision of this.solved()) count(pairs, collision);
    const sorted = [...pairs.values()].sort(
      (p, q) => q.collisions - p.collisions || p.robot - q.robot || (p.partner ?? Infinity) - (q.partner ?? Infinity),
    );
    return { count: sorted.reduce((sum, { collisions }) => sum + collisions, 0), pairs: sorted };
  }

  private beginInstant(time: number): void {
    for (const collision of this.solved()) {
      count(this.pairs, collision);
      this.onCollision(collision.time);
    }
    this.instant = time;
    this.met.clear();
    this.lonely.clear();
  }

  private solved(): Collision[] {
    return this.lonely.size === 0 ? [] : matched([...this.lonely.values()], this.radiusOf);
  }
}

function matched(ends: readonly MotionEnd[], radiusOf: (robot: number) => number | undefined): Collision[] {
  const nearest = ends.map((end) => (ends.length > MOST_AT_ONE_INSTANT ? undefined : nearestTo(end, ends)));
  const collisions: Collision[] = [];
  for (const [i, end] of ends.entries()) {
    const j = nearest[i];
    const other = j === undefined ? undefined : ends[j];
    if (j === undefined || other === undefined || nearest[j] !== i || !mayTouch(end, other, radiusOf)) {
      collisions.push({ time: end.time, robot: end.robot, partner: UNKNOWN });
    } else if (i < j) {
      collisions.push({ time: end.time, ...ordered(end.robot, { kind: 'robot', id: other.robot }) });
    }
  }
  return collisions;
}

/** Place of the one nearest to a robot, unless another is as near. */
function nearestTo(end: MotionEnd, ends: readonly MotionEnd[]): number | undefined {
  let nearest: number | undefined;
  let least = Infinity;
  let second = Infinity;
  for (const [place, other] of ends.entries()) {
    if (other === end) continue;
    const distance = distanceOf(end, other);
    if (distance < least) {
      second = least;
      least = distance;
      nearest = place;
    } else if (distance < second) second = distance;
  }
  return second - least > LOG_DECIMALS || second === Infinity ? nearest : undefined;
}

/** Where radii are on record, they decide. */
function mayTouch(a: MotionEnd, b: MotionEnd, radiusOf: (robot: number) => number | undefined): boolean {
  const reach = (radiusOf(a.robot) ?? NaN) + (radiusOf(b.robot) ?? NaN);
  return Number.isNaN(reach) || distanceOf(a, b) <= reach + LOG_DECIMALS;
}

function distanceOf(a: MotionEnd, b: MotionEnd): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Of two robots the lower id comes first. */
function ordered(robot: number, party: Party): { robot: number; partner: Partner } {
  if (party.kind === 'robot' && party.id < robot) return { robot: party.id, partner: { kind: 'robot', id: robot } };
  return { robot, partner: party };
}

function keyOf({ robot, partner }: Omit<Collision, 'time'>): string {
  return `${robot} ${partner.kind} ${partner.id}`;
}

function count(pairs: Map<string, Pair>, collision: Collision): void {
  const { time, robot, partner } = collision;
  const key = keyOf(collision);
  const pair = pairs.get(key);
  if (pair === undefined) {
    pairs.set(key, {
      robot,
      partnerKind: partner.kind,
      partner: partner.id,
      collisions: 1,
      firstSeconds: time,
      lastSeconds: time,
    });
    return;
  }
  pair.collisions++;
  pair.lastSeconds = time;
}
