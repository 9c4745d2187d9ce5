/** A plan that is followed by the clock with delays: a robot that is late stays late. */
import type { KnotPaths } from '../audit/knot-paths.js';
import type { Delays } from './adg/delays.js';
import type { PlacedKnot, PlaneOfPlan } from './placed-plan.js';

/** The knots of all robots. */
export type KnotSource = Pick<PlaneOfPlan, 'knotsOf' | 'knot'>;

export interface DelayedKnots extends KnotSource {
  /** Seconds by which all moves together were late. */
  readonly late: number;
  paths(radii: Float64Array): KnotPaths;
}

export function delayedKnots(plane: KnotSource, robots: number, delays: Delays): DelayedKnots {
  let late = 0;
  const knots = Array.from({ length: robots }, (_, robot) => {
    const list: PlacedKnot[] = [plane.knot(robot, 0)];
    let lag = 0;
    for (let k = 1; k < plane.knotsOf(robot); k++) {
      const [from, to] = [plane.knot(robot, k - 1), plane.knot(robot, k)];
      const start = from.time + lag;
      const delay = from.x === to.x && from.y === to.y ? 0 : delays.ofNextMove(robot, start);
      if (delay > 0) list.push({ ...from, time: start + delay });
      lag += delay;
      list.push({ ...to, time: to.time + lag });
    }
    late += lag;
    return list;
  });
  const all = knots.flat();
  return {
    late,
    knotsOf: (robot) => knots[robot]!.length,
    knot: (robot, index) => knots[robot]![index]!,
    paths: (radii) => ({
      starts: startsOf(knots),
      t: Float64Array.from(all, ({ time }) => time),
      x: Float64Array.from(all, ({ x }) => x),
      y: Float64Array.from(all, ({ y }) => y),
      radii,
    }),
  };
}

/** The index of the first entry of each list among all entries, and the number of entries. */
export function startsOf(lists: readonly ArrayLike<unknown>[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  for (const [k, { length }] of lists.entries()) starts[k + 1] = starts[k]! + length;
  return starts;
}
