/** Geometry for authors. Points are given in the coordinate system of the robot, which is at the origin. */
import { centroid, type Disc, pointDistance, pointSegmentDistance, type Vector } from '@kineko/geometry';

export const ORIGIN: Vector = { x: 0, y: 0 };

/** Share of the size of a set of points below which distances count as rounding errors. */
const NEGLIGIBLE = 1e-9;

export function midpoint(a: Vector, b: Vector): Vector {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** The point at a distance from the origin in the direction of a point; the origin if there is no direction. */
export function towards(point: Vector, distance: number): Vector {
  const length = pointDistance(ORIGIN, point);
  return length === 0 ? ORIGIN : { x: (point.x / length) * distance, y: (point.y / length) * distance };
}

/** Whether a point is on the segment from a to b, up to 1e-9 of its length. */
export function onSegment(point: Vector, a: Vector, b: Vector): boolean {
  return pointSegmentDistance(point, { ax: a.x, ay: a.y, bx: b.x, by: b.y }) <= NEGLIGIBLE * pointDistance(a, b);
}

/** Whether all points are on one line, up to 1e-9 of their spread. */
export function isCollinear(points: readonly Vector[]): boolean {
  const [a, b] = farthest(points);
  const length = pointDistance(a, b);
  return points.every((p) => {
    const area = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    return Math.abs(area) <= NEGLIGIBLE * length * length;
  });
}

/** A point of the set and the point farthest from it, which is far from the whole set. */
function farthest(points: readonly Vector[]): [Vector, Vector] {
  const a = farthestFrom(points[0] ?? ORIGIN, points);
  return [a, farthestFrom(a, points)];
}

/** The point of a set that is farthest from a point; that point itself if the set is empty. */
export function farthestFrom(start: Vector, points: readonly Vector[]): Vector {
  return points.reduce((far, each) => (pointDistance(start, each) > pointDistance(start, far) ? each : far), start);
}

/** Whether a point is on a circle, up to 1e-9 of its radius. */
export function onCircle(point: Vector, circle: Disc): boolean {
  return Math.abs(pointDistance(circle, point) - circle.radius) <= NEGLIGIBLE * circle.radius;
}

/** A point with a number of robots. */
export interface Weighted extends Vector {
  /** Default: 1. */
  readonly weight?: number;
}

/**
 * The point with the smallest sum of distances to the points. It is unique unless the points are collinear and have two
 * medians; then the middle between these is returned. Accurate to about 1e-12 of the spread.
 */
export function weberPoint(points: readonly Weighted[]): Vector {
  if (isCollinear(points)) return medianOnLine(points);
  const vertex = points.find((point) => isWeberVertex(point, points));
  if (vertex !== undefined) return { x: vertex.x, y: vertex.y };
  let best = awayFromPoints(centroid(points), points);
  for (let i = 0; i < WEISZFELD_STEPS; i++) best = awayFromPoints(weiszfeldStep(best, points), points);
  for (let i = 0; i < NEWTON_STEPS; i++) {
    const next = newtonStep(best, points);
    // The pull and not the sum of distances, which is flat at its minimum.
    if (!(pullAt(next, points) < pullAt(best, points))) break;
    best = next;
  }
  return best;
}

/** Enough for Newton's method to converge from there. */
const WEISZFELD_STEPS = 64;
const NEWTON_STEPS = 30;

function weightOf({ weight = 1 }: Weighted): number {
  return weight;
}

function medianOnLine(points: readonly Weighted[]): Vector {
  const [a] = farthest(points);
  const order = points.toSorted((p, q) => pointDistance(a, p) - pointDistance(a, q));
  const half = order.reduce((sum, point) => sum + weightOf(point), 0) / 2;
  let sum = 0;
  for (const [index, point] of order.entries()) {
    sum += weightOf(point);
    if (sum > half) return { x: point.x, y: point.y };
    if (sum === half) return midpoint(point, order[index + 1]!);
  }
  return ORIGIN;
}

/** Whether the pull of the other points on a point is at most its own weight. */
function isWeberVertex(vertex: Vector, points: readonly Weighted[]): boolean {
  const own = points
    .filter((point) => pointDistance(vertex, point) === 0)
    .reduce((sum, { weight = 1 }) => sum + weight, 0);
  return pullAt(vertex, points) <= own * (1 + NEGLIGIBLE);
}

/** Length of the sum of the unit vectors from a place to all points elsewhere. */
function pullAt(at: Vector, points: readonly Weighted[]): number {
  let [x, y] = [0, 0];
  for (const point of points) {
    const distance = pointDistance(at, point);
    if (distance === 0) continue;
    x += (weightOf(point) * (point.x - at.x)) / distance;
    y += (weightOf(point) * (point.y - at.y)) / distance;
  }
  return Math.sqrt(x * x + y * y);
}

function weiszfeldStep(at: Vector, points: readonly Weighted[]): Vector {
  let [x, y, sum] = [0, 0, 0];
  for (const point of points) {
    const share = weightOf(point) / pointDistance(at, point);
    x += share * point.x;
    y += share * point.y;
    sum += share;
  }
  return { x: x / sum, y: y / sum };
}

function newtonStep(at: Vector, points: readonly Weighted[]): Vector {
  let [gx, gy, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (const point of points) {
    const [dx, dy] = [at.x - point.x, at.y - point.y];
    const distance = Math.sqrt(dx * dx + dy * dy);
    const share = weightOf(point) / distance;
    const [ux, uy] = [dx / distance, dy / distance];
    gx += weightOf(point) * ux;
    gy += weightOf(point) * uy;
    xx += share * uy * uy;
    xy -= share * ux * uy;
    yy += share * ux * ux;
  }
  const determinant = xx * yy - xy * xy;
  return { x: at.x - (yy * gx - xy * gy) / determinant, y: at.y - (xx * gy - xy * gx) / determinant };
}

/** A step that ends on a point, which is not the Weber point, is moved towards the centroid: the pull is undefined there. */
function awayFromPoints(at: Vector, points: readonly Weighted[]): Vector {
  if (points.every((point) => pointDistance(point, at) > 0)) return at;
  const [a, b] = farthest(points);
  const far = midpoint(a, b);
  return { x: at.x + NEGLIGIBLE * (far.x - at.x || b.x - a.x), y: at.y + NEGLIGIBLE * (far.y - at.y || b.y - a.y) };
}
