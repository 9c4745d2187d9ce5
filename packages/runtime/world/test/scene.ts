/** Scenes for the tests of the dynamics: robots that turn, move to a random point, and stop where they touch something. */
import {
  atan2,
  cos,
  lineLeg,
  polygonEdges,
  sin,
  turnLeg,
  WALL_LENGTH,
  type writeDisc,
  writeWall,
} from '@kineko/geometry';
import { Random, type RandomStream } from '@kineko/kernel';
import type { BodySpec } from '../src/dynamics/dynamics.js';
import { OPEN_GROUND } from '../src/placement/disc-grid.js';
import { placeAtRandom } from '../src/placement/random-placement.js';

const MOVE_SPEED = 3;
const TURN_RATE = Math.PI;

export type UniformLeg = Parameters<typeof writeDisc>[2];

export interface Scene {
  readonly bodies: readonly BodySpec[];
  readonly walls: Float64Array;
  readonly width: number;
  readonly height: number;
  /** The next motion of a robot: drawn from a stream of its own, so that it does not depend on the others. */
  nextLegs(id: number, pose: { x: number; y: number; heading: number }, now: number): UniformLeg[];
}

export function crowd(seed: number, count: number, density: number, radii: readonly number[]): Scene {
  const random = new Random(seed);
  const radius = (id: number): number => radii[id % radii.length]!;
  const robots = Array.from({ length: count }, (_, id) => ({ id, radius: radius(id) }));
  const area = robots.reduce((sum, robot) => sum + Math.PI * robot.radius * robot.radius, 0) / density;
  const width = Math.sqrt(area);
  const height = area / width;
  const box = { minX: 0, minY: 0, maxX: width, maxY: height };
  const placed = placeAtRandom(robots, box, OPEN_GROUND, random.stream('placement'));
  const streams = robots.map(({ id }) => random.stream(`robot/${id}`));
  return {
    bodies: placed.map((disc) => ({ ...disc, heading: 0 })),
    walls: wallsAround(width, height),
    width,
    height,
    nextLegs: (id, pose, now) => moveTo(pose, placeFor(streams[id]!, radius(id), width, height), now),
  };
}

function placeFor(random: RandomStream, radius: number, width: number, height: number): { x: number; y: number } {
  return { x: random.uniform(radius, width - radius), y: random.uniform(radius, height - radius) };
}

function wallsAround(width: number, height: number): Float64Array {
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  // A sliver of a wall in the middle.
  const inner = [
    { x: width * 0.45, y: height * 0.45 },
    { x: width * 0.55, y: height * 0.47 },
    { x: width * 0.5, y: height * 0.5 },
  ];
  const segments = [...polygonEdges(corners), ...polygonEdges(inner)];
  const walls = new Float64Array(segments.length * WALL_LENGTH);
  for (const [index, segment] of segments.entries()) writeWall(walls, index * WALL_LENGTH, segment);
  return walls;
}

function moveTo(
  pose: { x: number; y: number; heading: number },
  goal: { x: number; y: number },
  now: number,
): UniformLeg[] {
  const direction = atan2(goal.y - pose.y, goal.x - pose.x);
  const turned = now + Math.abs(direction - pose.heading) / TURN_RATE;
  const distance = Math.sqrt((goal.x - pose.x) * (goal.x - pose.x) + (goal.y - pose.y) * (goal.y - pose.y));
  const { x, y } = pose;
  return [
    turnLeg({
      ...pose,
      start: now,
      end: turned,
      turnRate: direction > pose.heading ? TURN_RATE : -TURN_RATE,
    }),
    lineLeg({
      x,
      y,
      heading: direction,
      start: turned,
      end: turned + distance / MOVE_SPEED,
      vx: MOVE_SPEED * cos(direction),
      vy: MOVE_SPEED * sin(direction),
    }),
  ];
}
