/** Who goes where, if the nearest pair is always served first. */
import { squaredDistance } from '../angles.js';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The index of a target for each robot; undefined for who gets none. */
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
