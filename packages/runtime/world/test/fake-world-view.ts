import {
  degreesOf,
  pointDistance,
  pointSegmentDistance,
  type Pose,
  reducedDegrees,
  type Vector,
} from '@kineko/geometry';
import { Obstacles } from '../src/obstacles/obstacles.js';
import type { ObstacleShape } from '../src/obstacles/shapes.js';
import type { Party, WorldObject, WorldView } from '../src/world-view.js';

export interface FakeRobot {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly heading?: number;
  readonly radius?: number;
  readonly tag?: string;
}

/** A lamp or a heater; omitted fields are 0. */
export type FakeObject = Partial<WorldObject> & Pick<WorldObject, 'x' | 'y'>;

interface Scene {
  readonly robots: readonly FakeRobot[];
  readonly obstacles?: readonly ObstacleShape[];
  readonly objects?: readonly FakeObject[];
}

/** Robots that stand where a test puts them; everything is found by looking at all of them. */
export class FakeWorldView implements WorldView {
  now = 0;
  readonly obstacles: Obstacles;
  readonly objects: readonly WorldObject[];
  /** Number of calls of `poseOf`: the cost of a query. */
  poseQueries = 0;
  /** Overrides what `touching` works out from the distances. */
  touches: Map<number, readonly Party[]> | undefined;
  private readonly robotsById: Map<number, Required<FakeRobot>>;

  constructor({ robots, obstacles = [], objects = [] }: Scene) {
    const inOrder = [...robots].sort((a, b) => a.id - b.id);
    this.robotsById = new Map(inOrder.map((robot) => [robot.id, { heading: 0, radius: 0.5, tag: '', ...robot }]));
    this.obstacles = new Obstacles(obstacles);
    this.objects = objects.map((object, id) => ({ id, size: 0, tag: '', heat: 0, light: 0, ...object }));
  }

  get robots(): readonly number[] {
    return [...this.robotsById.keys()];
  }

  get largestRadius(): number {
    return Math.max(0, ...[...this.robotsById.values()].map(({ radius }) => radius));
  }

  get positions(): readonly Vector[] {
    return Object.freeze(this.robots.map((robot) => Object.freeze({ x: this.get(robot).x, y: this.get(robot).y })));
  }

  poseOf(robot: number): Pose {
    this.poseQueries++;
    const { x, y, heading } = this.get(robot);
    return { x, y, heading };
  }

  readPositions(robots: readonly number[], places: Float64Array): void {
    places.set(robots.flatMap((robot) => [this.poseOf(robot).x, this.poseOf(robot).y]));
  }

  headingOf(robot: number): number {
    return reducedDegrees(degreesOf(this.get(robot).heading));
  }

  radiusOf(robot: number): number {
    return this.get(robot).radius;
  }

  tagOf(robot: number): string {
    return this.get(robot).tag;
  }

  robotsWithin(x: number, y: number, metres: number): number[] {
    return this.robots.filter((id) => pointDistance(this.get(id), { x, y }) <= metres);
  }

  touching(robot: number): readonly Party[] {
    if (this.touches !== undefined) return this.touches.get(robot) ?? [];
    const own = this.get(robot);
    const robots = [...this.robotsById.values()].filter(
      (other) => other.id !== robot && pointDistance(own, other) <= own.radius + other.radius,
    );
    const obstacles = new Set<number>();
    for (let wall = 0; wall < this.obstacles.count; wall++) {
      if (pointSegmentDistance(own, this.obstacles.segment(wall)) <= own.radius) {
        obstacles.add(this.obstacles.ownerOfWall[wall]!);
      }
    }
    return [
      ...robots.map(({ id }) => ({ kind: 'robot' as const, id })),
      ...[...obstacles].map((id) => ({ kind: 'obstacle' as const, id })),
    ];
  }

  move(robot: number, place: Partial<Pose>): void {
    this.robotsById.set(robot, { ...this.get(robot), ...place });
  }

  private get(robot: number): Required<FakeRobot> {
    const found = this.robotsById.get(robot);
    if (found === undefined) throw new Error(`there is no robot ${robot}`);
    return found;
  }
}
