import type { Run } from '@kineko/run';
import type { CliContext } from '@kineko/run/console';

export { EXIT, type ExitCode, type Output } from '@kineko/run/console';

/** Watches over authors' code, from another thread. */
export interface CodeWatch {
  /** From now on it is there when authors' code is loaded. */
  arm(): Promise<void>;
  /** The run whose code is watched from now on, and how to write what it has put on record. */
  watch(run: Run, flush?: () => void): void;
}

/** What a command sees of the program it runs in, so that it can be tried without one. */
export interface Surroundings extends CliContext {
  /** Without it, nobody notices code that does not return. */
  readonly watchdog?: CodeWatch | undefined;
}
