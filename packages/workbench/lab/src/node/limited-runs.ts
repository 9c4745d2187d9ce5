/** Runs of untrusted programs: the engine in a thread, the program in its own process. */
import { messageOf } from '@kineko/kernel';
import type { JudgeRequest, Judgement } from '../judging.js';
import type { RunLimits } from '../limits.js';
import { isOutOfMemory, overMemory, type ProgramLimits, type ProgramPipes, ProgramProcess } from './program-process.js';
import type { RunPool } from './run-pool.js';

export interface LimitedRequest {
  readonly request: JudgeRequest;
  /** The name of the program in the scenario, and its text. */
  readonly submission: { readonly name: string; readonly code: string };
  readonly pipes: ProgramPipes;
  readonly programLimits: ProgramLimits;
  readonly limits: RunLimits;
}

/** `isGone`: the program has ended, and its process knows why. */
export type LimitedAnswer =
  | { readonly judgement: Judgement }
  | { readonly failure: string; readonly isGone?: boolean | undefined };

export interface LimitedOptions extends ProgramLimits {
  readonly pool: RunPool<LimitedRequest, LimitedAnswer>;
  /** The file that runs the program. */
  readonly programFile: string;
  readonly signal: AbortSignal;
}

/** Seconds that the engine has after the time limit of the program. */
const GRACE_SECONDS = 5;

/** Never rejects: errors become failures. */
export async function limitedRun(
  { request, submission }: Pick<LimitedRequest, 'request' | 'submission'>,
  { pool, programFile, seconds, megabytes, signal }: LimitedOptions,
): Promise<LimitedAnswer> {
  const programLimits = { seconds, megabytes };
  let program: ProgramProcess;
  try {
    program = new ProgramProcess(programFile, programLimits);
  } catch (error) {
    return { failure: `cannot start the process: ${messageOf(error)}` };
  }
  const stop = (): void => program.kill('interrupted');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  let answer: LimitedAnswer;
  try {
    // The time limit of the program starts when it is ready.
    const limits: RunLimits = { wallSeconds: 2 * seconds + GRACE_SECONDS };
    answer = await pool.run({ request, submission, pipes: program.pipes, programLimits, limits }, signal);
  } catch (error) {
    answer = { failure: messageOf(error) };
  }
  signal.removeEventListener('abort', stop);
  const isGone = 'failure' in answer && answer.isGone === true;
  const failure = await program.end(!isGone);
  if (failure !== undefined) return { failure };
  // A refused allocation is an error that does not end the process.
  return 'failure' in answer && isOutOfMemory(answer.failure) ? { failure: overMemory(programLimits) } : answer;
}
