/** What a thread does for programs that nobody vouches for: the simulation, the records and the judgement. */
import type { Host, Source } from '@kineko/run';
import { NodeHost } from '@kineko/run/node';
import { labWorker } from './lab-worker.js';
import type { LimitedAnswer, LimitedOrder } from './limited-runs.js';
import { type LabSite, Opening } from './opening.js';
import { limitMemory, type ProgramPipes } from './program-process.js';

type Exports = Readonly<Record<string, unknown>>;

export interface LimitedSite extends LabSite {
  /** Opens a program by its pipes; returns what stands for its exports. `onReady` is called before it is given its code. */
  readonly openProgram: (
    pipes: ProgramPipes,
    submission: LimitedOrder['submission'],
    onReady: () => void,
  ) => Promise<Exports>;
  /** Whether an error means that the program has ended. */
  readonly isGone: (error: unknown) => boolean;
}

/** Returns what carries out one order. */
export function limitedWorker(site: LimitedSite): (order: LimitedOrder) => Promise<LimitedAnswer> {
  return async ({ order, submission, pipes, programLimits }) => {
    try {
      const exports = await site.openProgram(pipes, submission, () => limitMemory(pipes, programLimits));
      const host = new SubmissionHost(new NodeHost({ base: site.base }), submission.name, exports);
      return { judgement: await labWorker(site, new Opening(site, host)).judge(order) };
    } catch (error) {
      const cause = rootOf(error);
      return { failure: cause.message, isGone: site.isGone(cause) };
    }
  };
}

/** The engine wraps what a program failed with into what it was doing. */
function rootOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.name === 'EventError' && error.cause instanceof Error ? rootOf(error.cause) : error;
}

/** Has what stands for the program, which the scenario names like a file beside it. */
class SubmissionHost implements Host {
  constructor(
    private readonly inner: Host,
    private readonly name: string,
    private readonly exports: Exports,
  ) {}

  readBytes(path: string, from: Source): Promise<Uint8Array> {
    return this.inner.readBytes(path, from);
  }

  loadModule(path: string, from: Source): Promise<Exports> {
    return path === this.name ? Promise.resolve(this.exports) : this.inner.loadModule(path, from);
  }
}
