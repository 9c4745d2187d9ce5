import type { ClockName } from './clocks.js';

/**
 * Does a bounded piece of work and returns how many operations it did; called again and again. Work that has to wait
 * returns a promise: each call is then awaited before the next, so the piece must be large beside that.
 */
export type Work = () => number | Promise<number>;

/** One way of doing the work that is compared. */
export interface Alternative {
  readonly name: string;
  /** Makes all that the work needs. Called once, in a process in which no other alternative has run or will run. */
  readonly setUp: () => Work;
}

/**
 * What a file `packages/<package>/bench/<topic>.bench.ts` exports, as `comparisons`: alternatives that do the same
 * work in the same run, the first being the one the others are measured against.
 *
 * It runs as built, where the package's sources are not beside it: import them by name, from `@kineko/<package>`.
 */
export interface Comparison {
  readonly name: string;
  /** The size of the problem (pending events, robots, arguments). */
  readonly n: number;
  /** The work, done once, returns a figure in this unit (bytes …) instead of a number of operations. */
  readonly unit?: string;
  /**
   * Whose CPU time counts: of all threads, and of the programs that the work has started and has seen end (the default);
   * or of the thread that does the work, and of no other. `wall` is no CPU time, and means something only where nobody
   * else uses the machine.
   */
  readonly clock?: ClockName;
  readonly alternatives: readonly [Alternative, ...Alternative[]];
}
