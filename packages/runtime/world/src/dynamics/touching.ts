import { SLIDE, TOUCHING_GAP, WALL_LENGTH } from '@kineko/geometry';
import type { Bodies } from './bodies.js';
import { Body, Clock } from './body-layout.js';
import { nearestOfFixture } from './bounce.js';
import { withRoom } from './grid.js';

/** 2^-40 of the lengths involved: bodies farther apart than this no longer touch. */
const APART = 9.094947017729282e-13;
const NOTHING: readonly number[] = [];
/** Bodies that close by less than this share of their speed slide along each other. */
const SLIDING = 9.094947017729282e-13;

// Layout of a node in the lists of partners.
const OTHER = 0;
const NEXT = 1;
const NODE = 2;
const MIN_NODES = 64;
/** End of a list. */
const NONE = -1;

/**
 * The pairs that touch, from touch to release. Bodies are slots from 0 on; fixtures are numbered downwards from -1.
 *
 * Each body has a linked list of its partners, in the order of their touches, in one array for all: few bodies touch at a time,
 * and the nodes that become free are used again first, so they are in the caches.
 */
export class Touching {
  /** The first node of each slot; made at the first touch. */
  private heads = new Int32Array(0);
  private nodes = new Int32Array(NODE * MIN_NODES);
  /** The first free node, and the number of nodes that were ever used. */
  private free = NONE;
  private used = 0;
  /** Number of pairs that touch. */
  count = 0;

  constructor(
    private readonly bodies: Bodies,
    private readonly walls: Float64Array,
  ) {}

  /** Everything that a body touches: slots in ascending order, then fixtures. */
  of(slot: number): readonly number[] {
    const first = this.firstOf(slot);
    if (first === NONE) return NOTHING;
    const { nodes } = this;
    const others: number[] = [];
    for (let node = first; node !== NONE; node = nodes[node + NEXT]!) others.push(nodes[node + OTHER]!);
    return others.sort(bodiesFirst);
  }

  /** Adds a pair; returns whether it is new. */
  add(slot: number, other: number): boolean {
    if (this.heads.length === 0) this.heads = new Int32Array(this.bodies.count).fill(NONE);
    const { nodes } = this;
    for (let node = this.heads[slot]!; node !== NONE; node = nodes[node + NEXT]!) {
      if (nodes[node + OTHER] === other) return false;
    }
    this.append(slot, other);
    this.count++;
    if (other >= 0) this.append(other, slot);
    return true;
  }

  /** Whether the gap between two bodies is small enough to count as touching. */
  isAt(slot: number, other: number, now: number): boolean {
    const { bodies } = this;
    const x = bodies.xAt(slot, now);
    const y = bodies.yAt(slot, now);
    const own = bodies.records[slot * Body.SIZE + Body.RADIUS]!;
    const place =
      other < 0
        ? this.nearestOf(-1 - other, x, y)
        : {
            x: bodies.xAt(other, now),
            y: bodies.yAt(other, now),
            radius: bodies.records[other * Body.SIZE + Body.RADIUS]!,
          };
    const [dx, dy] = [place.x - x, place.y - y];
    const sum = own + place.radius;
    return Math.sqrt(dx * dx + dy * dy) - sum <= TOUCHING_GAP * (Math.max(Math.abs(x), Math.abs(y)) + sum);
  }

  /** Removes and returns the partners that a body leaves by the leg that it begins now. */
  leftBehind(slot: number, now: number): readonly number[] {
    const { nodes } = this;
    let left: number[] | undefined;
    for (let node = this.firstOf(slot); node !== NONE; node = nodes[node + NEXT]!) {
      const other = nodes[node + OTHER]!;
      if (this.parts(slot, other, now)) (left ??= []).push(other);
    }
    if (left === undefined) return NOTHING;
    this.count -= left.length;
    for (const other of left) {
      this.forget(slot, other);
      if (other >= 0) this.forget(other, slot);
    }
    return left;
  }

  private firstOf(slot: number): number {
    return this.heads[slot] ?? NONE;
  }

  private append(slot: number, other: number): void {
    const added = this.newNode();
    const { heads, nodes } = this;
    nodes[added + OTHER] = other;
    nodes[added + NEXT] = NONE;
    let last = heads[slot]!;
    if (last === NONE) {
      heads[slot] = added;
      return;
    }
    while (nodes[last + NEXT] !== NONE) last = nodes[last + NEXT]!;
    nodes[last + NEXT] = added;
  }

  private newNode(): number {
    const { free } = this;
    if (free !== NONE) {
      this.free = this.nodes[free + NEXT]!;
      return free;
    }
    const added = this.used * NODE;
    this.used++;
    if (added === this.nodes.length) this.nodes = withRoom(this.nodes, new Int32Array(2 * added));
    return added;
  }

  private forget(slot: number, other: number): void {
    const { heads, nodes } = this;
    let previous = NONE;
    let node = heads[slot]!;
    while (nodes[node + OTHER] !== other) {
      previous = node;
      node = nodes[node + NEXT]!;
    }
    if (previous === NONE) heads[slot] = nodes[node + NEXT]!;
    else nodes[previous + NEXT] = nodes[node + NEXT]!;
    nodes[node + NEXT] = this.free;
    this.free = node;
  }

  private parts(slot: number, other: number, now: number): boolean {
    const { bodies } = this;
    // The leg of the body begins now, so its record holds its present position.
    const x = bodies.records[slot * Body.SIZE + Body.X]!;
    const y = bodies.records[slot * Body.SIZE + Body.Y]!;
    const vx = bodies.vxAt(slot, now);
    const vy = bodies.vyAt(slot, now);
    const radius = bodies.records[slot * Body.SIZE + Body.RADIUS]!;
    const size = bodies.clock[Clock.EXTENT]! + Math.abs(x) + Math.abs(y);
    if (other >= 0) {
      const dx = bodies.xNow(other, now) - x;
      const dy = bodies.yNow(other, now) - y;
      const wx = bodies.vxAt(other, now) - vx;
      const wy = bodies.vyAt(other, now) - vy;
      const sum = radius + bodies.records[other * Body.SIZE + Body.RADIUS]!;
      // Two discs that slide along each other separate.
      return isApart(dx, dy, sum, size) || ((wx !== 0 || wy !== 0) && !isPressing(dx, dy, wx, wy, sum, size));
    }
    const nearest = this.nearestOf(-1 - other, x, y);
    const dx = nearest.x - x;
    const dy = nearest.y - y;
    // A body that slides along a wall keeps touching it; around a disc it does not.
    if (isApart(dx, dy, radius + nearest.radius, size)) return true;
    if (nearest.radius === 0) return isClosing(dx, dy, vx, vy);
    return (vx !== 0 || vy !== 0) && !isPressing(dx, dy, -vx, -vy, radius + nearest.radius, size);
  }

  /** The nearest point of a wall, or the centre of a fixed disc with its radius. */
  private nearestOf(fixture: number, x: number, y: number): { x: number; y: number; radius: number } {
    const { bodies, walls } = this;
    const disc = bodies.count + fixture - walls.length / WALL_LENGTH;
    const radius = disc < bodies.count ? 0 : bodies.records[disc * Body.SIZE + Body.RADIUS]!;
    return { ...nearestOfFixture(bodies, { x, y }, walls, fixture), radius };
  }
}

/** Slots in ascending order, then fixtures. */
export function bodiesFirst(a: number, b: number): number {
  return a >= 0 === b >= 0 ? Math.abs(a) - Math.abs(b) : b - a;
}

function isApart(dx: number, dy: number, sum: number, size: number): boolean {
  return Math.sqrt(dx * dx + dy * dy) - sum > APART * (size + sum);
}

/** Whether discs close and would overlap by more than a slide may. */
function isPressing(dx: number, dy: number, wx: number, wy: number, sum: number, size: number): boolean {
  if (!isClosing(dx, dy, wx, wy)) return false;
  const least = Math.abs(dx * wy - dy * wx) / Math.sqrt(wx * wx + wy * wy);
  return sum - least > SLIDE * (size + sum);
}

/** Whether the vector d becomes shorter at the rate w, by more than sliding. */
function isClosing(dx: number, dy: number, wx: number, wy: number): boolean {
  const closing = dx * wx + dy * wy;
  return closing < 0 && closing * closing > SLIDING * SLIDING * (dx * dx + dy * dy) * (wx * wx + wy * wy);
}
