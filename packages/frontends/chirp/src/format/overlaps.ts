/** Finds bodies that overlap. Walls may overlap each other, since they never move. */
import type { Problem } from '@kineko/formats/problem';
import { cos, pointDistance, sin } from '@kineko/geometry';
import { depthOfDisc, depthOfHulls } from './polygons.js';
import type { ChirpOrigin, ChirpPoint, ChirpWall, ChirpWorld } from './world.js';

/** Overlaps up to this fraction of the coordinates are contacts, which are allowed. */
const TOUCHING = 1e-9;
/** Reported overlaps; a world that is shifted by mistake has thousands. */
const MAX_REPORTED = 100;

type Outline = readonly ChirpPoint[] | { readonly centre: ChirpPoint; readonly radius: number };

interface Body {
  readonly name: string;
  readonly origin: ChirpOrigin;
  readonly isWall: boolean;
  readonly outlines: readonly Outline[];
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

export function overlapsIn(world: ChirpWorld): Problem[] {
  const bodies = bodiesOf(world).sort((a, b) => a.minX - b.minX);
  const problems: Problem[] = [];
  for (const [i, body] of bodies.entries()) {
    for (let j = i + 1; j < bodies.length && bodies[j]!.minX < body.maxX; j++) {
      const other = bodies[j]!;
      if ((body.isWall && other.isWall) || other.minY >= body.maxY || body.minY >= other.maxY) continue;
      const depth = depthOf(body, other);
      if (depth > TOUCHING * (Math.abs(body.maxX) + Math.abs(body.maxY) + 1))
        problems.push(overlap(body, other, depth));
      if (problems.length >= MAX_REPORTED) return problems;
    }
  }
  return problems;
}

/** A hull at the position and angle of its body. */
export function placedHull(
  hull: readonly ChirpPoint[],
  { position, angle }: Pick<ChirpWall, 'position' | 'angle'>,
): ChirpPoint[] {
  const [c, s] = turnOf(angle);
  return hull.map(({ x, y }) => ({ x: position.x + c * x - s * y, y: position.y + s * x + c * y }));
}

/** Quarter turns are exact, so that adjacent boxes stay adjacent. */
function turnOf(degrees: number): readonly [cosine: number, sine: number] {
  const within = ((degrees % 360) + 360) % 360;
  if (within % 90 === 0) return QUARTERS[within / 90]!;
  const angle = (within * Math.PI) / 180;
  return [cos(angle), sin(angle)];
}

const QUARTERS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

function bodiesOf({ robots, walls, pushables }: ChirpWorld): Body[] {
  return [
    ...robots.map(({ id, origin, position: centre, radius }) =>
      bodyOf(
        `robot ${id}`,
        origin,
        false,
        [{ centre, radius }],
        [
          { x: centre.x - radius, y: centre.y - radius },
          { x: centre.x + radius, y: centre.y + radius },
        ],
      ),
    ),
    ...walls.map((wall) => hullsOf('the wall', wall, true)),
    ...pushables.map((pushable) => hullsOf('the object', pushable, false)),
  ];
}

function hullsOf(name: string, wall: ChirpWall, isWall: boolean): Body {
  const hulls = wall.hulls.map((hull) => placedHull(hull, wall));
  return bodyOf(name, wall.origin, isWall, hulls, hulls.flat());
}

function bodyOf(
  name: string,
  origin: ChirpOrigin,
  isWall: boolean,
  outlines: readonly Outline[],
  corners: readonly ChirpPoint[],
): Body {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of corners) {
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  return { name, origin, isWall, outlines, minX, maxX, minY, maxY };
}

function depthOf(a: Body, b: Body): number {
  let deepest = -Infinity;
  for (const one of a.outlines) for (const other of b.outlines) deepest = Math.max(deepest, depthOfPair(one, other));
  return deepest;
}

function depthOfPair(a: Outline, b: Outline): number {
  if ('centre' in a) {
    if (!('centre' in b)) return depthOfDisc(b, a.centre, a.radius);
    return a.radius + b.radius - pointDistance(a.centre, b.centre);
  }
  return 'centre' in b ? depthOfDisc(a, b.centre, b.radius) : depthOfHulls(a, b);
}

/** Reported at the place of the later one in the file. */
function overlap(a: Body, b: Body, depth: number): Problem {
  const [first, later] = isBefore(a.origin, b.origin) ? [a, b] : [b, a];
  const text =
    `${later.origin.path}: ${later.name} overlaps ${first.name} of ${first.origin.path} ` +
    `(line ${first.origin.place.line}) by ${Number(depth.toPrecision(3))}`;
  return { severity: 'error', place: later.origin.place, text };
}

function isBefore({ place: a }: ChirpOrigin, { place: b }: ChirpOrigin): boolean {
  return a.line! - b.line! < 0 || (a.line === b.line && a.column! < b.column!);
}
