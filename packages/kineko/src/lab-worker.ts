/** A thread of the lab: its orders are carried out with the front-ends of this program. */
import process from 'node:process';
import { type LabWorker, labWorker } from '@kineko/lab/node';
import { doors } from './doors.js';

const worker = labWorker({ doors: (plugins) => doors(process.env, { plugins }), base: import.meta.url });

export const measure: LabWorker['measure'] = worker.measure;
export const judge: LabWorker['judge'] = worker.judge;
