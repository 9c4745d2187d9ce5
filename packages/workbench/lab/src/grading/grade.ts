/** The score of a student's algorithm, from the verdicts of its runs. */
import type { Verdict } from '../properties/property.js';
import type { Assignment, Task } from './assignment.js';

export interface GradedRun {
  readonly seed: number;
  readonly verdict?: Verdict | undefined;
  /** Set if the run threw or exceeded a limit. */
  readonly failure?: string | undefined;
}

export interface TaskGrade {
  readonly name: string;
  readonly property: string;
  readonly points: number;
  readonly of: number;
  readonly runs: number;
  readonly passed: number;
  readonly worst?: { readonly seed: number; readonly time?: number; readonly text: string } | undefined;
}

export interface Grade {
  readonly title: string;
  readonly score: number;
  readonly of: number;
  readonly tasks: readonly TaskGrade[];
  /** The run to show, if any did not pass. */
  readonly worst?: { readonly task: number; readonly seed: number } | undefined;
}

/** Points are proportional to the share of runs that pass. A property that never applied does not pass. */
export function gradeOf({ title, tasks }: Assignment, runs: readonly (readonly GradedRun[])[]): Grade {
  const graded = tasks.map((task, i) => gradeTask(task, runs[i]!));
  const first = graded.findIndex(({ worst }) => worst !== undefined);
  return {
    title,
    score: rounded(graded.reduce((sum, { points }) => sum + points, 0)),
    of: rounded(graded.reduce((sum, { of }) => sum + of, 0)),
    tasks: graded,
    worst: first < 0 ? undefined : { task: first, seed: graded[first]!.worst!.seed },
  };
}

function gradeTask({ name, property, points: of }: Task, runs: readonly GradedRun[]): TaskGrade {
  const passed = runs.filter(isPassed).length;
  const [worst] = runs.filter((run) => !isPassed(run)).sort((a, b) => badness(b) - badness(a));
  return {
    name,
    property,
    points: rounded((of * passed) / Math.max(1, runs.length)),
    of,
    runs: runs.length,
    passed,
    worst: worst && { seed: worst.seed, ...reasonOf(worst) },
  };
}

function isPassed({ verdict }: GradedRun): boolean {
  return verdict?.verdict === 'holds';
}

/** A failed run is worse than a violation, and an early violation worse than a late one. */
function badness({ verdict, failure }: GradedRun): number {
  if (failure !== undefined) return 2;
  return verdict?.verdict === 'violated' ? 1 + 1 / (1 + (verdict.violation?.time ?? 0)) : 0;
}

function reasonOf({ verdict, failure }: GradedRun): { time?: number; text: string } {
  if (failure !== undefined) return { text: failure };
  if (verdict?.violation !== undefined) return { time: verdict.violation.time, text: verdict.violation.text };
  return { text: verdict?.verdict === 'absent' ? 'it did not occur' : 'the premise of the property never occurred' };
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
