/** Gathering of n points at one point. */
import { centroid, type Disc, pointDistance, smallestEnclosingCircle, type Vector } from '@kineko/geometry';
import { LookComputeMove } from '../look-compute-move.js';
import { farthestFrom, midpoint, onCircle, ORIGIN, type Weighted } from '../points.js';
import type { Decision, Snapshot } from '../snapshot.js';

/** Share of the size of a configuration below which lengths are equal. */
const EQUAL = 1e-9;

/** All points with robots, the own one first; weights are counts, where they are seen. */
export function pointsOf({ others, here }: Snapshot): Weighted[] {
  const weight = (count: number | 'many' | undefined): number => (typeof count === 'number' ? count : 1);
  return [
    { ...ORIGIN, weight: weight(here.count) },
    ...others.map(({ x, y, count }) => ({ x, y, weight: weight(count) })),
  ];
}

/**
 * Moves to the mean of the robots that it sees; with strong multiplicity, of all robots.
 *
 * Claim: converges in ASYNC for any number of robots, also with crashes (Cohen and Peleg, Convergence properties of the
 * gravitational algorithm in asynchronous robot systems, SIAM J. Comput. 34(6), 2005). Limit: gathers in FSYNC only.
 */
export class GoToCentreOfGravity extends LookComputeMove {
  protected override compute(snapshot: Snapshot): Decision {
    const points = pointsOf(snapshot);
    return { destination: centroid(points.flatMap((point) => Array.from({ length: point.weight! }, () => point))) };
  }
}

/**
 * Moves to the centre of the smallest circle around all robots.
 *
 * Claim: gathers in one round of FSYNC with rigid moves. Limit: fails in SSYNC; for two robots it is ToHalf.
 */
export class CentreOfSec extends LookComputeMove {
  protected override compute({ others }: Snapshot): Decision {
    return { destination: smallestEnclosingCircle([ORIGIN, ...others]) };
  }
}

/** The point with more robots than any other; undefined if there are several. */
function majorityOf(points: readonly Weighted[]): Vector | undefined {
  const most = Math.max(...points.map(({ weight }) => weight!));
  const [first, second] = points.filter(({ weight }) => weight === most);
  return second === undefined ? first : undefined;
}

/**
 * Moves to the point with strictly most robots. If there is none, robots gather at a target given by the smallest enclosing
 * circle, those inside first.
 *
 * Claim: gathers in SSYNC with rigid moves and strong multiplicity, from any start of three robots or more that is not
 * bivalent, without a common coordinate system (Courtieu, Rieg, Tixeuil and Urbain, Certified universal gathering in R² for
 * oblivious mobile robots, DISC 2016, and its formal proof in Pactole). Limit: from two towers of equal height, no algorithm
 * gathers.
 */
export class GatherByMajority extends LookComputeMove {
  static readonly needs = { multiplicity: 'strong' };

  protected override compute(snapshot: Snapshot): Decision {
    const points = pointsOf(snapshot);
    const majority = majorityOf(points);
    if (majority !== undefined) return { destination: majority };
    const circle = smallestEnclosingCircle(points);
    const target = targetOf(points, circle);
    const isThere = (point: Vector): boolean =>
      onCircle(point, circle) || pointDistance(point, target) <= EQUAL * circle.radius;
    return points.every(isThere) || !isThere(ORIGIN) ? { destination: target } : {};
  }
}

/** The same point for all robots, whatever their coordinate systems. */
function targetOf(points: readonly Vector[], circle: Disc): Vector {
  const [a, b, c, d] = points.filter((point) => onCircle(point, circle));
  if (b === undefined) return a ?? circle;
  return c === undefined || d !== undefined ? circle : targetOfTriangle([a!, b, c]);
}

/** The barycentre if all sides are equal, the apex if two are, else the corner opposite to the longest side. */
function targetOfTriangle(corners: readonly [Vector, Vector, Vector]): Vector {
  const [a, b, c] = corners;
  const sides = [pointDistance(b, c), pointDistance(c, a), pointDistance(a, b)] as const;
  const longest = Math.max(...sides);
  const areEqual = (first: number, second: number): boolean => Math.abs(first - second) <= EQUAL * longest;
  const [bc, ca, ab] = sides;
  if (areEqual(bc, ca) && areEqual(ca, ab)) return centroid(corners);
  if (areEqual(ca, ab)) return a;
  if (areEqual(ab, bc)) return b;
  if (areEqual(bc, ca)) return c;
  return corners[sides.indexOf(longest)]!;
}

/**
 * On a line: moves to the point with strictly most robots; else to the middle one of three points; else robots between the
 * extremes move to the middle of the extremes.
 *
 * Claim: gathers in SSYNC with rigid moves and strong multiplicity, on a line, from any start of three robots or more that is
 * not bivalent (Courtieu, Rieg, Tixeuil and Urbain, Impossibility of gathering, a certification, 2015; Pactole).
 */
export class GatherOnLine extends LookComputeMove {
  static readonly needs = { multiplicity: 'strong' };

  protected override compute(snapshot: Snapshot): Decision {
    const points = pointsOf(snapshot);
    const majority = majorityOf(points);
    if (majority !== undefined) return { destination: majority };
    const far = farthestFrom(ORIGIN, points);
    const order = points.toSorted((a, b) => pointDistance(far, a) - pointDistance(far, b));
    const [first, last] = [order[0]!, order.at(-1)!];
    if (order.length === 3) return { destination: order[1]! };
    const isExtreme = pointDistance(ORIGIN, first) === 0 || pointDistance(ORIGIN, last) === 0;
    return isExtreme ? {} : { destination: midpoint(first, last) };
  }
}
