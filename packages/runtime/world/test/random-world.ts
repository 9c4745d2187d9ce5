/** Random worlds for the tests of the dynamics: robots of mixed sizes among walls, corners, joints, discs and pixels. */
import { type Box, type Vector, WALL_LENGTH } from '@kineko/geometry';
import { Random } from '@kineko/kernel';
import { Obstacles, type ObstacleShape } from '@kineko/world';
import { placeAtRandom } from '../src/placement/random-placement.js';
import type { BodySpec } from '../src/dynamics/dynamics.js';
import { ALL_HABITS, drawPlan, type Habit, type Plan, STRAIGHT_HABITS } from './motions.js';

// Looked up once: in Jest's contexts a global costs more than what it does.
const { max, min, sqrt } = Math;

export interface World {
  readonly bodies: readonly BodySpec[];
  readonly walls: Float64Array;
  readonly discs: Float64Array;
  readonly box: Box;
  /** The next motion of a robot, from a stream of its own. */
  draw(id: number): Plan;
}

export interface WorldSpec {
  readonly count: number;
  /** Share of the area that the robots cover. */
  readonly density: number;
  /** Taken in turns. */
  readonly radii: readonly number[];
  readonly habits: readonly Habit[];
  readonly scenery: Scenery;
}

/** All kinds of worlds, by turns. */
export function specOf(seed: number): WorldSpec {
  const scenery = SCENERIES[seed % SCENERIES.length]!;
  return {
    count: 12,
    density: scenery === 'bitmap' ? 0.12 : 0.25,
    radii: [[1], [0.2, 1, 5], [0.05, 5], [0.5, 0.7]][seed % 4]!,
    habits: seed % 5 === 0 ? STRAIGHT_HABITS : ALL_HABITS,
    scenery,
  };
}

export type Scenery = 'none' | 'box' | 'corners' | 'joints' | 'discs' | 'bitmap';

const SCENERIES: readonly Scenery[] = ['none', 'box', 'corners', 'joints', 'discs', 'bitmap'];

/** The same seed and specification make the same world, with its streams at their beginning. */
export function worldOf(seed: number, spec: WorldSpec): World {
  const random = new Random(seed);
  const robots = Array.from({ length: spec.count }, (_, id) => ({ id, radius: spec.radii[id % spec.radii.length]! }));
  const covered = robots.reduce((sum, { radius }) => sum + Math.PI * radius * radius, 0);
  const largest = robots.reduce((most, { radius }) => max(most, radius), 0);
  const side = max(sqrt(covered / spec.density), 12 * largest);
  const box = { minX: -side / 2, minY: -side / 2, maxX: side / 2, maxY: side / 2 };
  const obstacles = new Obstacles(sceneryOf(spec.scenery, side, largest));
  const inner = {
    minX: box.minX + largest,
    minY: box.minY + largest,
    maxX: box.maxX - largest,
    maxY: box.maxY - largest,
  };
  const placed = placeAtRandom(robots, inner, obstacles, random.stream('placement'));
  return {
    bodies: placed.map((disc) => ({ ...disc, heading: random.stream('headings').uniform(-3, 3) })),
    walls: obstacles.records,
    discs: obstacles.discs,
    box,
    draw: (id) => drawPlan(random.stream(`robot/${id}`), spec.habits),
  };
}

function sceneryOf(scenery: Scenery, side: number, largest: number): ObstacleShape[] {
  const half = side / 2;
  const around: ObstacleShape = {
    kind: 'polyline',
    points: [at(-half, -half), at(half, -half), at(half, half), at(-half, half), at(-half, -half)],
  };
  const unit = min(side / 16, largest);
  switch (scenery) {
    case 'none':
      return [];
    case 'box':
      return [around];
    case 'corners':
      return [
        around,
        // Acute, blunt and reentrant corners, and a needle.
        { kind: 'polygon', points: [at(0, 0), at(4 * unit, 0.3 * unit), at(unit, unit), at(0.7 * unit, 4 * unit)] },
        { kind: 'segment', a: at(-5 * unit, -4 * unit), b: at(-2 * unit, -5 * unit) },
        { kind: 'polyline', points: [at(-5 * unit, 2 * unit), at(-3 * unit, 5 * unit), at(-5.1 * unit, 2.4 * unit)] },
      ];
    case 'joints':
      return [
        ...closedInPieces(half, 23),
        { kind: 'polyline', points: inPieces(at(-3 * unit, -4 * unit), at(5 * unit, 2 * unit), 17) },
      ];
    case 'discs':
      return [
        around,
        { kind: 'disc', x: 0, y: 0, radius: unit },
        { kind: 'disc', x: 3 * unit, y: 2 * unit, radius: 0.05 * unit },
        { kind: 'disc', x: -half, y: half, radius: 4 * unit },
      ];
    case 'bitmap':
      return [{ kind: 'bitmap', x: -half, y: -half, metresPerPixel: side / 16, beyond: 'dark', bitmap: pixels() }];
  }
}

/** Sixteen by sixteen; with lone pixels, a hollow, a line of one pixel and two that meet at a corner. */
function pixels(): { width: number; height: number; dark: Uint8Array } {
  const size = 16;
  const dark = new Uint8Array(size * size);
  for (const [column, row] of PIXELS) dark[row * size + column] = 1;
  return { width: size, height: size, dark };
}

const PIXELS: readonly (readonly [number, number])[] = [
  [3, 3],
  [4, 4],
  [11, 2],
  [11, 3],
  [12, 3],
  [2, 10],
  [3, 10],
  [4, 10],
  [4, 11],
  [4, 12],
  [10, 10],
  [10, 12],
  [11, 11],
  [12, 11],
];

function at(x: number, y: number): Vector {
  return { x, y };
}

function closedInPieces(half: number, pieces: number): ObstacleShape[] {
  const corners = [at(-half, -half), at(half, -half), at(half, half), at(-half, half)];
  const points = corners.flatMap((corner, i) => inPieces(corner, corners[(i + 1) % 4]!, pieces).slice(0, -1));
  return [{ kind: 'polyline', points: [...points, corners[0]!] }];
}

function inPieces(a: Vector, b: Vector, pieces: number): Vector[] {
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const share = i / pieces;
    return i === pieces ? b : at(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
  });
}

/** Metres from a disc's rim to a fixture (walls first, then fixed discs); by hand, as everything here. */
export function gapToFixture(world: World, fixture: number, x: number, y: number, radius: number): number {
  const wallCount = world.walls.length / WALL_LENGTH;
  if (fixture >= wallCount) {
    const d = (fixture - wallCount) * 3;
    return lengthOf(x - world.discs[d]!, y - world.discs[d + 1]!) - radius - world.discs[d + 2]!;
  }
  const w = fixture * WALL_LENGTH;
  return (
    distanceToSegment(x, y, world.walls[w]!, world.walls[w + 1]!, world.walls[w + 2]!, world.walls[w + 3]!) - radius
  );
}

export function fixtureCountOf(world: World): number {
  return world.walls.length / WALL_LENGTH + world.discs.length / 3;
}

export function distanceToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [ex, ey] = [bx - ax, by - ay];
  const share = max(0, min(1, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey || 1)));
  return lengthOf(x - ax - share * ex, y - ay - share * ey);
}

export function lengthOf(x: number, y: number): number {
  return sqrt(x * x + y * y);
}
