/** Bodies that stand in each other. Walls may: they never move. */
import type { Problem } from '@kineko/formats/problem';
import { depthOfDisc, depthOfHulls, distance } from './polygons.js';
import type { ChirpOrigin, ChirpPoint, ChirpWall, ChirpWorld } from './world.js';

/** Bodies that are in each other by less than this share of the numbers that go in touch, and may. */
const TOUCHING = 1e-9;
/** So many are told; a world that is shifted by mistake has thousands. */
const MAX_TOLD = 100;

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
      if (problems.length >= MAX_TOLD) return problems;
    }
  }
  return problems;
}

/** A hull where its body stands. */
export function placedHull(
  hull: readonly ChirpPoint[],
  { position, angle }: Pick<ChirpWall, 'position' | 'angle'>,
): ChirpPoint[] {
  const [cos, sin] = turnOf(angle);
  return hull.map(({ x, y }) => ({ x: position.x + cos * x - sin * y, y: position.y + sin * x + cos * y }));
}

/** Quarter turns are exact, so that boxes that stand side by side do. */
function turnOf(degrees: number): readonly [cos: number, sin: number] {
  const within = ((degrees % 360) + 360) % 360;
  if (within % 90 === 0) return QUARTERS[within / 90]!;
  const angle = (within * Math.PI) / 180;
  // oxlint-disable-next-line kineko/no-inexact-math -- read with a tolerance of 1e-9; this package imports no geometry
  return [Math.cos(angle), Math.sin(angle)];
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
    return a.radius + b.radius - distance(a.centre, b.centre);
  }
  return 'centre' in b ? depthOfDisc(a, b.centre, b.radius) : depthOfHulls(a, b);
}

/** Told where the later of the two stands in the file. */
function overlap(a: Body, b: Body, depth: number): Problem {
  const [first, later] = isBefore(a.origin, b.origin) ? [a, b] : [b, a];
  const text =
    `${later.origin.path}: ${later.name} is ${Number(depth.toPrecision(3))} deep in ${first.name} of ${first.origin.path} ` +
    `(line ${first.origin.place.line}): bodies must not overlap`;
  return { severity: 'error', place: later.origin.place, text };
}

function isBefore({ place: a }: ChirpOrigin, { place: b }: ChirpOrigin): boolean {
  return a.line! - b.line! < 0 || (a.line === b.line && a.column! < b.column!);
}
