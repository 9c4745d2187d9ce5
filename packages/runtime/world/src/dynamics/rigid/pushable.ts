/** A body that gives way when it is pushed. */
import { expected } from '@kineko/formats/problem';
import { checkCoordinate, checkHeading, type Vector } from '@kineko/geometry';

export interface PushableSpec {
  /** Origin of the coordinates of its hulls. */
  readonly x: number;
  readonly y: number;
  /** Radians. Default: 0. */
  readonly heading?: number;
  /** Convex polygons, anticlockwise, relative to position and heading. */
  readonly hulls: readonly (readonly Vector[])[];
  /** Mass per square metre. Default: 1. */
  readonly density?: number;
  /** Friction with the ground at rest and in motion. Default: 0.3 each. */
  readonly staticFriction?: number;
  readonly kineticFriction?: number;
  /** Initial velocity. Default: 0. */
  readonly velocity?: { readonly x: number; readonly y: number; readonly turnRate: number };
  readonly name?: string;
}

/** Mass properties that follow from the hulls of a body. */
interface MassProperties {
  readonly mass: number;
  /** Centre of mass in the coordinates of the hulls. */
  readonly centre: Vector;
  readonly inertia: number;
  /** Mean distance of its area from the centre: the lever of friction when it turns in place. */
  readonly lever: number;
}

/** Range of 32-bit numbers with all their digits, in which the physics computes: a mass of 0 would make speeds NaN. */
const MIN_MASS = 1.1754943508222875e-38;
const MAX_MASS = 1.7014118346046923e38;

/** The problem of an invalid spec; undefined if it is valid. */
export function problemOfPushable(spec: PushableSpec, subject: string): string | undefined {
  const { x, y, heading = 0, hulls, density = 1, staticFriction = 0.3, kineticFriction = 0.3 } = spec;
  try {
    checkCoordinate(`the x of ${subject}`, x);
    checkCoordinate(`the y of ${subject}`, y);
    checkHeading(`the heading of ${subject}`, heading);
    for (const [h, hull] of hulls.entries()) {
      for (const [i, corner] of hull.entries()) {
        checkCoordinate(`corner ${i} of hull ${h} of ${subject}, x`, corner.x);
        checkCoordinate(`corner ${i} of hull ${h} of ${subject}, y`, corner.y);
      }
    }
  } catch (error) {
    return (error as Error).message;
  }
  if (hulls.length === 0) return `${subject}: expected at least one hull, got none`;
  const crooked = hulls.findIndex((hull) => !isConvex(hull));
  if (crooked >= 0) return `hull ${crooked} of ${subject}: expected a convex polygon with its corners anticlockwise`;
  if (!(density > 0 && density < Infinity))
    return `the density of ${subject}: ${expected('a number above 0', density)}`;
  if (!(kineticFriction >= 0 && staticFriction >= kineticFriction && staticFriction < Infinity)) {
    const got = `${staticFriction} at rest and ${kineticFriction} in motion`;
    return `the friction of ${subject}: expected 0 or more, and at least as much at rest as in motion, got ${got}`;
  }
  const { mass, inertia } = massOf(spec);
  for (const [what, value] of Object.entries({ mass, 'moment of inertia': inertia })) {
    if (!(value >= MIN_MASS && value <= MAX_MASS)) {
      return `the ${what} of ${subject}: ${expected('2^-126 to 2^127 (with another density)', value)}`;
    }
  }
  return undefined;
}

function isConvex(hull: readonly Vector[]): boolean {
  return (
    hull.length >= 3 &&
    hull.every((b, i) => {
      const a = hull[(i + hull.length - 1) % hull.length]!;
      const c = hull[(i + 1) % hull.length]!;
      return cross(a, b, c) >= 0;
    }) &&
    areaOf(hull) > 0 &&
    turnsOnce(hull)
  );
}

/** Whether an outline that turns left only goes round once: a star goes round twice, and so does its height rise twice. */
function turnsOnce(hull: readonly Vector[]): boolean {
  const rises = hull.map(({ y }, i) => hull[(i + 1) % hull.length]!.y - y).filter((rise) => rise !== 0);
  return rises.filter((rise, i) => rise > 0 && rises.at(i - 1)! < 0).length === 1;
}

/** Overlaps of hulls count twice, as they do in the physics engine. */
export function massOf({ hulls, density = 1 }: PushableSpec): MassProperties {
  let area = 0;
  let [mx, my] = [0, 0];
  for (const [a, b, c] of triangles(hulls)) {
    const part = cross(a, b, c) / 2;
    area += part;
    mx += (part * (a.x + b.x + c.x)) / 3;
    my += (part * (a.y + b.y + c.y)) / 3;
  }
  const centre = { x: mx / area, y: my / area };
  let second = 0;
  let first = 0;
  for (const [a, b, c] of triangles(hulls)) {
    const corners = [from(centre, a), from(centre, b), from(centre, c)] as const;
    const [p, q, r] = corners;
    const part = cross(a, b, c) / 2;
    second += (part * secondMoment(corners)) / 6;
    first += firstMoment(p.x, p.y, q.x, q.y, r.x, r.y, FINENESS);
  }
  return { mass: area * density, centre, inertia: second * density, lever: first / area };
}

/** Number of times that triangles are split for their mean distance; each split quarters the error. */
const FINENESS = 5;

type Triangle = readonly [Vector, Vector, Vector];

function* triangles(hulls: readonly (readonly Vector[])[]): Generator<Triangle> {
  for (const hull of hulls) {
    for (let i = 1; i + 1 < hull.length; i++) yield [hull[0]!, hull[i]!, hull[i + 1]!];
  }
}

/** Six times the mean of the square of the distance from the origin. */
function secondMoment([a, b, c]: Triangle): number {
  const dot = (p: Vector, q: Vector): number => p.x * q.x + p.y * q.y;
  return dot(a, a) + dot(b, b) + dot(c, c) + dot(a, b) + dot(b, c) + dot(c, a);
}

/**
 * The integral of the distance from the origin over a triangle; for small ones, by the midpoints of their sides. There are a
 * thousand of those, so these are numbers instead of vectors.
 */
function firstMoment(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, depth: number): number {
  const [px, py] = [(ax + bx) / 2, (ay + by) / 2];
  const [qx, qy] = [(bx + cx) / 2, (by + cy) / 2];
  const [rx, ry] = [(cx + ax) / 2, (cy + ay) / 2];
  if (depth === 0) {
    const doubledArea = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    return (doubledArea / 2) * ((length(px, py) + length(qx, qy) + length(rx, ry)) / 3);
  }
  return (
    firstMoment(ax, ay, px, py, rx, ry, depth - 1) +
    firstMoment(px, py, bx, by, qx, qy, depth - 1) +
    firstMoment(rx, ry, qx, qy, cx, cy, depth - 1) +
    firstMoment(px, py, qx, qy, rx, ry, depth - 1)
  );
}

function areaOf(hull: readonly Vector[]): number {
  let doubled = 0;
  for (let i = 1; i + 1 < hull.length; i++) doubled += cross(hull[0]!, hull[i]!, hull[i + 1]!);
  return doubled / 2;
}

function cross(a: Vector, b: Vector, c: Vector): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function from(origin: Vector, { x, y }: Vector): Vector {
  return { x: x - origin.x, y: y - origin.y };
}

function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
