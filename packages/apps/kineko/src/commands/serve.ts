/** `kineko serve`: scenarios with external controllers, served by their front end. */
import { resolve } from 'node:path';
import { findFrontEnd, giveValues, VALUE } from '@kineko/run';
import {
  type CliContext,
  type CliFrontEnd,
  diagnosticsOn,
  type ExitCode,
  type ServeRequest,
  UsageError,
} from '@kineko/run/console';
import { readSource } from '@kineko/run/node';
import type { ArgumentsOf, Command, OptionTable } from '../command.js';
import { FRONT_ENDS } from '../front-ends.js';
import { givenValues, loadFile, scenarioFile, validateScenario } from '../load-file.js';
import { OUTPUT_OPTIONS, SEED_OPTION } from '../options.js';
import { kinekoVersion, pagesFolder } from '../program-files.js';

const SERVED = FRONT_ENDS.flatMap((frontEnd) =>
  frontEnd.serving === undefined ? [] : [{ ...frontEnd, serving: frontEnd.serving }],
);

type Served = (typeof SERVED)[number];

const WITHOUT_FILE = SERVED.flatMap(({ serving }) => serving.withoutFile ?? []).join(', or ');

const OPTIONS = {
  scenario: { type: 'string', describe: `one of: ${SERVED.map(fileOf).join('; ')}; without it, ${WITHOUT_FILE}` },
  listen: { ...VALUE, describe: 'address to listen on (default: this machine only); needs KINEKO_TOKEN' },
  seed: { ...SEED_OPTION, describe: 'random seed (default: drawn for each run)' },
  quiet: { ...OUTPUT_OPTIONS.quiet, describe: 'print errors and addresses only' },
} as const;

type Arguments = ArgumentsOf<typeof OPTIONS> & {
  readonly set?: readonly string[];
  readonly timeLimit?: string;
  readonly verbose?: number;
};

export const command: Command = {
  options: OPTIONS,
  groups: groupsOf(SERVED),
  examples: SERVED.flatMap(({ serving }) => serving.examples),
  run: serve,
};

/** Flags by the front ends that take them; a flag of several stands once. */
function groupsOf(served: readonly Served[]): NonNullable<Command['groups']> {
  const groups: Record<string, Record<string, OptionTable[string]>> = {};
  for (const [name, flag] of served.flatMap(({ serving }) => Object.entries(serving.flags))) {
    const takers = served.filter(({ serving }) => name in serving.flags).map(({ plural }) => plural);
    (groups[`For ${takers.join(' and ')}:`] ??= {})[name] = flag;
  }
  return groups;
}

function fileOf({ title, folderFile }: CliFrontEnd): string {
  return folderFile === undefined ? title : `${title}, or a folder with ${folderFile}`;
}

async function serve(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd } = context;
  const file = args.scenario === undefined ? undefined : await scenarioFile(args.scenario, cwd);
  const frontEnd = await frontEndFor(file, cwd);
  refuseForeignFlags(frontEnd, args, file);
  return frontEnd.serving.serve(requestOf(frontEnd, file, args, context), context);
}

async function frontEndFor(file: string | undefined, cwd: string): Promise<Served> {
  if (file !== undefined) {
    return findFrontEnd(await readSource(cwd === process.cwd() ? file : resolve(cwd, file)), SERVED);
  }
  const found = SERVED.find(({ serving }) => serving.withoutFile !== undefined);
  if (found === undefined) throw new UsageError('expected a scenario to serve');
  return found;
}

function requestOf(
  frontEnd: CliFrontEnd,
  file: string | undefined,
  args: Arguments,
  context: CliContext,
): ServeRequest {
  const { quiet, verbose = 0, set = [] } = args;
  const diagnostics = diagnosticsOn(context, { quiet, verbose });
  const flags = { seed: args.seed, 'simulation.time': args.timeLimit };
  return {
    file,
    version: kinekoVersion(),
    pages: pagesFolder(),
    args: { ...args },
    load: async (path, prepare) => {
      const scenario = await loadFile(path, { set }, flags, context, diagnostics);
      prepare?.(scenario);
      await validateScenario(scenario, diagnostics);
      return scenario;
    },
    give: (scenario) => giveValues(scenario, givenValues(frontEnd, { set }, flags, context.env, diagnostics)),
    recordedCommands: async (...file) => (await import('../recorded-commands.js')).recordedCommands(...file),
    recordMcap: async (...file) => (await import('../recordings.js')).recordMcap(...file),
    watch: async (scenario, options) => {
      const { startWatching } = await import('../watching.js');
      return startWatching(scenario, options, context);
    },
  };
}

/** Throws a `UsageError` that names all given flags of other front ends. */
function refuseForeignFlags(served: Served, args: object, file: string | undefined): void {
  const given = new Map<string, unknown>(Object.entries(args));
  const foreign = Object.entries(groupsOf(SERVED.filter((other) => other !== served))).flatMap(([heading, flags]) => {
    // A flag that counts is 0 unless it is given.
    const names = Object.keys(flags).filter((flag) => !(flag in served.serving.flags) && (given.get(flag) ?? 0) !== 0);
    const takers = heading.replace(/^For (.*):$/, '$1');
    return names.length === 0 ? [] : [`${names.map((name) => `--${name}`).join(', ')}: only for ${takers}`];
  });
  if (foreign.length > 0) throw new UsageError(`${foreign.join('; ')}; ${file ?? 'no file'} is given`);
}
