/** The work of a thread for an untrusted program: simulation, records and judgement. */
import { NodeHost } from '@kineko/run/node';
import { labWorker } from './lab-worker.js';
import type { LimitedAnswer, LimitedRequest } from './limited-runs.js';
import { type LabSite, Opening } from './opening.js';
import { type Exports, SubmissionHost } from './prepare-assignment.js';
import { limitMemory, type ProgramPipes } from './program-process.js';
import { metered } from './run-pool.js';

export interface LimitedSite extends LabSite {
  /** Connects to a program; returns proxies of its exports. `onReady` is called before it receives its code. */
  readonly openProgram: (
    pipes: ProgramPipes,
    submission: LimitedRequest['submission'],
    onReady: () => void,
  ) => Promise<Exports>;
  /** Whether an error means that the program has ended. */
  readonly isGone: (error: unknown) => boolean;
}

/** The function that the file of the thread exports. */
export function limitedWorker(site: LimitedSite): (task: never) => Promise<unknown> {
  return metered(async ({ request, submission, pipes, programLimits }: LimitedRequest): Promise<LimitedAnswer> => {
    try {
      const exports = await site.openProgram(pipes, submission, () => limitMemory(pipes, programLimits));
      const host = new SubmissionHost(new NodeHost({ base: site.base }), submission.name, exports);
      return { judgement: await labWorker(site, new Opening(site, host)).judge(request) };
    } catch (error) {
      const cause = rootOf(error);
      return { failure: cause.message, isGone: site.isGone(cause) };
    }
  });
}

/** The error of the program, which the engine wraps in its own. */
function rootOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.name === 'EventError' && error.cause instanceof Error ? rootOf(error.cause) : error;
}
