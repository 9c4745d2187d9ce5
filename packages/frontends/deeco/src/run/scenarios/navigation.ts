/** Shared by the examples: evasion of obstacles and assignment of targets. */
import { cos, sin } from '@kineko/geometry';
import { Coordinates } from '../environment/coordinates.js';
import { squaredDistance, subjectiveAngleBetween } from '../angles.js';
import type { Wheels } from '../environment/action.js';

const BACK = 6;
const PAST = 13;

/** Direction of the first contact that blocks a robot moving ahead. */
export function frontalPoint(points: readonly number[]): number | undefined {
  return points.find((point) => Math.abs(point) < Math.PI / 2);
}

/**
 * Back away from the contact, then ahead past it, on the free side. A robot that is already evading only backs away, because
 * there may be a corner.
 */
export function waypointsAround({ x, y, angle }: Coordinates, point: number, isEvading: boolean): Coordinates[] {
  const towards = angle + point;
  const past = angle + (point > 0 ? -Math.PI / 4 : Math.PI / 4);
  const back = new Coordinates(x - BACK * sin(towards), y - BACK * cos(towards));
  return isEvading ? [back] : [back, new Coordinates(back.x + PAST * sin(past), back.y + PAST * cos(past))];
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Serves the nearest pair first. Returns the index of a target for each robot; undefined if there is none left. */
export function assignGreedily(robots: readonly Spot[], targets: readonly Spot[]): (number | undefined)[] {
  const pairs = robots.flatMap((robot, i) =>
    targets.map((target, j) => ({ i, j, square: squaredDistance(robot.x, robot.y, target.x, target.y) })),
  );
  pairs.sort((one, other) => one.square - other.square || one.i - other.i || one.j - other.j);
  const assigned: (number | undefined)[] = robots.map(() => undefined);
  const taken = new Set<number>();
  for (const { i, j } of pairs) {
    if (assigned[i] !== undefined || taken.has(j)) continue;
    assigned[i] = j;
    taken.add(j);
  }
  return assigned;
}

/** Whether two positions are closer than the root of `square`. */
export function isWithin(one: Spot, other: Spot, square: number): boolean {
  return squaredDistance(one.x, one.y, other.x, other.y) < square;
}

/** Moves at full speed towards a target. */
export function goTo(wheels: Wheels, { x, y, angle }: Coordinates, target: Spot): void {
  wheels.setAction(1, subjectiveAngleBetween(x, y, angle, target.x, target.y));
}
