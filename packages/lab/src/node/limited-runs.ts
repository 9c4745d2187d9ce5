/** Runs of code that nobody vouches for: each in a thread of its own, with little memory and little time. */
import { Worker } from 'node:worker_threads';
import type { JudgeOrder, Judgement } from '../judging.js';

/** What the thread is started with. */
export interface LimitedOrder {
  readonly order: JudgeOrder;
  /** The name by which the scenario names the file, and where that file is. */
  readonly submission: { readonly name: string; readonly file: string };
}

export type LimitedAnswer = { readonly judgement: Judgement } | { readonly failure: string };

export interface LimitedOptions {
  /** The program's file for such threads. */
  readonly workerFile: URL;
  readonly seconds: number;
  readonly megabytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Never rejects: what goes wrong is an answer. */
export function limitedRun(
  data: LimitedOrder,
  { workerFile, seconds, megabytes, signal }: LimitedOptions,
): Promise<LimitedAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(workerFile, {
      workerData: data,
      execArgv: [],
      // Whatever it prints is not for whoever grades.
      stdout: true,
      stderr: true,
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: megabytes,
        maxYoungGenerationSizeMb: Math.min(32, megabytes),
        stackSizeMb: 4,
      },
    });
    let isOver = false;
    const end = (answer: LimitedAnswer): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      void worker.terminate().then(() => resolve(answer));
    };
    const stop = (): void => end({ failure: 'interrupted' });
    const timer = setTimeout(() => end({ failure: `it took more than ${seconds} s` }), seconds * 1000);
    signal?.addEventListener('abort', stop);
    worker.on('message', (answer: LimitedAnswer) => end(answer));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end({ failure: isMemory ? `it took more than ${megabytes} MB of memory` : error.message });
    });
    worker.on('exit', () => end({ failure: 'it ended its thread' }));
    worker.stdout.resume();
    worker.stderr.resume();
  });
}
