/** Finds the object under the pointer: in 3-D along a ray, on the plan by footprints. */
import type { Ray } from './orbit.js';
import { placedIn, type SpaceThing } from './space.js';
import type { Place, SpaceShape } from './wire.js';

/** The name of the nearest object on a ray. */
export function pickAlong(ray: Ray, things: Iterable<SpaceThing>): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  for (const { name, place, shapes } of things) {
    for (const shape of shapes) {
      const distance = distanceAlong(ray, placedIn(place, shape.place), shape);
      if (distance >= least) continue;
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

/** The topmost object above a point of the ground, or the nearest within `grace` units. */
export function pickOnPlan(x: number, z: number, things: Iterable<SpaceThing>, grace: number): string | undefined {
  let best: string | undefined;
  let [leastGap, topmost] = [Infinity, -Infinity];
  for (const { name, place, shapes } of things) {
    for (const shape of shapes) {
      const at = placedIn(place, shape.place);
      const gap = Math.max(gapOnPlan(at, shape, x, z), 0);
      const top = at.y + shape.size[1] / 2;
      if (gap > grace || gap > leastGap || (gap === leastGap && top <= topmost)) continue;
      [best, leastGap, topmost] = [name, gap, top];
    }
  }
  return best;
}

/** Distance from a point to a footprint; negative inside. */
function gapOnPlan(place: Place, { type, size }: SpaceShape, x: number, z: number): number {
  const [alongX, alongZ] = turnedBack(x - place.x, z - place.z, place.orientation);
  if (type !== 'BOX') return Math.hypot(alongX, alongZ) - size[0] / 2;
  const [outX, outZ] = [Math.abs(alongX) - size[0] / 2, Math.abs(alongZ) - size[2] / 2];
  return Math.hypot(Math.max(outX, 0), Math.max(outZ, 0)) + Math.min(Math.max(outX, outZ), 0);
}

/** Distance to a shape along a ray; Infinity if the ray misses it. */
function distanceAlong({ origin, direction }: Ray, place: Place, { type, size }: SpaceShape): number {
  const [x, z] = turnedBack(origin[0] - place.x, origin[2] - place.z, place.orientation);
  const [dx, dz] = turnedBack(direction[0], direction[2], place.orientation);
  const [y, dy] = [origin[1] - place.y, direction[1]];
  if (type === 'SPHERE') return firstOf(withinSphere([x, y, z], [dx, dy, dz], size[0] / 2));
  const upright = withinSlab(y, dy, size[1] / 2);
  const sides =
    type === 'BOX'
      ? meet(withinSlab(x, dx, size[0] / 2), withinSlab(z, dz, size[2] / 2))
      : withinSphere([x, 0, z], [dx, 0, dz], size[0] / 2);
  return firstOf(meet(upright, sides));
}

/** An interval of a ray, from entering to leaving. */
type Stretch = readonly [from: number, to: number];
const NEVER: Stretch = [Infinity, -Infinity];
const ALWAYS: Stretch = [-Infinity, Infinity];

function meet(a: Stretch, b: Stretch): Stretch {
  return [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
}

function firstOf([from, to]: Stretch): number {
  return from > to || to < 0 ? Infinity : Math.max(from, 0);
}

function withinSlab(at: number, speed: number, half: number): Stretch {
  if (speed === 0) return Math.abs(at) <= half ? ALWAYS : NEVER;
  const [a, b] = [(-half - at) / speed, (half - at) / speed];
  return a < b ? [a, b] : [b, a];
}

type Triple = readonly [number, number, number];

/** With y = 0 for point and direction, an infinite cylinder. */
function withinSphere([x, y, z]: Triple, [dx, dy, dz]: Triple, radius: number): Stretch {
  const a = dx * dx + dy * dy + dz * dz;
  const b = x * dx + y * dy + z * dz;
  const c = x * x + y * y + z * z - radius * radius;
  if (a === 0) return c <= 0 ? ALWAYS : NEVER;
  const discriminant = b * b - a * c;
  if (discriminant < 0) return NEVER;
  const root = Math.sqrt(discriminant);
  return [(-b - root) / a, (-b + root) / a];
}

/** Rotates into the axes of an object. */
function turnedBack(x: number, z: number, orientation: number): readonly [number, number] {
  const [cos, sin] = [Math.cos(orientation), Math.sin(orientation)];
  return [x * cos - z * sin, x * sin + z * cos];
}
