/** Moves back robots that overlap each other, pair by pair, in the order in which the pairs are found. */
import { squaredDistance } from '../../angles.js';
import type { Neighbourhood } from '../neighbourhood.js';
import { bounded, meetingTimes, type Mover, TOLERANCE } from './mover.js';

type Pair = readonly [number, number];

export function separateRobots(movers: readonly Mover[], near: Neighbourhood): void {
  const queue: Pair[] = [];
  for (const [i, mover] of movers.entries()) {
    for (const j of near.around(mover.x, mover.y)) if (j < i && overlap(mover, movers[j]!)) queue.push([i, j]);
  }
  for (let next = 0; next < queue.length; next++) {
    const [i, j] = queue[next]!;
    const [mover, other] = [movers[i]!, movers[j]!];
    if (!overlap(mover, other) || !separate(mover, other)) continue;
    // Only pairs with a third robot: this pair is not checked again, even if it still overlaps.
    for (const one of [i, j]) {
      const { x, y } = movers[one]!;
      for (const k of near.around(x, y)) {
        if (k !== i && k !== j && overlap(movers[one]!, movers[k]!)) queue.push([one, k]);
      }
    }
  }
}

function overlap(one: Mover, other: Mover): boolean {
  return squaredGap(one, other) < -TOLERANCE;
}

/** Below 0 if they overlap. */
function squaredGap(one: Mover, other: Mover): number {
  const reach = one.size + other.size;
  return squaredDistance(one.x, one.y, other.x, other.y) - reach * reach;
}

/** Returns whether a robot was moved back; if not, there is no new overlap with a third robot. */
function separate(i: Mover, j: Mover): boolean {
  const degrees = [i.degree, j.degree] as const;
  const [one, two] = i.degree > j.degree ? [i, j] : [j, i];
  if (one.degree === two.degree || !backFrom(one, two)) backTogether(one, two);
  return i.degree !== degrees[0] || j.degree !== degrees[1];
}

/** Moves back the robot that went farther, as if the other one stood still; returns whether that resolves the overlap. */
function backFrom(one: Mover, two: Mover): boolean {
  const { startX, startY, wayX, wayY } = one;
  const { plus, minus } = meetingTimes(startX - two.x, startY - two.y, wayX, wayY, one.size + two.size);
  const time = bounded(plus, two.degree, one.degree) ?? bounded(minus, two.degree, one.degree);
  if (time === undefined) return false;
  one.backTo(time);
  return true;
}

/** Moves both back to the time at which they met. */
function backTogether(one: Mover, two: Mover): void {
  const most = Math.min(one.degree, two.degree);
  const { plus, minus } = meetingTimes(
    one.startX - two.startX,
    one.startY - two.startY,
    one.wayX - two.wayX,
    one.wayY - two.wayY,
    one.size + two.size,
  );
  const time = bounded(plus, 0, most) ?? bounded(minus, 0, most) ?? 0;
  one.backTo(time);
  two.backTo(time);
}
