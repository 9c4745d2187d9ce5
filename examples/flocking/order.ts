import type { AnalysisReport } from 'kineko/formats';
import type { RunView } from 'kineko';

/** A metric of one's own: how much robots look the same way at the end, from 0 (every way) to 1 (one way). */
export function order(_report: AnalysisReport, { world, n }: RunView): number {
  const headings = world?.robots.map((robot) => world.poseOf(robot).heading) ?? [];
  const sum = (of: (heading: number) => number): number => headings.reduce((total, heading) => total + of(heading), 0);
  return Math.hypot(sum(Math.cos), sum(Math.sin)) / n;
}
