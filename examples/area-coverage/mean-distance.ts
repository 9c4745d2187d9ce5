import type { AnalysisReport } from '@kineko/analysis';
import type { RunView } from 'kineko';

/** A metric: mean distance from a point of the area (on a grid of 1 m) to its nearest robot at the end, in metres. */
export function meanDistance(_report: AnalysisReport, { world }: RunView): number {
  const robots = world?.robots.map((robot) => world.poseOf(robot)) ?? [];
  let sum = 0;
  for (let x = 0.5; x < 40; x++) {
    for (let y = 0.5; y < 30; y++) sum += Math.min(...robots.map((robot) => Math.hypot(robot.x - x, robot.y - y)));
  }
  return sum / (40 * 30);
}
