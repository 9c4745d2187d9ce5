/** Runs of programs that nobody vouches for: the engine in a thread of ours, the program in a process of its own. */
import { messageOf } from '@kineko/kernel';
import type { JudgeOrder, Judgement } from '../judging.js';
import type { RunLimits } from '../limits.js';
import { isOutOfMemory, overMemory, type ProgramLimits, type ProgramPipes, ProgramProcess } from './program-process.js';
import type { RunPool } from './run-pool.js';

/** What the thread is given. */
export interface LimitedOrder {
  readonly order: JudgeOrder;
  /** The name by which the scenario names the program, and its text. */
  readonly submission: { readonly name: string; readonly code: string };
  readonly pipes: ProgramPipes;
  readonly programLimits: ProgramLimits;
  readonly limits: RunLimits;
}

/** `isGone`: the program has ended, and whoever started it knows why. */
export type LimitedAnswer =
  | { readonly judgement: Judgement }
  | { readonly failure: string; readonly isGone?: boolean | undefined };

export interface LimitedOptions extends ProgramLimits {
  readonly pool: RunPool<LimitedOrder, LimitedAnswer>;
  /** What runs the program. */
  readonly programFile: string;
  readonly signal: AbortSignal;
}

/** A run whose program is killed ends at once; one whose engine goes on by itself has these seconds. */
const GRACE_SECONDS = 5;

/** Never rejects: what goes wrong is an answer. */
export async function limitedRun(
  { order, submission }: Pick<LimitedOrder, 'order' | 'submission'>,
  { pool, programFile, seconds, megabytes, signal }: LimitedOptions,
): Promise<LimitedAnswer> {
  const programLimits = { seconds, megabytes };
  let program: ProgramProcess;
  try {
    program = new ProgramProcess(programFile, programLimits);
  } catch (error) {
    return { failure: `its process cannot be started: ${messageOf(error)}` };
  }
  const stop = (): void => program.kill('interrupted');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  let answer: LimitedAnswer;
  try {
    // The time of the program begins when it is ready.
    const limits: RunLimits = { wallSeconds: 2 * seconds + GRACE_SECONDS };
    answer = await pool.run({ order, submission, pipes: program.pipes, programLimits, limits }, signal);
  } catch (error) {
    answer = { failure: messageOf(error) };
  }
  signal.removeEventListener('abort', stop);
  const isGone = 'failure' in answer && answer.isGone === true;
  const failure = await program.end(!isGone);
  if (failure !== undefined) return { failure };
  // Its memory is limited, so that what it wants beyond that is refused, which ends nothing.
  return 'failure' in answer && isOutOfMemory(answer.failure) ? { failure: overMemory(programLimits) } : answer;
}
