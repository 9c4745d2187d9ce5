import type { Vector } from 'kineko';

/** Points on the side of a line to which the unit vector `normal` points. */
export interface HalfPlane {
  readonly point: Vector;
  readonly normal: Vector;
}

/**
 * The point nearest to a wish that lies in all half-planes and within `radius` of 0. If there is none, all half-planes are
 * widened by the smallest amount that leaves a point.
 */
export function nearestAllowed(wish: Vector, halfPlanes: readonly HalfPlane[], radius: number): Vector {
  const strict = nearestIn(wish, halfPlanes, radius);
  if (strict !== undefined) return strict;
  let [low, high, best] = [0, 2 * radius, { x: 0, y: 0 } as Vector];
  for (let step = 0; step < 20; step++) {
    const amount = (low + high) / 2;
    const found = nearestIn(
      wish,
      halfPlanes.map((halfPlane) => widened(halfPlane, amount)),
      radius,
    );
    if (found === undefined) low = amount;
    else [high, best] = [amount, found];
  }
  return best;
}

function widened({ point, normal }: HalfPlane, amount: number): HalfPlane {
  return { normal, point: { x: point.x - amount * normal.x, y: point.y - amount * normal.y } };
}

/** The nearest point is the wish itself, a foot on one line, or a corner of two: with few neighbours all can be tried. */
function nearestIn(wish: Vector, halfPlanes: readonly HalfPlane[], radius: number): Vector | undefined {
  let best: Vector | undefined;
  let least = Infinity;
  for (const point of candidates(wish, halfPlanes, radius)) {
    const distance = squared(point.x - wish.x, point.y - wish.y);
    if (distance >= least || halfPlanes.some((halfPlane) => inside(point, halfPlane) < -1e-9)) continue;
    [best, least] = [point, distance];
  }
  return best;
}

function* candidates(wish: Vector, halfPlanes: readonly HalfPlane[], radius: number): Generator<Vector> {
  const length = Math.sqrt(squared(wish.x, wish.y));
  yield length <= radius ? wish : { x: (wish.x * radius) / length, y: (wish.y * radius) / length };
  for (const [index, line] of halfPlanes.entries()) {
    const { normal } = line;
    const offset = inside(wish, line);
    yield* within(radius, { x: wish.x - offset * normal.x, y: wish.y - offset * normal.y });
    yield* circleCorners(line, radius);
    for (const other of halfPlanes.slice(index + 1)) yield* within(radius, ...corner(line, other));
  }
}

/** Distance from the line, in metres; negative on the side that is not allowed. */
function inside({ x, y }: Vector, { point, normal }: HalfPlane): number {
  return (x - point.x) * normal.x + (y - point.y) * normal.y;
}

function corner(a: HalfPlane, b: HalfPlane): Vector[] {
  const determinant = a.normal.x * b.normal.y - a.normal.y * b.normal.x;
  if (Math.abs(determinant) < 1e-12) return [];
  const [c, d] = [-inside({ x: 0, y: 0 }, a), -inside({ x: 0, y: 0 }, b)];
  return [{ x: (c * b.normal.y - d * a.normal.y) / determinant, y: (d * a.normal.x - c * b.normal.x) / determinant }];
}

/** Points at which a line leaves the disc around 0. */
function circleCorners(line: HalfPlane, radius: number): Vector[] {
  const { normal } = line;
  const distance = -inside({ x: 0, y: 0 }, line);
  const half = Math.sqrt(radius * radius - distance * distance);
  if (!(half >= 0)) return [];
  return [half, -half].map((along) => ({
    x: distance * normal.x - along * normal.y,
    y: distance * normal.y + along * normal.x,
  }));
}

function within(radius: number, ...points: Vector[]): Vector[] {
  return points.filter(({ x, y }) => squared(x, y) <= radius * radius);
}

function squared(x: number, y: number): number {
  return x * x + y * y;
}
