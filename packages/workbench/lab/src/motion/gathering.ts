/** Times at which all robots are within a circle. */
import { smallestEnclosingCircle } from '@kineko/geometry';
import type { RobotMotion } from './motion.js';
import { type Span, spansBelowZero, union } from './spans.js';

/** Metres: tolerance for rounding. */
const CLEARLY = 1e-9;

/** The radius of the smallest circle around the centres of all robots. */
export function spreadAt(robots: readonly RobotMotion[], t: number): number {
  return robots.length === 0 ? 0 : smallestEnclosingCircle(robots.map((robot) => robot.poseAt(t))).radius;
}

/**
 * The spans in which all centres are within a circle of that radius. The radius of the smallest circle changes no faster than the
 * fastest robot moves, so no span is missed between two evaluations.
 */
export function spansGathered(robots: readonly RobotMotion[], radius: number, whole: Span): Span[] {
  if (robots.length === 0) return [];
  const changes = new Set([whole.from, whole.until]);
  for (const { stretches } of robots) {
    // The last leg of a robot may end long before the run.
    for (const change of stretches.flatMap(({ from, leg }) => [from, leg.end])) {
      if (change > whole.from && change < whole.until) changes.add(change);
    }
  }
  const instants = [...changes].sort((a, b) => a - b);
  const at = robots.map(() => 0);
  const spans: Span[] = [];
  for (let i = 0; i + 1 < instants.length; i++) {
    const [from, until] = [instants[i]!, instants[i + 1]!];
    let speed = 0;
    for (const [k, { stretches }] of robots.entries()) {
      while (at[k]! + 1 < stretches.length && stretches[at[k]! + 1]!.from <= from) at[k]!++;
      const stretch = stretches[at[k]!];
      if (stretch !== undefined && stretch.leg.end > from) speed = Math.max(speed, stretch.speed);
    }
    spans.push(...spansBelowZero((t) => spreadAt(robots, t) - radius - CLEARLY, speed, from, until));
  }
  return union(spans);
}
