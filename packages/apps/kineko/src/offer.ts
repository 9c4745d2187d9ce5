import type { Scenario } from '@kineko/run';
import { type CliContext, programName } from '@kineko/run/console';
import { shellWord } from '@kineko/run/node';
import { isAnimated } from './animation.js';

/** Paths relative to the current folder. */
interface Kept {
  readonly folder: string | undefined;
  readonly trace: string | undefined;
  readonly log: string | undefined;
}

/** A command that shows the run: from its log, or again with `--watch` if it kept nothing and `animation = true`. */
export function offerOf(
  scenario: Scenario,
  config: string,
  kept: Kept,
  { env, stderr }: CliContext,
): string | undefined {
  const program = programName(env);
  const what = kept.trace === undefined && kept.log === undefined ? undefined : (kept.folder ?? kept.trace ?? kept.log);
  if (what !== undefined) return `view the run: ${program} view ${shellWord(what)}`;
  return isAnimated(scenario) && stderr.isTTY === true
    ? `view the run: ${program} run ${shellWord(config)} --watch`
    : undefined;
}
