/** `kineko schema`: what editors complete and check configurations by. */
import { configSchema } from '@kineko/robotsim/format';
import { type CliContext, EXIT, type ExitCode } from '@kineko/run/console';

export function schema({ stdout }: CliContext): ExitCode {
  stdout.write(`${JSON.stringify(configSchema(), undefined, 2)}\n`);
  return EXIT.ok;
}
