/** `kineko list`: the names that a scenario can use. */
import { type CatalogItem, type CliContext, EXIT, type ExitCode } from '@kineko/run/console';
import type { ArgumentsOf, Command } from '../command.js';
import { FRONT_ENDS } from '../front-ends.js';
import { jsonOption } from '../options.js';

const CATALOGS: Record<string, readonly CatalogItem[]> = {};
for (const each of FRONT_ENDS) Object.assign(CATALOGS, await each.catalogs?.());

const OPTIONS = {
  what: { choices: Object.keys(CATALOGS), demandOption: true, describe: 'kind of names' },
  json: jsonOption('the list'),
} as const;

export const command: Command = {
  options: OPTIONS,
  examples: [['$0 list algorithms', 'names for robot.algorithm, each with a short description']],
  run: list,
};

async function list({ what, json }: ArgumentsOf<typeof OPTIONS>, { stdout }: CliContext): Promise<ExitCode> {
  const items = CATALOGS[what]!;
  if (json) {
    const rows = items.map(({ name, aliases = [], doc }) => ({ name, aliases, doc }));
    stdout.write(`${JSON.stringify(rows)}\n`);
  } else {
    const width = items.reduce((widest, { name }) => Math.max(widest, name.length), 0);
    for (const { name, doc } of items) stdout.write(`${name.padEnd(width)}  ${doc}\n`);
  }
  return EXIT.ok;
}
