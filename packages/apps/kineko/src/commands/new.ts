/** `kineko new`: starters that run, and whose tests pass, unchanged. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expected } from '@kineko/formats/problem';
import { VALUE } from '@kineko/run';
import { type CliContext, EXIT, type ExitCode, shownPath, UsageError } from '@kineko/run/console';
import { writing } from '@kineko/run/node';
import { starterNames } from 'create-kineko';
import type { ArgumentsOf, Command } from '../command.js';
import { REQUIRED } from '../options.js';
import { type StarterKind, starters, TAKEN_NAMES } from '../starters.js';

const OPTIONS = {
  what: { choices: Object.keys(starters) as StarterKind[], demandOption: true, describe: 'kind of starter' },
  name: { ...REQUIRED, describe: 'name, as SwarmSearch or swarm-search' },
  in: { ...VALUE, default: '.', describe: 'output folder' },
  force: { type: 'boolean', default: false, describe: 'overwrite existing files' },
} as const;

export const command: Command = {
  options: OPTIONS,
  examples: [['$0 new algorithm SwarmSearch', 'swarm-search.ts, swarm-search.config and a test']],
  run: writeStarter,
};

async function writeStarter(
  { what, name, in: folder, force }: ArgumentsOf<typeof OPTIONS>,
  { cwd, stdout, stderr }: CliContext,
): Promise<ExitCode> {
  const { files, next } = starters[what](namesOf(name));
  const paths = Object.entries(files).map(([file, text]) => [join(resolve(cwd, folder), file), text] as const);
  const present = await Promise.all(
    paths.map(([path]) =>
      stat(path).then(
        () => path,
        () => undefined,
      ),
    ),
  );
  const taken = present.filter((path) => path !== undefined).map((path) => shownPath(path, cwd));
  if (taken.length > 0 && !force) {
    throw new UsageError(`${taken.join(', ')}: already exists; choose another name, or overwrite with --force`);
  }
  for (const [path, text] of paths) {
    const shown = shownPath(path, cwd);
    await writing(shown, async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    });
    stdout.write(`${shown}\n`);
  }
  stderr.write(`\nnext:\n${next.map((line) => `  ${line}\n`).join('')}`);
  return EXIT.ok;
}

function namesOf(name: string) {
  const names = starterNames(name);
  const { className } = names;
  if (!/^[A-Za-z][A-Za-z\d _-]*$/.test(name)) {
    throw new UsageError(`name: ${expected('letters and digits, a letter first, as in SwarmSearch', name)}`);
  }
  if (TAKEN_NAMES.includes(className)) {
    throw new UsageError(`name: the starter already uses ${className}; choose another name, such as My${className}`);
  }
  return names;
}
