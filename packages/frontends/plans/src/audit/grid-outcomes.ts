/**
 * On a grid, what happens to two agents in one step depends only on their offset and their two moves, so that each case is
 * solved once, exactly.
 */
import { integersOf, nearestDouble } from './fraction.js';
import { nearestOf, type Overlap, overlapOf, type RelativeSpan } from './relative-span.js';

/** Moves: rest, one cell to the right, down, to the left, up; or gone after this instant. */
const MOVES = [
  { dx: 0, dy: 0 },
  { dx: 1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: -1 },
] as const;
export const GONE = MOVES.length;
export const MOVE_CODES = GONE + 1;

/** Bits of a case; 0 for nothing to report. */
export const NEAR = 1;
export const CONTACT = 2;
export const GRAZE = 4;
export const VERTEX = 8;
export const EDGE = 16;
export const STRAIGHT_FOLLOW = 32;
export const CORNER_FOLLOW = 64;
/** The second agent follows the first, rather than the other way round. */
export const SECOND_FOLLOWS = 128;

export interface Offset {
  readonly dx: number;
  readonly dy: number;
}

/** Radius, cell and distance in the same unit. */
export interface GridMeasures {
  readonly cell: number;
  readonly radius: number;
  /** Pairs that come nearer than this are listed. */
  readonly within: number;
}

/** The nearest pair of most plans comes nearer than this (cells). */
const SEARCHED = 2.01;

export class GridOutcomes {
  /** Offsets at which two agents can come near, one of each two opposite ones; the first is the same cell. */
  readonly offsets: readonly Offset[];
  /** Bits by offset, first move and second move. */
  readonly bits: Uint8Array;
  /** Square of the least distance in cells, and its share of the step; exact. */
  readonly squares: Float64Array;
  readonly shares: Float64Array;
  readonly overlaps: readonly (Overlap | undefined)[];
  /** Whether the pair is listed as near. */
  readonly isListed: readonly boolean[];

  constructor({ cell, radius, within }: GridMeasures) {
    const { integers } = integersOf([cell, radius]);
    const [unit, half] = [integers[0]!, integers[1]!];
    const range = Math.max((2 * radius) / cell, within / cell, SEARCHED);
    const cases = offsetsUpTo(range + 2).flatMap((offset) => {
      const found = casesOf(offset).map((each) => {
        const overlap = overlapOf({ ...each.span, ...scaledBy(each.span, unit), reach: 2n * half });
        const near = Math.sqrt(each.square) < range ? NEAR : 0;
        const contact = overlap.sign < 0 ? CONTACT : overlap.sign === 0 ? GRAZE : 0;
        return { ...each, overlap, bits: each.isGone ? each.bits : each.bits | near | contact };
      });
      return found.some(({ bits }) => bits !== 0) ? [{ offset, found }] : [];
    });
    this.offsets = cases.map(({ offset }) => offset);
    const all = cases.flatMap(({ found }) => found);
    this.bits = Uint8Array.from(all, ({ bits }) => bits);
    this.squares = Float64Array.from(all, ({ square }) => square);
    this.shares = Float64Array.from(all, ({ share }) => share);
    this.overlaps = all.map(({ overlap, bits }) => ((bits & CONTACT) === 0 ? undefined : overlap));
    this.isListed = all.map(({ square }) => Math.sqrt(square) * cell < within);
  }
}

function casesOf(offset: Offset) {
  const cases = [];
  for (let first = 0; first < MOVE_CODES; first++) {
    for (let second = 0; second < MOVE_CODES; second++) {
      const isGone = first === GONE || second === GONE;
      const span = spanOf(offset, MOVES[first] ?? MOVES[0], MOVES[second] ?? MOVES[0]);
      const { squared, share } = nearestOf(span);
      cases.push({
        span,
        share,
        square: nearestDouble(squared),
        isGone,
        bits: isGone ? vertexBits(offset) : vertexBits(offset) | conflictBits(offset, first, second),
      });
    }
  }
  return cases;
}

/** The motion of the second agent relative to the first, in cells. */
function spanOf({ dx, dy }: Offset, first: Offset, second: Offset): RelativeSpan {
  return {
    px: BigInt(dx),
    py: BigInt(dy),
    qx: BigInt(second.dx - first.dx),
    qy: BigInt(second.dy - first.dy),
    reach: 0n,
    unit: 1n,
  };
}

function scaledBy({ px, py, qx, qy }: RelativeSpan, unit: bigint): Pick<RelativeSpan, 'px' | 'py' | 'qx' | 'qy'> {
  return { px: px * unit, py: py * unit, qx: qx * unit, qy: qy * unit };
}

/** Offsets within a distance, one of each two opposite ones, from the nearest. */
function offsetsUpTo(distance: number): Offset[] {
  const offsets: Offset[] = [];
  const most = Math.floor(distance);
  for (let dy = 0; dy <= most; dy++) {
    for (let dx = dy === 0 ? 0 : -most; dx <= most; dx++) {
      if (dx * dx + dy * dy <= distance * distance) offsets.push({ dx, dy });
    }
  }
  return offsets.sort((a, b) => a.dx * a.dx + a.dy * a.dy - b.dx * b.dx - b.dy * b.dy);
}

function vertexBits({ dx, dy }: Offset): number {
  return dx === 0 && dy === 0 ? VERTEX : 0;
}

function conflictBits(offset: Offset, first: number, second: number): number {
  const [a, b] = [MOVES[first]!, MOVES[second]!];
  const back = { dx: -offset.dx, dy: -offset.dy };
  const firstEnters = first !== 0 && areEqual(a, offset);
  const secondEnters = second !== 0 && areEqual(b, back);
  if (firstEnters && secondEnters) return EDGE;
  const isFollow = (firstEnters && second !== 0) || (secondEnters && first !== 0);
  if (!isFollow) return 0;
  return (areEqual(a, b) ? STRAIGHT_FOLLOW : CORNER_FOLLOW) | (secondEnters ? SECOND_FOLLOWS : 0);
}

function areEqual(a: Offset, b: Offset): boolean {
  return a.dx === b.dx && a.dy === b.dy;
}
