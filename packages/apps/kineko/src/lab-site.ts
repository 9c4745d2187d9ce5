/** The program as the lab needs it: front ends, environment and the files of its threads. */
import type { CliContext } from '@kineko/run/console';
import { FRONT_ENDS } from './front-ends.js';

/** A thread has no loader for TypeScript: it runs the built files even when the program runs from its sources. */
const BUNDLE = new URL(import.meta.url.endsWith('.ts') ? '../bundle/' : './', import.meta.url);

export const LAB_WORKER = new URL('lab-worker.js', BUNDLE);
export const GRADE_WORKER = new URL('grade-worker.js', BUNDLE);
/** Runs a submission. It is one file, so that its process needs to read no other. */
export const SUBMISSION_PROGRAM = new URL('submission-program.js', BUNDLE);

export function labSite(env: CliContext['env']) {
  return { frontEnds: FRONT_ENDS, env, base: import.meta.url };
}

/** Variables that are for the program itself, or secret. */
const NOT_FOR_SCENARIOS = ['KINEKO_TOKEN', 'KINEKO_DIAGNOSTICS', 'KINEKO_QUEUE', 'KINEKO_PROGRAM'];

/** The variables that set values of scenarios, for runs in other threads and on other machines. */
export function environmentOf(env: CliContext['env']): Record<string, string> {
  const own = Object.entries(env).filter(([name]) => name.startsWith('KINEKO_') && !NOT_FOR_SCENARIOS.includes(name));
  return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
