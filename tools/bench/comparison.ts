import type { ClockName } from './clocks.js';

/**
 * Does a bounded piece of work and returns the number of operations; called repeatedly. Work that has to wait returns a
 * promise, which is awaited before the next call, so the piece must be large compared with that cost.
 */
export type Work = () => number | Promise<number>;

/** One of the compared implementations. */
export interface Alternative {
  readonly name: string;
  /** Prepares the work. Called once, in a process in which no other alternative runs. */
  readonly setUp: () => Work;
  readonly target?: Target;
}

/** Bounds for an alternative. */
export interface Target {
  /** Its name in the table of targets; default: the names of the comparison and of the alternative. */
  readonly figure?: string;
  /**
   * The value that is compared with the bounds: the speed relative to the first alternative (`speed`, at least the bound), the
   * time relative to it (`cost`, at most the bound), the figure relative to it (`growth`, at most the bound), or the rate or
   * figure itself (`at least`, `at most`).
   */
  readonly compares: 'speed' | 'cost' | 'growth' | 'at least' | 'at most';
  readonly must: number;
  readonly aim?: number;
}

/** A figure with a target that is computed from the rates of several alternatives. */
export interface DerivedFigure {
  readonly figure: string;
  readonly n: number;
  /** Whether the value is at least or at most the bounds. */
  readonly target: Target & { readonly compares: 'at least' | 'at most' };
  /** @param rates Operations per second of all alternatives in one round; the median of the rounds counts. */
  readonly of: (rates: readonly number[]) => number;
}

/**
 * An entry of `comparisons`, the export of `packages/<layer>/<package>/bench/<topic>.bench.ts`: alternatives that do the same
 * work in the same run; the first one is the reference.
 *
 * It runs as built, where the package's sources are not beside it: import them by name, from `@kineko/<package>`.
 */
export interface Comparison {
  readonly name: string;
  /** The size of the problem (pending events, robots, arguments). */
  readonly n: number;
  /** The work, done once, returns a figure in this unit (bytes …) instead of a number of operations. */
  readonly unit?: string;
  /** An odd number of times that a figure which varies is taken, in turns; the median counts (default: once). */
  readonly takes?: number;
  /**
   * CPU time to measure: of all threads and ended child processes (the default), or of the working thread only.
   * `wall` is wall-clock time, which is meaningful only on an idle machine.
   */
  readonly clock?: ClockName;
  readonly alternatives: readonly [Alternative, ...Alternative[]];
  /** Whether it measures wall-clock time, although `clock` does not say so: `--busy` leaves it out. */
  readonly needsIdleMachine?: boolean;
  /** Ratios between these alternatives. */
  readonly derived?: readonly DerivedFigure[];
  /** Whether its alternatives are sizes of the same problem: then it is part of the page about scaling. */
  readonly isScaling?: boolean;
}
