/** A thread of the lab: its orders are carried out with the front-ends of this program. */
import process from 'node:process';
import { labWorker, metered } from '@kineko/lab/node';
import { doors } from './doors.js';

const worker = labWorker({ doors: (plugins) => doors(process.env, { plugins }), base: import.meta.url });

export const measure: ReturnType<typeof metered> = metered(worker.measure) as never;
export const judge: ReturnType<typeof metered> = metered(worker.judge) as never;
