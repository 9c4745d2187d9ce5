import type { Argv } from 'yargs';
import type { ExitCode, Surroundings } from './surroundings.js';

/** What the file of a command exports. */
export interface Command {
  readonly options: (argv: Argv) => Argv | Promise<Argv>;
  readonly run: (args: Readonly<Record<string, unknown>>, surroundings: Surroundings) => Promise<ExitCode>;
}
