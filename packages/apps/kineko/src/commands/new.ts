/** `kineko new`: starters that run, and whose tests pass, at once. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type CliContext, EXIT, type ExitCode, UsageError } from '@kineko/run/console';
import { writing } from '@kineko/run/node';
import { type StarterNames, starterNames } from 'create-kineko';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { shownPath } from '../scenario-options.js';
import { type StarterKind, starters, TAKEN_NAMES } from '../starters.js';

interface Arguments {
  readonly what: StarterKind;
  readonly name: string;
  readonly in: string;
  readonly force: boolean;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('what', { choices: Object.keys(starters), describe: 'what to begin' })
      .positional('name', { type: 'string', describe: 'its name, as in SwarmSearch or swarm-search' })
      .option('in', { type: 'string', requiresArg: true, default: '.', describe: 'the folder to write into' })
      .option('force', { type: 'boolean', default: false, describe: 'write over files that are there' })
      .example('$0 new algorithm SwarmSearch', 'swarm-search.ts, swarm-search.config and a test'),
  run: (args, context) => begin(args as unknown as Arguments, context),
};

async function begin({ what, name, in: folder, force }: Arguments, context: CliContext): Promise<ExitCode> {
  const { cwd, stdout } = context;
  const { files, next } = starters[what](namesOf(name));
  const paths = Object.entries(files).map(([file, text]) => [join(resolve(cwd, folder), file), text] as const);
  const present = await Promise.all(paths.map(async ([path]) => ((await exists(path)) ? path : undefined)));
  const taken = present.filter((path) => path !== undefined).map((path) => shownPath(path, cwd));
  if (taken.length > 0 && !force) {
    throw new UsageError(`${taken.join(', ')}: there already; choose another name, or --force to write over it`);
  }
  for (const [path, text] of paths) {
    const shown = shownPath(path, cwd);
    await writing(shown, async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    });
    stdout.write(`${shown}\n`);
  }
  stdout.write(`\nnext:\n${next.map((line) => `  ${line}\n`).join('')}`);
  return EXIT.ok;
}

function namesOf(name: string): StarterNames {
  const names = starterNames(name);
  const { className } = names;
  if (!/^[A-Za-z][A-Za-z\d _-]*$/.test(name)) {
    throw new UsageError(
      `'${name}' is no name for a class: letters and digits are right, a letter first, as in SwarmSearch`,
    );
  }
  if (TAKEN_NAMES.includes(className)) {
    throw new UsageError(`'${name}': the starter uses a ${className} itself; choose another name, as My${className}`);
  }
  return names;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
