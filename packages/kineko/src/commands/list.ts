/** `kineko list`: what a configuration can name. */
import { catalogs } from '@kineko/robotsim';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { EXIT } from '../surroundings.js';

const WHAT = Object.keys(catalogs) as (keyof typeof catalogs)[];

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('what', { choices: WHAT, describe: 'what to name' })
      .option('json', { type: 'boolean', default: false, describe: 'as JSON' })
      .example('$0 list algorithms', 'names for robot.algorithm, each with a word on what it does'),
  run: (args, { stdout }) => {
    const { entries } = catalogs[args['what'] as keyof typeof catalogs];
    if (args['json'] === true) {
      const items = entries.map(({ name, aliases = [], doc }) => ({ name, aliases, doc }));
      stdout.write(`${JSON.stringify(items)}\n`);
    } else {
      const width = entries.reduce((widest, { name }) => Math.max(widest, name.length), 0);
      for (const { name, doc } of entries) stdout.write(`${name.padEnd(width)}  ${doc}\n`);
    }
    return Promise.resolve(EXIT.ok);
  },
};
