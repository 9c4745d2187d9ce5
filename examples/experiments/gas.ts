/** The two sides of gas-of-discs.yaml: measured encounters, and those of the kinetic theory of gases. */
import { maxSpeedOf, velocityAt } from 'kineko';
import { type MeasuredRun, type RobotMotion, spansWithin } from 'kineko/lab';

const SIDE = 400;

/** Encounters per second: two bodies start to touch or to overlap. */
export function measured({ observed }: MeasuredRun): number {
  const { robots, touches, span } = observed;
  const passing = pairsOf(robots).reduce((sum, [a, b]) => sum + spansWithin(a, b, a.radius + b.radius).length, 0);
  const touching = touches.filter(({ robot, other }) => other.kind === 'robot' && robot < other.id).length;
  return (passing + touching) / (span.until - span.from);
}

/**
 * The theory: a disc that passes another sweeps a strip of twice the sum of their radii, so two of them meet
 * 2 (r + r') |v - v'| / area times per second, if all positions are equally likely.
 */
export function theory({ observed }: MeasuredRun): number {
  const { robots, span } = observed;
  const rates = pairsOf(robots).map(([a, b]) => (2 * (a.radius + b.radius) * relativeWay(a, b)) / (SIDE * SIDE));
  return rates.reduce((sum, rate) => sum + rate, 0) / (span.until - span.from);
}

/** Distance travelled by one robot relative to the other: all legs are lines, turns and rests. */
function relativeWay(a: RobotMotion, b: RobotMotion): number {
  let [way, i, j] = [0, 0, 0];
  while (i < a.stretches.length && j < b.stretches.length) {
    const [first, second] = [a.stretches[i]!, b.stretches[j]!];
    const seconds = Math.min(first.until, second.until) - Math.max(first.from, second.from);
    const [u, v] = [velocityOf(first), velocityOf(second)];
    way += Math.max(0, seconds) * Math.hypot(u.x - v.x, u.y - v.y);
    if (first.until <= second.until) i++;
    else j++;
  }
  return way;
}

function velocityOf({ leg, from }: RobotMotion['stretches'][number]): { readonly x: number; readonly y: number } {
  return maxSpeedOf(leg) === 0 ? { x: 0, y: 0 } : velocityAt(leg, from);
}

function pairsOf(robots: readonly RobotMotion[]): [RobotMotion, RobotMotion][] {
  return robots.flatMap((b, k) => robots.slice(0, k).map((a): [RobotMotion, RobotMotion] => [a, b]));
}
