/** What every command that takes a scenario understands alike: which values it is to have besides those of its file. */
import { resolve } from 'node:path';
import { describeProblem, type Problem } from '@kineko/formats/problem';
import {
  findFrontEnd,
  type FrontEnd,
  type GivenValues,
  loadScenario,
  requireValid,
  type Scenario,
  type ScenarioCommand,
  type Setting,
  VALUES,
} from '@kineko/run';
import type { CliContext, CliFrontEnd, Diagnostics } from '@kineko/run/console';
import { type LogBudget, NodeHost, readSource } from '@kineko/run/node';
import type { Argv } from 'yargs';
import { FRONT_ENDS } from './front-ends.js';
import { settingsOf } from './lab-site.js';

export { shownPath } from '@kineko/run/console';

export interface ScenarioArguments {
  readonly set?: readonly string[];
  readonly strict?: boolean;
}

export const STRICT_OPTION = {
  type: 'boolean',
  default: false,
  describe: 'take unknown keys, and calls of Math.random or Date.now in authors’ code, for errors',
} as const;

/** The flags of all front ends for a command, under headings. */
export function frontEndOptions(argv: Argv, command: ScenarioCommand): Argv {
  let extended = argv;
  for (const { plural, flags = {} } of FRONT_ENDS) {
    const own = Object.entries(flags).filter(([, { commands }]) => commands.includes(command));
    if (own.length === 0) continue;
    const names = own.map(([name]) => name);
    const options = Object.fromEntries(own.map(([name, { commands: _, settings: __, ...option }]) => [name, option]));
    extended = extended.options(options).group(names, `For ${plural}:`);
  }
  return extended;
}

export function scenarioOptions(argv: Argv, command: ScenarioCommand): Argv {
  return frontEndOptions(
    argv
      .option('set', {
        ...VALUES,
        describe: 'give a key of the configuration another value: --set process.num=20 (may be repeated)',
      })
      .option('strict', STRICT_OPTION),
    command,
  );
}

/** The values of commands' own flags, by the keys of scenarios. */
export type FlagValues = Readonly<Record<string, string | undefined>>;

/** Loads the file that a command is given, with the values of environment, `--set` and flags, in this order. */
export async function loadFile(
  path: string,
  args: ScenarioArguments,
  flags: FlagValues,
  { cwd, env, stderr }: CliContext,
  diagnostics: Diagnostics,
  { logs }: { readonly logs?: LogBudget } = {},
): Promise<Scenario> {
  // As the user named it, wherever that is right: messages begin with it.
  const source = await readSource(cwd === process.cwd() ? path : resolve(cwd, path));
  const frontEnd = findFrontEnd(source, FRONT_ENDS);
  warnOfIdleFlags(frontEnd, path, args, diagnostics);
  const ofFrontEnds = FRONT_ENDS.flatMap(({ flags: own = {} }) =>
    Object.entries(own).map(([name, { settings }]) => {
      const value = valueOf(args, name);
      return value === undefined ? {} : settings?.(value, path, cwd);
    }),
  );
  return loadScenario(source, {
    frontEnds: [frontEnd],
    host: new NodeHost({ base: import.meta.url }),
    context: { cwd, env, stderr, logs, flags: { ...args } },
    ...givenValues(frontEnd, args, Object.assign({}, flags, ...ofFrontEnds) as FlagValues, env, diagnostics),
  });
}

/** Values of environment, `--set` and flags, in this order. */
export function givenValues(
  { logKey = 'animation.logpath' }: FrontEnd,
  { set, strict }: ScenarioArguments,
  { logfile, ...flags }: FlagValues,
  environment: CliContext['env'],
  diagnostics: Diagnostics,
): GivenValues {
  const ofSet = settingsOf(set).map(([key, value]): Setting => ({
    key,
    value,
    origin: { kind: 'set', place: { file: `--set ${key}=${value}` } },
  }));
  const ofFlags = Object.entries({ ...flags, [logKey]: logfile }).flatMap(([key, value]): Setting[] => {
    const name = key === logKey ? 'logfile' : (FLAG_NAMES[key] ?? key);
    return value === undefined ? [] : [{ key, value, origin: { kind: 'flag', place: { file: `--${name}` } } }];
  });
  const onProblem = (problem: Problem): void => diagnostics.warn(describeProblem({ ...problem, severity: 'error' }));
  return { strict, environment, settings: [...ofSet, ...ofFlags], onProblem };
}

/** Warns of flags that only other front ends read; what is a setting is among the problems of the scenario. */
export function warnOfIdleFlags(frontEnd: CliFrontEnd, path: string, args: object, diagnostics: Diagnostics): void {
  for (const { plural, flags = {} } of FRONT_ENDS) {
    for (const [name, { settings }] of Object.entries(flags)) {
      const value = valueOf(args, name);
      const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
      if (!isGiven || settings !== undefined || frontEnd.flags?.[name] !== undefined) continue;
      diagnostics.warn(`--${name}: it is for ${plural}, and has no effect on ${path}`);
    }
  }
}

/** Of a flag, by its name in camel case. */
function valueOf(args: object, flag: string): unknown {
  return (args as Readonly<Record<string, unknown>>)[camelCase(flag)];
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const FLAG_NAMES: Readonly<Record<string, string>> = {
  'simulation.time': 'time-limit',
  'simulation.speed': 'speed',
};

/** Prints the warnings of a scenario; throws an `InputError` if it is invalid. */
export async function requireSound(scenario: Scenario, diagnostics: Diagnostics): Promise<void> {
  for (const problem of await requireValid(scenario)) {
    diagnostics.warn(describeProblem({ ...problem, severity: 'error' }));
  }
}
