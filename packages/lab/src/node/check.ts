/** Many runs, each judged by all properties, on all cores; what is found does not depend on how many there are. */
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type { JudgeOrder, Judgement } from '../judging.js';
import { type PropertyResult, PropertyTally } from '../properties/merge.js';
import type { Property, Verdict } from '../properties/property.js';
import { messageOf, poolOf } from './executors/local.js';

export interface JudgePool {
  judge(order: JudgeOrder, signal?: AbortSignal): Promise<Judgement>;
  readonly jobs: number;
  close(): Promise<void>;
}

/** Threads that judge runs. */
export function judgePool(workerFile: URL, jobs = availableParallelism()): JudgePool {
  const pool: Piscina<JudgeOrder, Judgement> = poolOf(workerFile, jobs);
  return {
    jobs,
    judge: (order, signal) => pool.run(order, { name: 'judge', ...(signal && { signal }) }),
    close: () => pool.destroy(),
  };
}

export interface CheckOptions {
  readonly properties: readonly Property[];
  /** Made for the k-th run. */
  readonly orderOf: (run: number) => JudgeOrder;
  readonly runs: number;
  /** Whether to go on after a violation. */
  readonly keepGoing: boolean;
  readonly signal: AbortSignal;
  readonly onRun?: (() => void) | undefined;
}

export interface CheckOutcome {
  readonly results: readonly PropertyResult[];
  /** Runs that were judged, from the first on, without gaps. */
  readonly runs: number;
  readonly isInterrupted: boolean;
  readonly failures: readonly { readonly run: number; readonly message: string }[];
  /** The first run that violates something, and what. */
  readonly violated?:
    | { readonly run: number; readonly property: number; readonly verdict: Verdict; readonly judgement: Judgement }
    | undefined;
}

export async function runCheck(pool: JudgePool, options: CheckOptions): Promise<CheckOutcome> {
  const { properties, runs, keepGoing, signal } = options;
  // Every run that waits listens to it.
  setMaxListeners(0, signal);
  const judged = new Map<number, Judgement | { readonly message: string }>();
  const tallies = properties.map(({ text, isSometimes }) => new PropertyTally(text, isSometimes));
  const failures: { run: number; message: string }[] = [];
  let next = 0;
  /** Runs beyond it are not wanted any more. */
  let last = runs;
  let counted = 0;
  let violated: CheckOutcome['violated'];
  const count = (): void => {
    for (
      let judgement = judged.get(counted);
      judgement !== undefined && counted < last;
      judgement = judged.get(++counted)
    ) {
      judged.delete(counted);
      if ('message' in judgement) {
        failures.push({ run: counted, message: judgement.message });
        if (!keepGoing) last = counted + 1;
        continue;
      }
      for (const [property, verdict] of judgement.verdicts.entries()) {
        tallies[property]!.add(counted, verdict);
        if (verdict.verdict === 'violated') violated ??= { run: counted, property, verdict, judgement };
      }
      if (violated !== undefined && !keepGoing) last = counted + 1;
    }
  };
  const lane = async (): Promise<void> => {
    while (next < last && !signal.aborted) {
      const run = next++;
      try {
        judged.set(run, await pool.judge(options.orderOf(run), signal));
      } catch (error) {
        if (signal.aborted) return;
        judged.set(run, { message: messageOf(error) });
      }
      options.onRun?.();
      count();
    }
  };
  await Promise.all(Array.from({ length: pool.jobs * 2 }, lane));
  const isInterrupted = signal.aborted && counted < last;
  return { results: tallies.map((tally) => tally.result()), runs: counted, isInterrupted, failures, violated };
}
