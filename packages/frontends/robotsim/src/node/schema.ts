/** `kineko schema`: prints the JSON Schema of configurations, for editors. */
import { type CliContext, EXIT, type ExitCode } from '@kineko/run/console';
import { configSchema } from '../format/schema.js';

export function schema({ stdout }: CliContext): ExitCode {
  stdout.write(`${JSON.stringify(configSchema(), undefined, 2)}\n`);
  return EXIT.ok;
}
