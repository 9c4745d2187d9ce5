import { type Box, checkCoordinate, checkHeading, checkRadius, MAX_HEADING } from '@kineko/geometry';
import type { Random } from '@kineko/kernel';
import { areCoordinates, isRadius } from './dynamics/checks.js';
import type { Response } from './dynamics/dynamics.js';
import type { WorldObject } from './world-view.js';
import { Obstacles } from './obstacles/obstacles.js';
import type { DiscShape, ObstacleShape, PolylineShape } from './obstacles/shapes.js';
import { DiscGrid, type Ground, type PlacedDisc } from './placement/disc-grid.js';
import { problemsOfPlacement } from './placement/given-placement.js';
import { placeAtRandom } from './placement/random-placement.js';
import type { RigidSettings } from './dynamics/rigid/physics-scene.js';
import type { PushableSpec } from './dynamics/rigid/pushable.js';
import { expected, oneOf } from '@kineko/formats/problem';

/** Specification of a robot; without x and y it is placed at random. */
export interface RobotSpec {
  /** A unique number, which decides ties and names random streams. */
  readonly id: number;
  readonly radius: number;
  readonly x?: number;
  readonly y?: number;
  /** Radians, anticlockwise from the x axis. Default: 0. */
  readonly heading?: number;
  /** The heading in degrees in [0, 360), exactly as requested. Default: by the heading in radians. */
  readonly degrees?: number;
  readonly tag?: string;
}

export type ObjectSpec = Pick<WorldObject, 'x' | 'y'> &
  Partial<WorldObject> & {
    /** Whether it is an obstacle too, a disc of its size. Default: false. */
    readonly solid?: boolean;
  };

/** Specification of a world. */
export interface WorldSpec {
  readonly robots: readonly RobotSpec[];
  /** The area in which robots are placed, and whether walls enclose it. Without it the world has no bounds. */
  readonly area?: Box;
  readonly walled?: boolean;
  readonly obstacles?: readonly ObstacleShape[];
  /** Ids are indices in the list unless given. */
  readonly objects?: readonly ObjectSpec[];
  /** Default: stop. */
  readonly response?: Response;
  /** Bodies that give way when they are pushed; require the rigid dynamics. */
  readonly pushables?: readonly PushableSpec[];
  /** Default: rigid if there are pushables, otherwise analytic. */
  readonly dynamics?: 'analytic' | 'rigid';
  /** For the rigid dynamics. */
  readonly rigid?: RigidSettings;
}

/** Whether a world needs the rigid dynamics. */
export function isRigid({ dynamics, pushables = [] }: Pick<WorldSpec, 'dynamics' | 'pushables'>): boolean {
  return dynamics === 'rigid' || pushables.length > 0;
}

/** An invalid world, with all its problems. */
export class WorldError extends RangeError {
  override readonly name = 'WorldError';

  constructor(readonly problems: readonly string[]) {
    super(
      problems.length === 1
        ? problems[0]!
        : `${problems.length} problems:\n${problems.map((p) => `- ${p}`).join('\n')}`,
    );
  }
}

/** A robot with its position. */
export interface PlacedRobot extends PlacedDisc {
  readonly heading: number;
  readonly degrees?: number;
  readonly tag: string;
}

/** All obstacles: those that were given, solid objects, and the walls of the world. */
export function obstaclesOf({ area, walled = false, obstacles = [], objects = [] }: WorldSpec): Obstacles {
  const solid = objects.filter((object) => object.solid === true).map(discOf);
  if (!walled) return new Obstacles([...obstacles, ...solid]);
  if (area === undefined) throw new WorldError(['a world with walls needs an area to enclose']);
  return new Obstacles([...obstacles, ...solid, wallsAround(area)]);
}

function discOf({ x, y, size = 0, tag }: ObjectSpec): DiscShape {
  return { kind: 'disc', x, y, radius: size, ...(tag !== undefined && { name: tag }) };
}

function wallsAround({ minX, minY, maxX, maxY }: Box): PolylineShape {
  const corners = [
    { x: minX, y: minY },
    { x: maxX, y: minY },
    { x: maxX, y: maxY },
    { x: minX, y: maxY },
    { x: minX, y: minY },
  ];
  return { kind: 'polyline', name: 'walls of the world', points: corners };
}

/**
 * The robots with their positions, in the order of ids. Robots without a given position get a random one without overlap,
 * drawn from the stream `placement`.
 * @param obstacles What robots must not overlap; default: the obstacles of the world, without those that can be pushed.
 */
export function placedRobots(spec: WorldSpec, random: Random, obstacles = obstaclesOf(spec)): PlacedRobot[] {
  const { robots, area } = spec;
  const ground: Ground = { overlapOf: (x, y, radius) => obstacles.overlapOf(x, y, radius) };
  const given = robots.filter(isPlaced);
  // Robots that pass through each other may overlap.
  const overlaps = spec.response === 'none' ? [] : problemsOfPlacement(given, area, ground);
  const problems = [
    ...problemsOfResponse(spec),
    ...problemsOfPushables(spec),
    ...problemsOfRobots(spec),
    ...problemsOfObjects(spec),
    ...problemsOfArea(spec),
    ...overlaps,
  ];
  if (problems.length > 0) throw new WorldError(problems);
  const wanting = robots.filter((robot) => !isPlaced(robot));
  // In the order of ids.
  const drawn =
    wanting.length === 0 ? [] : placeAtRandom(wanting, area!, among(given, ground), random.stream('placement'));
  let next = 0;
  return robots
    .toSorted((a, b) => a.id - b.id)
    .map((robot) => {
      const { id, radius, heading = 0, degrees, tag = '' } = robot;
      const { x, y } = isPlaced(robot) ? robot : drawn[next++]!;
      return degrees === undefined ? { id, radius, heading, tag, x, y } : { id, radius, heading, degrees, tag, x, y };
    });
}

function problemsOfPushables({ pushables = [], response = 'stop', dynamics }: WorldSpec): string[] {
  const problems: string[] = [];
  if (response === 'bounce' && isRigid({ pushables, ...(dynamics !== undefined && { dynamics }) })) {
    problems.push("the response: expected 'stop' or 'none' in a world with pushable bodies, got 'bounce'");
  }
  if (dynamics === 'analytic' && pushables.length > 0) {
    problems.push("the dynamics: expected 'rigid' in a world with pushable bodies, got 'analytic'");
  }
  return problems;
}

/** In the order of ids; `placedRobots` checks them. */
export function objectsOf(spec: WorldSpec): WorldObject[] {
  return completeObjects(spec).sort((a, b) => a.id - b.id);
}

function completeObjects({ objects = [] }: WorldSpec): WorldObject[] {
  return objects.map(({ solid: _solid, ...spec }, index): WorldObject => {
    return { id: index, size: 0, tag: '', heat: 0, light: 0, ...spec };
  });
}

function problemsOfObjects(spec: WorldSpec): string[] {
  const seen = new Set<number>();
  return completeObjects(spec).flatMap(({ id, x, y, size, heat, light, tag }, index) => {
    const bad = Object.entries({ id, x, y, size, heat, light }).filter(([, value]) => !Number.isFinite(value));
    const isTwice = seen.has(id);
    seen.add(id);
    return [
      ...bad.map(([key, value]) => `the ${key} of object ${index}: ${expected('a finite number', value)}`),
      ...(typeof tag !== 'string' ? [`the tag of object ${index}: ${expected('a text', tag)}`] : []),
      ...(size < 0 ? [`the size of object ${id}: ${expected('0 or more', size)}`] : []),
      ...(isTwice ? [`two objects have the id ${id}: expected unique ids`] : []),
    ];
  });
}

function isPlaced(robot: RobotSpec): robot is RobotSpec & PlacedDisc {
  return robot.x !== undefined && robot.y !== undefined;
}

/** The ground together with the robots that have positions. */
function among(given: readonly PlacedDisc[], ground: Ground): Ground {
  if (given.length === 0) return ground;
  const largest = given.reduce((radius, disc) => Math.max(radius, disc.radius), 0);
  const discs = new DiscGrid(largest, given.length);
  for (const { id, x, y, radius } of given) discs.add(id, x, y, radius);
  return {
    overlapOf(x, y, radius) {
      const robot = discs.deepestOverlap(x, y, radius);
      return robot === undefined
        ? ground.overlapOf(x, y, radius)
        : { with: `robot ${robot.with.id}`, depth: robot.depth };
    },
  };
}

const RESPONSES: readonly string[] = ['stop', 'bounce', 'none'] satisfies Response[];

function problemsOfResponse({ response = 'stop' }: WorldSpec): string[] {
  return RESPONSES.includes(response) ? [] : [`the response: ${expected(oneOf(RESPONSES), response)}`];
}

function problemsOfRobots({ robots, response }: WorldSpec): string[] {
  const seen = areAscending(robots) ? undefined : new Set<number>();
  const found: string[] = [];
  for (const robot of robots) {
    const isTwice = seen?.has(robot.id) === true;
    seen?.add(robot.id);
    if (isTwice || !isPlain(robot, response)) found.push(...problemsOfRobot(robot, isTwice, response));
  }
  return found;
}

/** Whether the ids ascend, as they nearly always do, so that none is given twice. */
function areAscending(robots: readonly RobotSpec[]): boolean {
  for (let i = 1; i < robots.length; i++) if (!(robots[i - 1]!.id < robots[i]!.id)) return false;
  return true;
}

/** Whether a robot has no problems, without messages for those it has: there may be a million robots. */
function isPlain(robot: RobotSpec, response: Response | undefined): boolean {
  const { id, radius, x = 0, y = 0, heading = 0, tag = '' } = robot;
  if ((robot.x === undefined) !== (robot.y === undefined)) return false;
  const areNumbers =
    typeof radius === 'number' && typeof x === 'number' && typeof y === 'number' && typeof heading === 'number';
  if (!areNumbers || !Number.isFinite(id) || typeof tag !== 'string') return false;
  return (isRadius(radius) || isPoint(radius, response)) && areCoordinates(x, y) && Math.abs(heading) <= MAX_HEADING;
}

/** A robot that passes through everything may be a point. */
function isPoint(radius: number, response: Response | undefined): boolean {
  return radius === 0 && response === 'none';
}

function problemsOfRobot(robot: RobotSpec, isTwice: boolean, response: Response | undefined): string[] {
  const { id, radius, x, y, heading = 0, tag = '' } = robot;
  const problems: string[] = [];
  if (!Number.isFinite(id)) problems.push(`the id of a robot: ${expected('a finite number', id)}`);
  if (isTwice) problems.push(`two robots have the id ${id}: expected unique ids, since they decide ties`);
  if ((x === undefined) !== (y === undefined))
    problems.push(`robot ${id}: expected both x and y or neither, got one of them`);
  if (typeof tag !== 'string') problems.push(`the tag of robot ${id}: ${expected('a text', tag)}`);
  const numbers = Object.entries({ radius, x: x ?? 0, y: y ?? 0, heading });
  const texts = numbers.filter(([, value]) => typeof value !== 'number');
  if (texts.length > 0) {
    const ofTexts = texts.map(([key, value]) => `the ${key} of robot ${id}: ${expected('a number', value)}`);
    return [...problems, ...ofTexts];
  }
  problems.push(...problemOf(() => checkHeading(`the heading of robot ${id}`, heading)));
  // The radii and positions of placed robots are checked by `problemsOfPlacement`.
  if (response !== 'none' && isPlaced(robot)) return problems;
  return [
    ...problems,
    ...(isPoint(radius, response) ? [] : problemOf(() => checkRadius(`the radius of robot ${id}`, radius))),
    ...problemOf(() => checkCoordinate(`the x of robot ${id}`, x ?? 0)),
    ...problemOf(() => checkCoordinate(`the y of robot ${id}`, y ?? 0)),
  ];
}

function problemsOfArea({ area, robots }: WorldSpec): string[] {
  if (area === undefined) {
    const first = robots.find((robot) => !isPlaced(robot));
    return first === undefined
      ? []
      : [`robot ${first.id} has no position, and the world has no area to place it in at random`];
  }
  const { minX, minY, maxX, maxY } = area;
  const outside = Object.entries({ minX, minY, maxX, maxY }).flatMap(([key, value]) =>
    problemOf(() => checkCoordinate(`the ${key} of the area`, value)),
  );
  if (outside.length > 0) return outside;
  if (minX < maxX && minY < maxY) return [];
  return [`the area: expected minima below the maxima, got (${minX}, ${minY}) to (${maxX}, ${maxY})`];
}

function problemOf(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
