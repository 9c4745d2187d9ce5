/** A thread of the lab, with the front ends of this program. */
import process from 'node:process';
import { labWorker, type LabWorkerData, metered } from '@kineko/lab/node';
import { authorGuard } from '@kineko/run/node';
import { workerData } from 'piscina';
import { FRONT_ENDS } from './front-ends.js';
import { redirectConsole } from './terminal/author-console.js';

redirectConsole();
const reported = new Int32Array((workerData as LabWorkerData).reported);

/** Once for all threads. */
function warn(text: string, kind: number): void {
  const bit = 1 << kind;
  if ((Atomics.or(reported, 0, bit) & bit) === 0) process.stderr.write(`warning: ${text}\n`);
}

const cwd = process.cwd();
const [lenient, strict] = [false, true].map((isStrict) => authorGuard({ cwd, warn, strict: isStrict }));

const worker = labWorker({
  frontEnds: FRONT_ENDS,
  env: process.env,
  base: import.meta.url,
  guard: (isStrict) => (isStrict ? strict! : lenient!),
});

export const measure: ReturnType<typeof metered> = metered(worker.measure) as never;
export const judge: ReturnType<typeof metered> = metered(worker.judge) as never;
