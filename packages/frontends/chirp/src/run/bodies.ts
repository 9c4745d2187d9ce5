/** What is in the way in a Chirp world, as the world package describes it. */
import { cos, sin } from '@kineko/geometry';
import type { ObjectSpec, ObstacleShape, PushableSpec, RobotSpec, WorldSpec } from '@kineko/world';
import type { ChirpPoint, ChirpPushable, ChirpRobot, ChirpWall, ChirpWorld } from '../format/world.js';
import type { DynamicsChoice } from './settings.js';

/** Units: as large as sources are drawn. */
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

/** Degrees, as cosine and sine; quarter turns are exact, so that boxes that stand side by side do. */
function turned(degrees: number): readonly [cosine: number, sine: number] {
  const within = ((degrees % 360) + 360) % 360;
  switch (within) {
    case 0:
      return [1, 0];
    case 90:
      return [0, 1];
    case 180:
      return [-1, 0];
    case 270:
      return [0, -1];
    default:
      return [cos(radians(within)), sin(radians(within))];
  }
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

/** One obstacle a hull. */
function shapesOf({ hulls, position, angle, origin }: ChirpWall): ObstacleShape[] {
  const [c, s] = turned(angle);
  const placed = ({ x, y }: ChirpPoint): ChirpPoint => ({
    x: position.x + c * x - s * y,
    y: position.y + s * x + c * y,
  });
  return hulls.map((hull) => ({ kind: 'polygon', name: origin.path, points: hull.map(placed) }));
}

/** Sources and lines, for those who look: the sensors go by the file. */
function objectsOf({ sources, lines }: ChirpWorld): ObjectSpec[] {
  return [
    ...sources.map(({ kind, position: { x, y }, strength }): ObjectSpec => {
      const given = kind === 'gas' ? {} : { [kind]: strength };
      return { x, y, size: SOURCE_SIZE, tag: kind, ...given };
    }),
    // Corner by corner, with the number of their line: pictures join them.
    ...lines.flatMap(({ points, width }, line) =>
      points.map(({ x, y }): ObjectSpec => ({ x, y, size: width / 2, tag: `line ${line}` })),
    ),
  ];
}
