/** A thread of a pool that measures and judges runs. */
import process from 'node:process';
import { authorGuard } from '@kineko/run/node';
import { workerData } from 'piscina';
import { labWorker } from './lab-worker.js';
import type { LabSite } from './opening.js';
import { type LabWorkerData, metered } from './run-pool.js';

/** The functions that the file of the thread exports. */
export function labThread(site: LabSite): {
  readonly [name in 'measure' | 'judge']: (task: never) => Promise<unknown>;
} {
  const reported = new Int32Array((workerData as LabWorkerData).reported);
  // Once for all threads.
  const warn = (text: string, kind: number): void => {
    const bit = 1 << kind;
    if ((Atomics.or(reported, 0, bit) & bit) === 0) process.stderr.write(`warning: ${text}\n`);
  };
  const cwd = process.cwd();
  const [lenient, strict] = [false, true].map((isStrict) => authorGuard({ cwd, warn, strict: isStrict }));
  const worker = labWorker({ ...site, guard: (isStrict) => (isStrict ? strict! : lenient!) });
  return { measure: metered(worker.measure), judge: metered(worker.judge) };
}
