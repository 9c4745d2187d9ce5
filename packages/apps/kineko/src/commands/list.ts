/** `kineko list`: what a configuration, or a scenario, can name. */
import { type CatalogItem, EXIT } from '@kineko/run/console';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { FRONT_ENDS } from '../front-ends.js';

async function catalogs(): Promise<Readonly<Record<string, readonly CatalogItem[]>>> {
  const all: Record<string, readonly CatalogItem[]> = {};
  for (const each of FRONT_ENDS) Object.assign(all, await each.catalogs?.());
  return all;
}

export const command: Command = {
  options: async (argv: Argv) =>
    argv
      .positional('what', { choices: Object.keys(await catalogs()), describe: 'what to name' })
      .option('json', { type: 'boolean', default: false, describe: 'as JSON' })
      .example('$0 list algorithms', 'names for robot.algorithm, each with a word on what it does'),
  run: async (args, { stdout }) => {
    const entries = (await catalogs())[args['what'] as string]!;
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
