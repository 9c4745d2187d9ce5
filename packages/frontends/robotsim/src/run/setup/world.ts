/** The world of a configuration. */
import { readBitmap } from '@kineko/formats/bitmap';
import type { Place } from '@kineko/formats/problem';
import { type Box, radiansOf, reducedDegrees, type Vector } from '@kineko/geometry';
import { messageOf, Random, Simulator } from '@kineko/kernel';
import type { Source } from '@kineko/run';
import {
  isRigid,
  loadRigidPhysics,
  type ObstacleShape,
  type PlacedRobot,
  placedRobots,
  type PushableSpec,
  type RobotSpec,
  World,
  WorldError,
  type WorldSpec,
} from '@kineko/world';
import type { NekoConfig } from '../../format/config.js';
import type { ObstacleSpec } from '../../format/values/entry-specs.js';
import type { ClassContext, Naming } from './classes.js';

/** Adds problems to the context. */
export async function worldSpecOf(
  config: NekoConfig,
  robots: readonly RobotSpec[],
  context: ClassContext,
  sourceOf: (path: string) => Source,
): Promise<WorldSpec> {
  const obstacles: ObstacleShape[] = [];
  const pushables: PushableSpec[] = [];
  for (const { value, place, from } of config.structured('obstacles')) {
    if (isPushable(value)) {
      pushables.push(pushableOf(value));
      continue;
    }
    const shape = await shapeOf(value, { place, from: sourceOf(from) }, context);
    if (shape !== undefined) obstacles.push(shape);
  }
  const area = { minX: 0, minY: 0, maxX: config.get('world.width'), maxY: config.get('world.height') };
  checkPoints(robots, config, context);
  const walled = config.get('world.walls');
  return {
    robots,
    // Without walls, robots outside the ground make it unlimited.
    ...((walled || robots.every((robot) => isWithin(robot, area))) && { area }),
    walled,
    obstacles,
    ...(pushables.length > 0 && { pushables }),
    objects: config.structured('objects').map(({ value }) => value),
    response: config.get('world.response'),
  };
}

/** Only robots that pass through everything may be points. */
function checkPoints(robots: readonly RobotSpec[], config: NekoConfig, context: ClassContext): void {
  const point = config.get('world.response') === 'none' ? undefined : robots.find(({ radius }) => radius === 0);
  if (point === undefined) return;
  const place = config.placeOf(`robot.${point.id}.size`) ?? config.placeOf('robot.size');
  const text = 'robot.size: expected a number above 0 (m), or ghost_mode = true for points, got 0';
  context.problems.push({ severity: 'error', place, text });
}

/** A robot that is placed at random will be within the area. */
function isWithin({ x, y, radius }: RobotSpec, { minX, minY, maxX, maxY }: Box): boolean {
  if (x === undefined || y === undefined) return true;
  return x - radius >= minX && x + radius <= maxX && y - radius >= minY && y + radius <= maxY;
}

/** The values of a robot's keys, except its position. */
interface Build {
  readonly radius: number;
  readonly heading: number;
  readonly degrees: number;
  readonly tag: string;
}

/** Makes the list of robots. It is made again at each call if they are placed at random: kept, it would take memory for nothing. */
export function robotsOf(config: NekoConfig, n: number): () => readonly RobotSpec[] {
  const singled = config.singledOut(['robot.size', 'robot.angle', 'robot.tag']);
  const shared = buildOf(config.get('robot.size'), config.get('robot.angle'), config.get('robot.tag'));
  const own = new Map(
    singled.map((id) => [
      id,
      buildOf(config.of(id, 'robot.size'), config.of(id, 'robot.angle'), config.of(id, 'robot.tag')),
    ]),
  );
  const specOf = (id: number, point?: Vector): RobotSpec => {
    const { radius, heading, degrees, tag } = own.get(id) ?? shared;
    // Without a spread, which takes twice the memory.
    if (point === undefined) return { id, radius, heading, degrees, tag };
    return { id, radius, heading, degrees, tag, x: point.x, y: point.y };
  };
  if (config.get('bornpoint.random')) return () => Array.from({ length: n }, (_, id) => specOf(id));
  const robots = Array.from({ length: n }, (_, id) => specOf(id, config.get(`bornpoint${id + 1}`)));
  return () => robots;
}

function buildOf(radius: number, angle: number, tag = ''): Build {
  return { radius, heading: radiansOf(angle), degrees: reducedDegrees(angle), tag };
}

type PushableObstacle = ObstacleSpec & { readonly kind: 'box' | 'polygon' };

function isPushable(spec: ObstacleSpec): spec is PushableObstacle {
  return (spec.kind === 'box' || spec.kind === 'polygon') && spec.density !== undefined;
}

/** Relative to its first corner, with corners in anticlockwise order. */
function pushableOf(spec: PushableObstacle): PushableSpec {
  const { density, staticFriction, kineticFriction, name } = spec;
  const corners = spec.kind === 'box' ? cornersOf(spec) : anticlockwise(spec.points);
  const [origin] = corners;
  const [x, y] = [origin?.x ?? 0, origin?.y ?? 0];
  return {
    x,
    y,
    hulls: [corners.map((corner) => ({ x: corner.x - x, y: corner.y - y }))],
    ...(density !== undefined && { density }),
    ...(staticFriction !== undefined && { staticFriction }),
    ...(kineticFriction !== undefined && { kineticFriction }),
    ...(name !== undefined && { name }),
  };
}

function cornersOf({ x, y, width, height }: ObstacleSpec & { readonly kind: 'box' }): Vector[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

function anticlockwise(points: readonly Vector[]): readonly Vector[] {
  let doubled = 0;
  for (const [i, { x, y }] of points.entries()) {
    const next = points[(i + 1) % points.length]!;
    doubled += x * next.y - y * next.x;
  }
  return doubled < 0 ? points.toReversed() : points;
}

async function shapeOf(
  spec: ObstacleSpec,
  { place, from }: Naming,
  context: ClassContext,
): Promise<ObstacleShape | undefined> {
  if (spec.kind !== 'bitmap') return spec;
  const { file, maxBrightness, minAlpha, ...where } = spec;
  try {
    const bytes = await context.host.readBytes(file, from);
    const rule = {
      ...(maxBrightness !== undefined && { maxBrightness }),
      ...(minAlpha !== undefined && { minAlpha }),
    };
    return { ...where, bitmap: await readBitmap(bytes, file, rule) };
  } catch (error) {
    context.problems.push({ severity: 'error', place, text: messageOf(error) });
    return undefined;
  }
}

/** The places of all robots for one seed, which one run takes: there may be a million, so they are not kept. */
export class Places {
  private robots: readonly PlacedRobot[] | undefined;

  constructor(
    private readonly seed: number,
    robots: readonly PlacedRobot[],
  ) {
    this.robots = robots;
  }

  take(seed: number): readonly PlacedRobot[] | undefined {
    const robots = seed === this.seed ? this.robots : undefined;
    this.robots = undefined;
    return robots;
  }
}

/** Places the robots; undefined if that is not possible, or depends on what can be pushed. */
export async function placesOf(
  spec: WorldSpec,
  seed: number,
  config: NekoConfig,
  context: ClassContext,
): Promise<Places | undefined> {
  try {
    const random = new Random(seed);
    if (!isRigid(spec)) return new Places(seed, placedRobots(spec, random));
    // Only the physics knows which hulls it can represent.
    new World(spec, { simulator: new Simulator(), random, physics: await loadRigidPhysics() });
  } catch (error) {
    const texts = error instanceof WorldError ? error.problems : [messageOf(error)];
    for (const text of texts) context.problems.push({ severity: 'error', place: placeOf(text, config), text });
  }
  return undefined;
}

/** The position of the key for the robot that a message starts with, or of the obstacle that it names. */
function placeOf(text: string, config: NekoConfig): Place | undefined {
  const [, id] = /^(?:the \w+ of )?robot (\d+)/.exec(text) ?? [];
  const own = id === undefined ? placeOfObstacle(text, config) : config.placeOf(`bornpoint${Number(id) + 1}`);
  return own ?? config.placeOf('process.num') ?? config.placeOf('bornpoint.random');
}

function placeOfObstacle(text: string, config: NekoConfig): Place | undefined {
  const [pushed, fixed] = [true, false].map((isPushed) =>
    config.structured('obstacles').filter(({ value }) => isPushable(value) === isPushed),
  );
  const isNamed = (name: string): boolean => [`${name}:`, `${name},`, `'${name}'`].some((form) => text.includes(form));
  const found =
    pushed!.find(({ value }, i) => isNamed(value.name ?? `pushable ${i}`) || isNamed(`thing ${i}`)) ??
    fixed!.find(({ value }, i) => isNamed(value.name ?? `obstacle ${i}`));
  return found?.place;
}
