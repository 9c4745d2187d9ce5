import type { AnalysisReport } from 'kineko/formats';
import type { RunView } from 'kineko';

/** An author's metric: alignment of the headings at the end, from 0 (all directions) to 1 (one direction). */
export function order(_report: AnalysisReport, { world, n }: RunView): number {
  const headings = world?.robots.map((robot) => world.poseOf(robot).heading) ?? [];
  const sum = (of: (heading: number) => number): number => headings.reduce((total, heading) => total + of(heading), 0);
  return Math.hypot(sum(Math.cos), sum(Math.sin)) / n;
}
