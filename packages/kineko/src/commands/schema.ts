/** `kineko schema`: what editors complete and check configurations by. */
import { configSchema } from '@kineko/formats/neko-config';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { EXIT } from '../surroundings.js';

export const command: Command = {
  options: (argv: Argv) =>
    argv.example(
      '$0 schema > robotsim.schema.json',
      'then, atop a YAML file: # yaml-language-server: $schema=robotsim.schema.json',
    ),
  run: (_args, { stdout }) => {
    stdout.write(`${JSON.stringify(configSchema(), undefined, 2)}\n`);
    return Promise.resolve(EXIT.ok);
  },
};
