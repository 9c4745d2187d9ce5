/** Grades a student's algorithm: every task with every seed. The algorithm runs in processes with limits, all else here. */
import { dirname, resolve } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { textOf } from '@kineko/run';
import { confinedModule, readSource } from '@kineko/run/node';
import { type Assignment, readAssignment } from '../grading/assignment.js';
import { type Grade, gradeOf, type GradedRun } from '../grading/grade.js';
import type { JudgeOrder } from '../judging.js';
import { readProperties } from './lab-worker.js';
import { type LimitedAnswer, type LimitedOrder, limitedRun } from './limited-runs.js';
import { type LabSite, Opening } from './opening.js';
import { RunPool } from './run-pool.js';

export interface GradeOptions {
  readonly assignment: string;
  /** The student's file. */
  readonly algorithm: string;
  readonly site: LabSite;
  /** The program's file for threads that run the engine; it exports `run`. */
  readonly workerFile: URL;
  /** What runs a submission in its process, and the modules that it has for one. */
  readonly program: { readonly file: string; readonly modules: ReadonlySet<string> };
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

/** A program that has the engine take more ends its own run only. */
const ENGINE_MEGABYTES = 1024;

/** The keys that name an algorithm: nothing else can run outside the engine. */
const ALGORITHM_KEY = /^(?:robot\.(?:\d+\.)?)?algorithm$/;

export async function gradeAlgorithm(options: GradeOptions): Promise<GradeOutcome> {
  const { site, workerFile } = options;
  const path = resolve(options.assignment);
  const assignment = await readAssignment(path, textOf((await readSource(path)).bytes));
  if (!ALGORITHM_KEY.test(assignment.algorithm)) {
    const text = `algorithm: expected robot.algorithm, or robot.3.algorithm for one robot, got ${assignment.algorithm}`;
    throw new InputError([{ severity: 'error', place: { file: path }, text }]);
  }
  await readSource(options.algorithm);
  // What is wrong with properties is the teacher's fault, and said before anything is run.
  await readProperties(
    assignment.tasks.map(({ property }) => property),
    path,
    new Opening(site),
  );
  const code = await codeOf(resolve(options.algorithm), dirname(path), options.program.modules);
  const pool = new RunPool<LimitedOrder, LimitedAnswer>(workerFile, 'run', options.jobs, ENGINE_MEGABYTES);
  try {
    return await gradeCode(code, assignment, pool, options);
  } finally {
    await pool.close();
  }
}

/** The text of the submission, or why it cannot be had. */
type Code = { readonly code: string } | { readonly failure: string };

async function codeOf(file: string, hidden: string, modules: ReadonlySet<string>): Promise<Code> {
  try {
    return { code: await confinedModule(file, { modules, hidden, name: SUBMISSION }) };
  } catch (error) {
    if (error instanceof InputError) return { failure: error.message };
    throw error;
  }
}

async function gradeCode(
  code: Code,
  assignment: Assignment,
  pool: RunPool<LimitedOrder, LimitedAnswer>,
  { program, signal, replay, ...options }: GradeOptions,
): Promise<GradeOutcome> {
  const run = async (order: JudgeOrder): Promise<LimitedAnswer> => {
    if ('failure' in code) return code;
    const submission = { name: SUBMISSION, code: code.code };
    return limitedRun({ order, submission }, { pool, programFile: program.file, ...assignment.limits, signal });
  };
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
  await Promise.all(Array.from({ length: pool.jobs }, lane));
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
