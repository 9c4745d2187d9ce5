/** Tells how to see the run that has just ended. */
import type { Scenario } from '@kineko/run';
import { type CliContext, programName, type RunResult } from '@kineko/run/console';
import { shellWord } from '@kineko/run/node';
import { isAnimated } from './animation.js';

type Kept = Pick<RunResult, 'folder' | 'trace' | 'log'>;

/**
 * A command as it has to be typed. Runs that keep something are offered to be seen again; one that keeps nothing only if its
 * configuration asks for an animation and somebody is there to see it.
 */
export function offerOf(
  scenario: Scenario,
  config: string,
  kept: Kept,
  { env, stderr }: CliContext,
): string | undefined {
  const program = programName(env);
  const what = kept.trace === undefined && kept.log === undefined ? undefined : (kept.folder ?? kept.trace ?? kept.log);
  if (what !== undefined) return `see it: ${program} view ${shellWord(what)}`;
  return isAnimated(scenario) && stderr.isTTY === true
    ? `see it: ${program} run ${shellWord(config)} --watch`
    : undefined;
}
