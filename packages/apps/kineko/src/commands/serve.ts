/** `kineko serve`: scenarios whose robots are steered from outside, as their front end serves them. */
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
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { FRONT_ENDS } from '../front-ends.js';
import { pagesFolder } from '../pages-folder.js';
import { scenarioFile } from '../scenario-file.js';
import { givenValues, loadFile, requireSound } from '../scenario-options.js';
import { kinekoVersion } from '../versions.js';

interface Arguments {
  readonly scenario?: string;
  readonly set?: readonly string[];
  readonly seed?: string;
  readonly timeLimit?: string;
  readonly quiet: boolean;
  readonly verbose?: number;
}

const SERVED = FRONT_ENDS.flatMap((frontEnd) =>
  frontEnd.serving === undefined ? [] : [{ ...frontEnd, serving: frontEnd.serving }],
);

type Served = (typeof SERVED)[number];

export const command: Command = {
  options: (argv: Argv) => {
    const without = SERVED.flatMap(({ serving }) => serving.withoutFile ?? []);
    argv
      .positional('scenario', {
        type: 'string',
        describe: `one of: ${SERVED.map(fileOf).join('; ')}; without it ${without.join(', or ')}`,
      })
      .options({
        listen: { ...VALUE, describe: 'the address to listen on, besides this machine only; needs KINEKO_TOKEN' },
        seed: { ...VALUE, describe: 'the seed of all chance; without it one is drawn for each run' },
        quiet: { type: 'boolean', alias: 'q', default: false, describe: 'print only errors and where to connect' },
      });
    for (const { plural, serving } of SERVED) {
      argv.options(serving.flags).group(Object.keys(serving.flags), `For ${plural}:`);
      for (const [line, meaning] of serving.examples) argv.example(line, meaning);
    }
    return argv;
  },
  run: (args, context) => serve(args as unknown as Arguments, context),
};

function fileOf({ title, folderFile }: CliFrontEnd): string {
  return folderFile === undefined ? title : `${title}, or a folder with ${folderFile}`;
}

async function serve(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd } = context;
  const file = args.scenario === undefined ? undefined : await scenarioFile(args.scenario, cwd);
  const frontEnd = await frontEndFor(file, cwd);
  for (const other of SERVED) if (other !== frontEnd) refuseFlagsOf(other, frontEnd, args, file);
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
    load: async (path) => {
      const scenario = await loadFile(path, { set }, flags, context, diagnostics);
      await requireSound(scenario, diagnostics);
      return scenario;
    },
    give: (scenario) => giveValues(scenario, givenValues(frontEnd, { set }, flags, context.env, diagnostics)),
    watch: async (scenario, options) => {
      const { startWatching } = await import('../watching.js');
      return startWatching(scenario, options, context);
    },
  };
}

/** Throws a `UsageError` that names all given flags of another front end. */
function refuseFlagsOf(other: Served, served: Served, args: object, file: string | undefined): void {
  const given = new Map<string, unknown>(Object.entries(args));
  // What is counted is 0 unless it is given.
  const foreign = Object.keys(other.serving.flags).filter(
    (flag) => !(flag in served.serving.flags) && (given.get(flag) ?? 0) !== 0,
  );
  if (foreign.length === 0) return;
  const flags = foreign.map((flag) => `--${flag}`).join(', ');
  const found = file === undefined ? 'no file is given' : `${file} is none`;
  throw new UsageError(`${flags} ${foreign.length === 1 ? 'is' : 'are'} for ${other.plural}: ${found}`);
}
