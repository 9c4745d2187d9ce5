/** What every command that takes a scenario understands alike: which values it is to have besides those of its file. */
import { resolve } from 'node:path';
import { describeProblem, expected, InputError } from '@kineko/formats/problem';
import { openScenario, type Scenario } from '@kineko/run';
import { type LogBudget, NodeHost, readSource } from '@kineko/run/node';
import type { Argv } from 'yargs';
import { doors } from './doors.js';
import type { Surroundings } from './surroundings.js';
import type { Diagnostics } from './terminal/diagnostics.js';
import { UsageError } from './usage-error.js';

export { shownPath } from './shown-path.js';

export interface ScenarioArguments {
  readonly set?: readonly string[];
  readonly strict?: boolean;
  readonly plugin?: readonly string[];
  readonly allowPath?: readonly string[];
}

export const PLUGIN_OPTION = {
  type: 'string',
  array: true,
  nargs: 1,
  describe: 'a .ts or .js file with classes for DEECo scenarios (may be repeated)',
} as const;

export const STRICT_OPTION = {
  type: 'boolean',
  default: false,
  describe: 'take unknown keys, and calls of Math.random or Date.now in authors’ code, for errors',
} as const;

export function scenarioOptions(argv: Argv): Argv {
  return argv
    .option('set', {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'give a key of the configuration another value: --set process.num=20 (may be repeated)',
    })
    .option('plugin', PLUGIN_OPTION)
    .option('allow-path', {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'a folder that a DEECo scenario may reach besides its own, or a file it may replace (may be repeated)',
    })
    .option('strict', STRICT_OPTION);
}

/** Reads a scenario and gives it the values of environment, `--set` and flags, in this order. */
export async function loadScenario(
  path: string,
  args: ScenarioArguments,
  flags: Readonly<Record<string, string | undefined>>,
  { cwd, env, stderr }: Surroundings,
  diagnostics: Diagnostics,
  { logs }: { readonly logs?: LogBudget } = {},
): Promise<Scenario> {
  // As the user named it, wherever that is right: messages begin with it.
  const source = await readSource(cwd === process.cwd() ? path : resolve(cwd, path));
  const known = await doors(env, { cwd, logs, allowedPaths: args.allowPath, plugins: args.plugin, stderr });
  const scenario = await openScenario(source, new NodeHost({ base: import.meta.url }), known);
  warnOfIdleFlags(scenario.door, path, { plugin: args.plugin, 'allow-path': args.allowPath }, diagnostics);
  giveValues(scenario, args, flags, env, diagnostics);
  return scenario;
}

/** Gives a scenario the values of environment, `--set` and flags, in this order. */
export function giveValues(
  scenario: Scenario,
  args: Pick<ScenarioArguments, 'set' | 'strict'>,
  flags: Readonly<Record<string, string | undefined>>,
  env: Surroundings['env'],
  diagnostics: Diagnostics,
): void {
  if (args.strict === true) scenario.beStrict();
  const strange = scenario.useEnvironment(env);
  for (const problem of strange) diagnostics.warn(describeProblem({ ...problem, severity: 'error' }));
  for (const text of args.set ?? []) {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (key === undefined) throw new UsageError(`--set: ${expected('key=value', text)}`);
    scenario.set(key.trim(), value!, { kind: 'set', place: { file: `--set ${text}` } });
  }
  for (const [key, value] of Object.entries({ ...flags, ...logFlag(scenario, flags['logfile']) })) {
    if (value !== undefined) scenario.set(key, value, { kind: 'flag', place: { file: `--${FLAG_NAMES[key] ?? key}` } });
  }
}

/** Flags that only DEECo scenarios understand. */
export function warnOfIdleFlags(
  door: string,
  path: string,
  flags: Readonly<Record<string, readonly string[] | undefined>>,
  diagnostics: Diagnostics,
): void {
  if (door === 'deeco') return;
  for (const [flag, values = []] of Object.entries(flags)) {
    if (values.length > 0) diagnostics.warn(`--${flag}: it is for DEECo scenarios, and has no effect on ${path}`);
  }
}

/** The key for the log is another one where a scenario has no log of its own form. */
function logFlag(scenario: Scenario, value: string | undefined): Readonly<Record<string, string | undefined>> {
  const hasOwnLog = scenario.config().some(({ key }) => key === 'logfile');
  return hasOwnLog ? {} : { logfile: undefined, 'animation.logpath': value };
}

const FLAG_NAMES: Readonly<Record<string, string>> = {
  'animation.logpath': 'logfile',
  'simulation.time': 'time-limit',
  'simulation.speed': 'speed',
};

/** Says what is wrong; throws if it cannot be run. */
export async function requireSound(scenario: Scenario, diagnostics: Diagnostics): Promise<void> {
  const problems = await scenario.problems();
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new InputError(problems);
  for (const problem of problems) diagnostics.warn(describeProblem({ ...problem, severity: 'error' }));
}
