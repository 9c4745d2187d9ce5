/** Loads the file that a command names, with the values of the command line and the environment. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describeProblem, InputError, inputError, type Problem } from '@kineko/formats/problem';
import {
  findFrontEnd,
  type FrontEnd,
  type Host,
  loadScenario,
  type LogLimit,
  requireValid,
  type Scenario,
  type Source,
} from '@kineko/run';
import type { CliContext, CliFrontEnd, Diagnostics } from '@kineko/run/console';
import { NodeHost, readSource } from '@kineko/run/node';
import { FRONT_ENDS } from './front-ends.js';
import { settingsOf } from './options.js';

export interface ScenarioArguments {
  readonly set?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
}

/** Values of a command's own flags, by the key of the scenario. */
type FlagValues = Readonly<Record<string, string | undefined>>;

export interface LoadFileOptions {
  readonly logs?: LogLimit | undefined;
  readonly host?: Host | undefined;
}

/** Access to the files of a scenario, whose imports of `kineko` resolve to this program. */
export function nodeHost(onModule?: (file: string) => void): Host {
  return new NodeHost({ base: import.meta.url, onModule });
}

/** Later values win: environment, `--set`, flags. */
export async function loadFile(
  path: string,
  args: ScenarioArguments,
  flags: FlagValues,
  { cwd, env, stderr }: CliContext,
  diagnostics: Diagnostics,
  { logs, host = nodeHost() }: LoadFileOptions = {},
): Promise<Scenario> {
  // Messages begin with the path as the user wrote it, so it is only resolved where it has to be.
  const source = await readSource(cwd === process.cwd() ? path : resolve(cwd, path), FRONT_ENDS);
  const frontEnd = await explainLabFile(source, () => findFrontEnd(source, FRONT_ENDS));
  warnOfIdleFlags(frontEnd, path, args, diagnostics);
  const ofFrontEnds = settingsOfFlags(args, path, cwd);
  const names = Object.fromEntries(
    ofFrontEnds.flatMap(({ name, values }) => Object.keys(values).map((key) => [key, name])),
  );
  return loadScenario(source, {
    frontEnds: [frontEnd],
    host,
    context: { cwd, env, stderr, logs, flags: { ...args } },
    ...givenValues(
      frontEnd,
      args,
      Object.assign({}, flags, ...ofFrontEnds.map(({ values }) => values)) as FlagValues,
      env,
      diagnostics,
      names,
    ),
  });
}

/** The settings that the flags of front ends stand for, with the name of each flag. */
export function settingsOfFlags(
  args: object,
  path: string,
  cwd: string,
): readonly { readonly name: string; readonly values: FlagValues }[] {
  return FRONT_ENDS.flatMap(({ flags = {} }) =>
    Object.entries(flags).map(([name, { settings }]) => {
      const value = valueOf(args, name);
      return { name, values: (value === undefined ? undefined : settings?.(value, path, cwd)) ?? {} };
    }),
  );
}

const LAB_COMMANDS = { experiment: 'sweep', assignment: 'grade' } as const;

/** If a file is no scenario but an experiment or an assignment, the error names the command that takes it. */
export async function explainLabFile<T>(source: Source, find: () => T | Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    // Loaded for errors only: the lab is large.
    const kind = error instanceof InputError ? await (await import('@kineko/lab/node')).labFileKind(source) : undefined;
    if (kind === undefined) throw error;
    throw inputError(`expected a scenario, got an ${kind}; kineko ${LAB_COMMANDS[kind]} takes it`, source.path);
  }
}

export function givenValues(
  { logKey = 'animation.logpath' }: FrontEnd,
  { set, strict }: ScenarioArguments,
  { logfile, ...flags }: FlagValues,
  environment: CliContext['env'],
  diagnostics: Diagnostics,
  /** Flags of front ends, by their keys. */
  names: FlagValues = {},
) {
  const ofSet = settingsOf(set).map(([key, value]) => ({
    key,
    value,
    origin: { kind: 'set' as const, place: { file: `--set ${key}=${value}` } },
  }));
  const ofFlags = Object.entries({ ...flags, [logKey]: logfile }).flatMap(([key, value]) => {
    const name = key === logKey ? 'logfile' : (names[key] ?? FLAG_NAMES[key] ?? key);
    const origin = { kind: 'flag', place: { file: `--${name}` } } as const;
    return value === undefined ? [] : [{ key, value, origin }];
  });
  const onProblem = (problem: Problem): void => warnOf(problem, diagnostics);
  return { strict, environment, settings: [...ofSet, ...ofFlags], onProblem };
}

/** Warns about flags that only other front ends read. Flags that stand for settings are checked with the scenario. */
export function warnOfIdleFlags(frontEnd: CliFrontEnd, path: string, args: object, diagnostics: Diagnostics): void {
  for (const { plural, flags = {} } of FRONT_ENDS) {
    for (const [name, { settings }] of Object.entries(flags)) {
      const value = valueOf(args, name);
      const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
      if (!isGiven || settings !== undefined || frontEnd.flags?.[name] !== undefined) continue;
      diagnostics.warn(`--${name}: it is for ${plural} and has no effect on ${path}`);
    }
  }
}

function valueOf(args: object, flag: string): unknown {
  const camelCase = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return (args as Readonly<Record<string, unknown>>)[camelCase];
}

const FLAG_NAMES: Readonly<Record<string, string>> = {
  'simulation.time': 'time-limit',
  'simulation.speed': 'speed',
};

/** The file of a scenario, which some front ends allow to be named by its folder. */
export async function scenarioFile(path: string, cwd: string): Promise<string> {
  const status = await stat(resolve(cwd, path)).catch(() => undefined);
  const [file] = FRONT_ENDS.flatMap(({ folderFile }) => folderFile ?? []);
  return status?.isDirectory() === true && file !== undefined ? join(path, file) : path;
}

/** Prints the warnings of a scenario; throws an `InputError` if it is invalid. */
export async function validateScenario(scenario: Scenario, diagnostics: Diagnostics): Promise<void> {
  for (const problem of await requireValid(scenario)) warnOf(problem, diagnostics);
}

export function warnOf(problem: Problem, diagnostics: Diagnostics): void {
  // The diagnostics print "warning:" themselves.
  diagnostics.warn(describeProblem({ ...problem, severity: 'error' }));
}
