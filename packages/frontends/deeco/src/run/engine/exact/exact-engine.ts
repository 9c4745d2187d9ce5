/**
 * Moves robots by solving contact times. A cycle takes one unit of time in which all robots move at once; a robot that touches
 * something stops there until the end of the cycle. No move is undone, so there is no tolerance and the order of the robots does
 * not matter.
 */
import { closestPointOnSegment, cos, lineLeg, MAX_RADIUS, MIN_SPEED, sin, type Vector } from '@kineko/geometry';
import { AnalyticDynamics, Obstacles } from '@kineko/world';
import { normalizeAngle, squaredDistance, subjectiveAngleBetween } from '../../angles.js';
import type { EnvironmentMap } from '../../environment/environment-map.js';
import type { Body, CycleEngine, EngineKind, CycleMove, Outcome } from '../cycle-engine.js';
import type { Bitmap } from '@kineko/formats/bitmap';

export const EXACT_ENGINE: EngineKind = {
  name: 'exact',
  doc: 'contact times are solved: robots never intersect, and their order does not matter',
  // A robot that fits into this field is not larger than the geometry allows.
  largestField: 2 * MAX_RADIUS,
  create: (map) => new ExactEngine(map),
};

/** The id of a robot's body is its index in the list. */
class ExactEngine implements CycleEngine {
  private readonly obstacles: Obstacles;
  private dynamics: AnalyticDynamics | undefined;
  private cycle = 0;
  /** The largest size of a robot. */
  private largest = 0;
  /** Times at which robots were stopped in this cycle. */
  private readonly stops = new Map<number, number>();

  constructor(map: EnvironmentMap) {
    this.obstacles = obstaclesOf(map);
  }

  performActions(bodies: readonly Body[], orders: readonly CycleMove[]): readonly Outcome[] {
    const dynamics = (this.dynamics ??= this.place(bodies));
    this.stops.clear();
    const angles = bodies.map(({ angle }, robot) => turned(angle, orders[robot]!));
    for (const [robot, order] of orders.entries()) this.start(dynamics, robot, order, angles[robot]!);
    this.cycle++;
    // Robots decide between cycles only, so the contacts of a cycle can be processed here, outside the simulator.
    for (let now = dynamics.queue.topTime(); now <= this.cycle; now = dynamics.queue.topTime()) {
      dynamics.run(dynamics.queue.top(), now);
    }
    return angles.map((angle, robot) => this.outcome(dynamics, robot, orders[robot]!, angle, bodies));
  }

  private place(bodies: readonly Body[]): AnalyticDynamics {
    const placed = bodies.map(({ x, y, size }, id) => ({ id, x, y, heading: 0, radius: size }));
    const { records: walls } = this.obstacles;
    for (const { size } of bodies) this.largest = Math.max(this.largest, size);
    return new AnalyticDynamics(
      placed,
      { response: 'stop', walls },
      {
        onDone: (robot, { status }, now) => {
          if (status === 'collided') this.stops.set(robot, now);
        },
      },
    );
  }

  /** Discs have no front, so the dynamics gets positions and velocities only. */
  private start(dynamics: AnalyticDynamics, robot: number, { speed }: CycleMove, angle: number): void {
    const start = this.cycle;
    if (!Number.isFinite(speed) || !Number.isFinite(angle)) {
      throw new RangeError(
        `robot ${robot}: expected a finite speed and angle with this engine, got ${speed} and ${angle}`,
      );
    }
    // A slower robot would not get anywhere within a run.
    if (speed < 2 * MIN_SPEED) return;
    const vx = speed * snapped(sin(angle));
    const vy = speed * snapped(cos(angle));
    if (vx === 0 && vy === 0) return;
    const { x, y } = dynamics.poseOf(robot, start);
    dynamics.command(robot, [lineLeg({ x, y, heading: 0, start, end: start + 1, vx, vy })], start);
  }

  private outcome(
    dynamics: AnalyticDynamics,
    robot: number,
    { type }: CycleMove,
    angle: number,
    bodies: readonly Body[],
  ): Outcome {
    const { x, y } = dynamics.poseOf(robot, this.cycle);
    const isToMove = type === 'MOVE' || type === 'ROTATE_AND_MOVE';
    const stop = this.stops.get(robot);
    return {
      x,
      y,
      angle,
      degree: isToMove ? (stop === undefined ? 1 : stop - (this.cycle - 1)) : 0,
      collisionPoints: this.collisionPoints(dynamics, robot, { x, y }, angle, bodies),
    };
  }

  /** Directions of everything it touches, whatever caused the contact; walls first, as in the original engine. */
  private collisionPoints(
    dynamics: AnalyticDynamics,
    robot: number,
    here: Vector,
    angle: number,
    bodies: readonly Body[],
  ): readonly number[] {
    const { size } = bodies[robot]!;
    const slack = ROUNDING * (Math.abs(here.x) + Math.abs(here.y) + size + this.largest);
    const walls = this.obstacles.wallIndex.withinDistance(here, size + slack);
    const others = dynamics
      .bodiesWithin(here.x, here.y, size + this.largest + slack, this.cycle)
      .filter((other) => other !== robot)
      .map((other) => ({ ...dynamics.poseOf(other, this.cycle), reach: size + bodies[other]!.size + slack }))
      .filter(({ x, y, reach }) => squaredDistance(here.x, here.y, x, y) <= reach * reach);
    const points = [...walls.map((wall) => closestPointOnSegment(this.obstacles.segment(wall), here)), ...others];
    // A corner of two walls counts once.
    return [...new Set(points.map(({ x, y }) => subjectiveAngleBetween(here.x, here.y, angle, x, y)))];
  }
}

/** A gap up to 2^-40 of the lengths involved counts as contact. */
const ROUNDING = 1 / 0x100_0000_0000;

/**
 * Multiples of π/2 have no exact representation, so a robot moving along a wall would press against it and stop. A component
 * of a direction that may be a rounding error becomes 0.
 */
function snapped(part: number): number {
  return Math.abs(part) < RIGHT_ANGLE_ERROR ? 0 : part;
}

/** Larger than the computed sine of any multiple of π, up to a few turns. */
const RIGHT_ANGLE_ERROR = 1 / 0x4_0000_0000_0000;

/** The angle of the file is kept unchanged until the robot turns. */
function turned(angle: number, { type, rotation }: CycleMove): number {
  return type === 'ROTATE' || type === 'ROTATE_AND_MOVE' ? normalizeAngle(angle + rotation) : angle;
}

/** The obstacles in the playground's coordinates. There y points down, so the bitmap is mirrored; discs and walls are symmetric. */
function obstaclesOf({ sizeX, sizeY, bitmap }: EnvironmentMap): Obstacles {
  if (bitmap !== undefined) {
    const place = { x: 0, y: 0, metresPerPixel: 1, beyond: 'dark' } as const;
    return new Obstacles([{ kind: 'bitmap', name: 'the map', bitmap: upsideDown(bitmap), ...place }]);
  }
  const corners = [
    { x: 0, y: 0 },
    { x: sizeX, y: 0 },
    { x: sizeX, y: sizeY },
    { x: 0, y: sizeY },
    { x: 0, y: 0 },
  ];
  return new Obstacles([{ kind: 'polyline', name: 'the border', points: corners }]);
}

function upsideDown({ width, height, dark }: Bitmap): Bitmap {
  const flipped = new Uint8Array(dark.length);
  for (let row = 0; row < height; row++) {
    flipped.set(dark.subarray(row * width, (row + 1) * width), (height - 1 - row) * width);
  }
  return { width, height, dark: flipped };
}
