/** Grades a student's algorithm: every task with every seed. The algorithm runs in limited processes, all else here. */
import { dirname, resolve } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { confinedModule, readSource } from '@kineko/run/node';
import { type Grade, gradeOf, type GradedRun } from '../grading/grade.js';
import type { JudgeRequest } from '../judging.js';
import type { LabSite } from './opening.js';
import { type LimitedAnswer, type LimitedRequest, limitedRun } from './limited-runs.js';
import { prepareAssignment, type PreparedAssignment, SUBMISSION } from './prepare-assignment.js';
import { RunPool } from './run-pool.js';

export interface GradeOptions {
  readonly assignment: string;
  /** The student's file. */
  readonly algorithm: string;
  readonly site: LabSite;
  /** The threads that run the engine. */
  readonly pool: GradePool;
  /** The program that runs a submission, and the modules that a submission may import. */
  readonly program: { readonly file: string; readonly modules: ReadonlySet<string> };
  readonly signal: AbortSignal;
  /** File for the trace of the worst run. */
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

/** Memory of the engine: a submission that makes it need more only ends its own run. */
const ENGINE_MEGABYTES = 1024;

export type GradePool = RunPool<LimitedRequest, LimitedAnswer>;

/** @param workerFile Exports `run`. */
export function gradePool(workerFile: URL, jobs?: number): GradePool {
  return new RunPool(workerFile, 'run', jobs, ENGINE_MEGABYTES);
}

export async function gradeAlgorithm(options: GradeOptions): Promise<GradeOutcome> {
  const { site } = options;
  const path = resolve(options.assignment);
  // Problems of the assignment are reported before anything is run.
  const prepared = await prepareAssignment(path, site);
  await readSource(options.algorithm);
  const code = await codeOf(resolve(options.algorithm), dirname(path), options.program.modules);
  return gradeCode(code, prepared, options);
}

/** The bundled submission, or why it cannot be bundled. */
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
  { assignment, scenario }: PreparedAssignment,
  { pool, program, signal, replay, ...options }: GradeOptions,
): Promise<GradeOutcome> {
  const run = async (request: JudgeRequest): Promise<LimitedAnswer> => {
    if ('failure' in code) return code;
    const submission = { name: SUBMISSION, code: code.code };
    return limitedRun({ request, submission }, { pool, programFile: program.file, ...assignment.limits, signal });
  };
  const wanted = assignment.tasks.flatMap(({ seeds }, task) => seeds.map((seed, k) => ({ task, seed, k })));
  const runs: GradedRun[][] = assignment.tasks.map(() => []);
  options.onStart?.(wanted.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < wanted.length && !signal.aborted) {
      const { task, seed, k } = wanted[next++]!;
      const answer = await run(requestOf({ assignment, scenario }, task, seed));
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
    const answer = await run({ ...requestOf({ assignment, scenario }, worst.task, worst.seed), trace: replay });
    hasReplay = 'judgement' in answer;
  }
  return { grade, isInterrupted: signal.aborted, hasReplay };
}

type Request = Pick<PreparedAssignment, 'assignment' | 'scenario'>;

function requestOf({ assignment: { file, tasks }, scenario }: Request, task: number, seed: number): JudgeRequest {
  return { scenario, seed, properties: [tasks[task]!.property], from: file };
}
