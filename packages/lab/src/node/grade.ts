/** Grades a student's algorithm: every task with every seed, in threads with limits. */
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { textOf } from '@kineko/run';
import { readSource } from '@kineko/run/node';
import { type Assignment, readAssignment } from '../grading/assignment.js';
import { type Grade, gradeOf, type GradedRun } from '../grading/grade.js';
import type { JudgeOrder } from '../judging.js';
import { limitedRun } from './limited-runs.js';
import { readProperties } from './lab-worker.js';
import { type LabSite, Opening } from './opening.js';

export interface GradeOptions {
  readonly assignment: string;
  /** The student's file. */
  readonly algorithm: string;
  readonly site: LabSite;
  /** The program's file for threads with limits. */
  readonly workerFile: URL;
  readonly jobs?: number | undefined;
  readonly signal: AbortSignal;
  /** Where the trace of the worst run goes. */
  readonly replay?: string | undefined;
  readonly onStart?: ((runs: number) => void) | undefined;
  readonly onRun?: (() => void) | undefined;
}

export interface GradeOutcome {
  readonly grade: Grade;
  readonly isInterrupted: boolean;
  /** Whether a trace of the worst run was written. */
  readonly hasReplay: boolean;
}

/** What scenarios call the student's file: what it is really called is nobody's business. */
const SUBMISSION = './submission.ts';

export async function gradeAlgorithm(options: GradeOptions): Promise<GradeOutcome> {
  const { site, workerFile, signal, replay } = options;
  const path = resolve(options.assignment);
  const assignment = await readAssignment(path, textOf((await readSource(path)).bytes));
  await readSource(options.algorithm);
  // What is wrong with properties is the teacher's fault, and said before anything is run.
  await readProperties(
    assignment.tasks.map(({ property }) => property),
    path,
    new Opening(site),
  );
  const { limits } = assignment;
  const submission = { name: SUBMISSION, file: resolve(options.algorithm) };
  const run = (order: JudgeOrder) => limitedRun({ order, submission }, { workerFile, ...limits, signal });
  const wanted = assignment.tasks.flatMap(({ seeds }, task) => seeds.map((seed, k) => ({ task, seed, k })));
  const runs: GradedRun[][] = assignment.tasks.map(() => []);
  options.onStart?.(wanted.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < wanted.length && !signal.aborted) {
      const { task, seed, k } = wanted[next++]!;
      const answer = await run(orderOf(assignment, task, seed));
      runs[task]![k] =
        'failure' in answer ? { seed, failure: answer.failure } : { seed, verdict: answer.judgement.verdicts[0] };
      options.onRun?.();
    }
  };
  await Promise.all(Array.from({ length: options.jobs ?? availableParallelism() }, lane));
  const grade = gradeOf(
    assignment,
    runs.map((of) => of.filter((each) => each !== undefined)),
  );
  const { worst } = grade;
  let hasReplay = false;
  if (worst !== undefined && replay !== undefined && !signal.aborted) {
    const answer = await run({ ...orderOf(assignment, worst.task, worst.seed), trace: replay });
    hasReplay = 'judgement' in answer;
  }
  return { grade, isInterrupted: signal.aborted, hasReplay };
}

function orderOf({ file, scenario, set, algorithm, tasks }: Assignment, task: number, seed: number): JudgeOrder {
  return {
    scenario: {
      path: resolve(dirname(file), scenario),
      settings: [...set, [algorithm, SUBMISSION]],
      environment: {},
    },
    seed,
    properties: [tasks[task]!.property],
    from: file,
  };
}
