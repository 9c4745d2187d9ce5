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

/** The problem of an invalid spec; undefined if it is valid. */
export function problemOfPushable(spec: PushableSpec, subject: string): string | undefined {
  const { x, y, heading = 0, hulls, density = 1, staticFriction = 0.3, kineticFriction = 0.3 } = spec;
  try {
    checkCoordinate(`the x of ${subject}`, x);
    checkCoordinate(`the y of ${subject}`, y);
    checkHeading(`the heading of ${subject}`, heading);
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
    areaOf(hull) > 0
  );
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
    const part = cross(a, b, c) / 2;
    second += (part * secondMoment(corners)) / 6;
    first += firstMoment(...corners, FINENESS);
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

/** The integral of the distance from the origin over a triangle; for small ones, by the midpoints of their sides. */
function firstMoment(a: Vector, b: Vector, c: Vector, depth: number): number {
  const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
  if (depth === 0) return (cross(a, b, c) / 2) * ((length(ab) + length(bc) + length(ca)) / 3);
  return (
    firstMoment(a, ab, ca, depth - 1) +
    firstMoment(ab, b, bc, depth - 1) +
    firstMoment(ca, bc, c, depth - 1) +
    firstMoment(ab, bc, ca, depth - 1)
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

function middle(a: Vector, b: Vector): Vector {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function length({ x, y }: Vector): number {
  return Math.sqrt(x * x + y * y);
}
