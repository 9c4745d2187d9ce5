/** `kineko list`: what a configuration, or a scenario, can name. */
import { catalogs } from '@kineko/robotsim';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { EXIT } from '../surroundings.js';

/** The classes of DEECo scenarios. */
const DEECO = 'deeco';

const WHAT = [...Object.keys(catalogs), DEECO];

interface Item {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly doc: string;
}

async function itemsOf(what: string): Promise<readonly Item[]> {
  if (what !== DEECO) return catalogs[what as keyof typeof catalogs].entries;
  const { BUILT_IN } = await import('@kineko/frontends/deeco');
  return BUILT_IN.map(({ kind, name, aliases, doc }) => ({ name, aliases, doc: `${kind}: ${doc}` }));
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('what', { choices: WHAT, describe: 'what to name' })
      .option('json', { type: 'boolean', default: false, describe: 'as JSON' })
      .example('$0 list algorithms', 'names for robot.algorithm, each with a word on what it does'),
  run: async (args, { stdout }) => {
    const entries = await itemsOf(args['what'] as string);
    if (args['json'] === true) {
      const items = entries.map(({ name, aliases = [], doc }) => ({ name, aliases, doc }));
      stdout.write(`${JSON.stringify(items)}\n`);
    } else {
      const width = entries.reduce((widest, { name }) => Math.max(widest, name.length), 0);
      for (const { name, doc } of entries) stdout.write(`${name.padEnd(width)}  ${doc}\n`);
    }
    return EXIT.ok;
  },
};
