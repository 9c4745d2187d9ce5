/**
 * Voronoi cells, and the path out of a circle that stays in a cell. For robots with bodies the cell is that of a disc, which
 * stays entirely on its side of the middle between it and each other robot.
 */
import { type Disc, pointDistance, type Vector } from '@kineko/geometry';

/** Corners of a convex polygon, anticlockwise. */
type Polygon = readonly Vector[];

/** Distance of a point beyond a border (m); negative on this side. */
type Border = (point: Vector) => number;

/** The border towards another position; a disc that already crosses it may stay, but come no closer. */
function borderTowards(other: Vector, own: Disc): Border {
  const distance = pointDistance(own, other);
  const [ux, uy] = [(other.x - own.x) / distance, (other.y - own.y) / distance];
  const free = Math.max(0, distance / 2 - own.radius);
  return ({ x, y }) => (x - own.x) * ux + (y - own.y) * uy - free;
}

/** The part of the cell in a square around a circle. */
function cellIn(borders: readonly Border[], { x, y, radius }: Disc): Polygon {
  const [left, right] = [x - 2 * radius, x + 2 * radius];
  const [bottom, top] = [y - 2 * radius, y + 2 * radius];
  const square = [
    { x: left, y: bottom },
    { x: right, y: bottom },
    { x: right, y: top },
    { x: left, y: top },
  ];
  return borders.reduce(clip, square);
}

/** The part of a polygon on this side of a border. */
function clip(polygon: Polygon, border: Border): Polygon {
  return polygon.flatMap((corner, index) => {
    const next = polygon[(index + 1) % polygon.length]!;
    const [here, there] = [border(corner), border(next)];
    const kept = here <= 0 ? [corner] : [];
    return here * there < 0 ? [...kept, between(corner, next, here / (here - there))] : kept;
  });
}

/**
 * The best point for a disc to leave a circle within its own cell: the nearest point of the circumference in the cell, or
 * the point of the cell that is nearest to the circumference.
 */
export function exitPoint(own: Disc, others: readonly Vector[], circle: Disc): Vector {
  const borders = others.map((other) => borderTowards(other, own));
  const straight = straightOut(own, circle);
  if (straight !== undefined && borders.every((border) => border(straight) <= 0)) return straight;
  const cell = cellIn(borders, circle);
  const exits = cell.flatMap((corner, index) => crossings(corner, cell[(index + 1) % cell.length]!, circle));
  if (exits.length > 0) return leastBy(exits, (exit) => pointDistance(exit, own));
  // A disc that is enclosed on all sides stays where it is.
  return leastBy([own, ...cell], (corner) => -pointDistance(corner, circle));
}

/** The point on the circumference along the radius; undefined at the centre. */
function straightOut(place: Vector, circle: Disc): Vector | undefined {
  const distance = pointDistance(circle, place);
  return distance === 0 ? undefined : between(circle, place, circle.radius / distance);
}

/** The intersections of the segment from a to b with a circumference. */
function crossings(a: Vector, b: Vector, { x, y, radius }: Disc): Vector[] {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const [ax, ay] = [a.x - x, a.y - y];
  const squaredLength = dx * dx + dy * dy;
  const half = ax * dx + ay * dy;
  const inside = half * half - squaredLength * (ax * ax + ay * ay - radius * radius);
  if (squaredLength === 0 || inside < 0) return [];
  return [-1, 1]
    .map((sign) => (sign * Math.sqrt(inside) - half) / squaredLength)
    .filter((share) => share >= 0 && share <= 1)
    .map((share) => between(a, b, share));
}

function between(a: Vector, b: Vector, share: number): Vector {
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

function leastBy(points: readonly Vector[], size: (point: Vector) => number): Vector {
  return points.reduce((least, point) => (size(point) < size(least) ? point : least));
}
