/** What the lab is given by this program: its front ends, and the files of its threads. */
import { expected } from '@kineko/formats/problem';
import type { LabSite } from '@kineko/lab/node';
import { type CliContext, programPaths, UsageError } from '@kineko/run/console';
import { FRONT_ENDS } from './front-ends.js';

/** A thread has no loader for TypeScript: where the sources run, it runs what was built of them. */
const BUNDLE = new URL(import.meta.url.endsWith('.ts') ? '../bundle/' : './', import.meta.url);

export const LAB_WORKER = new URL('lab-worker.js', BUNDLE);
export const GRADE_WORKER = new URL('grade-worker.js', BUNDLE);
/** What runs a submission: one file, so that its process need not read any other. */
export const SUBMISSION_PROGRAM = new URL('submission-program.js', BUNDLE);

export function labSite(env: CliContext['env']): LabSite {
  return { frontEnds: FRONT_ENDS, env, base: import.meta.url };
}

/** Names in the environment that are for programs, or secret. */
const NOT_FOR_SCENARIOS = ['KINEKO_TOKEN', 'KINEKO_DIAGNOSTICS', 'KINEKO_QUEUE'];

/** What the environment says to scenarios, wherever they are run. */
export function environmentOf(env: CliContext['env']): Record<string, string> {
  const own = Object.entries(env).filter(([name]) => name.startsWith('KINEKO_') && !NOT_FOR_SCENARIOS.includes(name));
  return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** `--plugin file`, as threads and other machines need it. */
export function pluginsOf(names: readonly string[] | undefined, cwd: string): Promise<string[]> {
  return programPaths(names ?? [], cwd);
}

/** `--set key=value`, as pairs. */
export function settingsOf(set: readonly string[] = []): [string, string][] {
  return set.map((text) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (key === undefined) throw new UsageError(`--set: ${expected('key=value', text)}`);
    return [key.trim(), value!];
  });
}

/** A whole number of at least `least`, as it was typed. */
export function wholeNumber(option: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < least) {
    throw new UsageError(`--${option} ${text}: a whole number of at least ${least} is right`);
  }
  return number;
}
