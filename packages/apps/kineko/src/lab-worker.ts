/** A thread of the lab, with the front ends of this program. */
import process from 'node:process';
import { labThread } from '@kineko/lab/node';
import { FRONT_ENDS } from './front-ends.js';
import { redirectConsole } from './terminal/author-console.js';

redirectConsole();

export const { measure, judge } = labThread({ frontEnds: FRONT_ENDS, env: process.env, base: import.meta.url });
