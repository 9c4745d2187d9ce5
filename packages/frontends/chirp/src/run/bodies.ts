/** A Chirp world as a `WorldSpec`. */
import type { ObjectSpec, ObstacleShape, PushableSpec, RobotSpec, WorldSpec } from '@kineko/world';
import { placedHull } from '../format/overlaps.js';
import type { ChirpPushable, ChirpRobot, ChirpWall, ChirpWorld } from '../format/world.js';
import type { DynamicsChoice } from './settings.js';

/** Size of sources in pictures, in units. */
const SOURCE_SIZE = 2;

export function worldSpecOf(world: ChirpWorld, dynamics: DynamicsChoice): WorldSpec {
  const robots = new Map(world.robots.map((robot) => [robot.id, robot]));
  return {
    ...(dynamics !== 'auto' && { dynamics }),
    pushables: world.pushables.map(pushableOf),
    rigid: {
      gravity: world.gravity,
      robotDensity: (id) => robots.get(id)!.density,
      traction: (id) => robots.get(id)!.traction,
      endsAtContact: false,
    },
    robots: world.robots.map(robotOf),
    obstacles: world.walls.flatMap(shapesOf),
    objects: objectsOf(world),
    response: 'stop',
  };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function robotOf({ id, position: { x, y }, angle, radius }: ChirpRobot): RobotSpec {
  return { id, x, y, heading: radians(angle % 360), radius };
}

function pushableOf({ position, angle, hulls, density, friction, origin }: ChirpPushable): PushableSpec {
  return {
    ...position,
    heading: radians(angle % 360),
    hulls,
    density,
    staticFriction: friction.static,
    kineticFriction: friction.kinetic,
    name: origin.path,
  };
}

/** One obstacle per hull. */
function shapesOf(wall: ChirpWall): ObstacleShape[] {
  return wall.hulls.map((hull) => ({ kind: 'polygon', name: wall.origin.path, points: placedHull(hull, wall) }));
}

/** Sources and lines, for pictures; sensors use the file. */
function objectsOf({ sources, lines }: ChirpWorld): ObjectSpec[] {
  return [
    ...sources.map(({ kind, position: { x, y }, strength }): ObjectSpec => {
      const given = kind === 'gas' ? {} : { [kind]: strength };
      return { x, y, size: SOURCE_SIZE, tag: kind, ...given };
    }),
    // One object per corner, tagged with the number of its line: pictures join them.
    ...lines.flatMap(({ points, width }, line) =>
      points.map(({ x, y }): ObjectSpec => ({ x, y, size: width / 2, tag: `line ${line}` })),
    ),
  ];
}
