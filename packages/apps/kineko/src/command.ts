import type { Argv } from 'yargs';
import type { CliContext, ExitCode } from '@kineko/run/console';

/** What the file of a command exports. */
export interface Command {
  readonly options: (argv: Argv) => Argv | Promise<Argv>;
  readonly run: (args: Readonly<Record<string, unknown>>, context: CliContext) => Promise<ExitCode>;
}
