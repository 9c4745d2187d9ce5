import type { Vector } from './pose.js';
import { differenceOfProducts } from './exact-sum.js';
import { comparePoints, requireSomePoints } from './points.js';
import { pointDistance, type Disc } from './distance.js';
import { ROUNDING } from './tolerances.js';

/** A circle through two or three support points, which are in the order of comparePoints. */
interface Candidate {
  readonly centre: Vector;
  readonly support: readonly Vector[];
}

/** At most ten rounds have been observed; the limit guards against a cycle caused by rounding. */
const MAX_ROUNDS = 100;

/**
 * The smallest circle that holds all the points.
 *
 * Every point p satisfies `pointDistance(circle, p) <= circle.radius`, without any tolerance; the radius is that of the
 * true smallest circle up to 2^-46 of it and two units in the last place of the coordinates. (It follows that the centre is
 * right within 2^-22 of the radius; except for near-degenerate sets it is right to the last digits.) The result does not
 * depend on the order of the points or on repetitions.
 *
 * Welzl's observation (1991) that two or three points support the circle, with the pivot of Gärtner (Fast and robust
 * smallest enclosing balls, 1999): the farthest point from the centre joins the support, which is then chosen again among
 * at most four points. No recursion and no random order is needed; each round visits every point once.
 */
export function smallestEnclosingCircle(points: readonly Vector[]): Disc {
  requireSomePoints('smallestEnclosingCircle', points);
  // Relative to one of the points, so that numbers are as small as the set itself, wherever it lies.
  const origin = points.reduce((least, point) => (comparePoints(point, least) < 0 ? point : least));
  const local = points.map((point) => ({ x: point.x - origin.x, y: point.y - origin.y }));
  const centre = centreOfSmallest(local, { x: 0, y: 0 });
  const placed = { x: origin.x + centre.x, y: origin.y + centre.y };
  return { ...placed, radius: reachOf(placed, points) };
}

/** Proceeds from circle to circle, each supported by points of the set and larger than the one before, until one holds all. */
function centreOfSmallest(points: readonly Vector[], start: Vector): Vector {
  let candidate: Candidate = { centre: start, support: [start] };
  let best = candidate.centre;
  let bestReach = Infinity;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { centre, support } = candidate;
    const farthest = farthestFrom(centre, points);
    const reach = pointDistance(centre, farthest);
    if (reach < bestReach) {
      best = centre;
      bestReach = reach;
    }
    // A point that sticks out by no more than rounding lies on the circle.
    if (reach <= reachOf(centre, support) * (1 + ROUNDING)) break;
    candidate = smallestCandidate([...support, farthest], farthest);
  }
  return best;
}

/** The point farthest from a centre; at a tie the last in the order of comparePoints. */
function farthestFrom(centre: Vector, points: readonly Vector[]): Vector {
  let farthest = centre;
  let reach = -1;
  for (const point of points) {
    const distance = pointDistance(centre, point);
    if (distance < reach || (distance === reach && comparePoints(point, farthest) <= 0)) continue;
    farthest = point;
    reach = distance;
  }
  return farthest;
}

/** The radius of the circle around a centre that holds the points. */
function reachOf(centre: Vector, points: readonly Vector[]): number {
  return pointDistance(centre, farthestFrom(centre, points));
}

/** The smallest circle around two to four points, of which `pivot` is known to lie on it; at a tie one with two on it. */
function smallestCandidate(points: readonly Vector[], pivot: Vector): Candidate {
  const others = points.filter((point) => point !== pivot);
  const pairs = others.map((a) => [a, pivot].sort(comparePoints));
  const triples = others.flatMap((a, index) => others.slice(index + 1).map((b) => [a, b, pivot].sort(comparePoints)));
  let smallest: Candidate | undefined;
  let smallestReach = Infinity;
  for (const support of [...pairs, ...triples]) {
    const centre = centreOf(support);
    if (centre === undefined) continue;
    const reach = reachOf(centre, points);
    if (reach >= smallestReach) continue;
    smallest = { centre, support };
    smallestReach = reach;
  }
  return smallest!; // there is always a pair
}

/** The centre of the circle on two points as diameter, or through three; none if the three are collinear. */
function centreOf(support: readonly Vector[]): Vector | undefined {
  const [a, b, c] = support as readonly [Vector, Vector, Vector?];
  if (c === undefined) return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  // From the corner opposite the longest side, so that two close corners keep all digits of their difference.
  const ab = pointDistance(a, b);
  const bc = pointDistance(b, c);
  const ca = pointDistance(c, a);
  if (bc >= ab && bc >= ca) return circumcentre(a, b, c);
  return ca >= ab ? circumcentre(b, c, a) : circumcentre(c, a, b);
}

function circumcentre(corner: Vector, b: Vector, c: Vector): Vector | undefined {
  const bx = b.x - corner.x;
  const by = b.y - corner.y;
  const cx = c.x - corner.x;
  const cy = c.y - corner.y;
  const fourAreas = 2 * differenceOfProducts(bx, cy, by, cx);
  if (fourAreas === 0) return undefined;
  const b2 = bx * bx + by * by;
  const c2 = cx * cx + cy * cy;
  return {
    x: corner.x + differenceOfProducts(b2, cy, c2, by) / fourAreas,
    y: corner.y + differenceOfProducts(c2, bx, b2, cx) / fourAreas,
  };
}
