/** Result of one seed: counts of events, and maxima of measured values. */
export interface SoakCounts {
  /** Added up over the seeds. */
  readonly sums?: Readonly<Record<string, number>>;
  /** The largest of all seeds. */
  readonly most?: Readonly<Record<string, number>>;
}

/**
 * An entry of `soaks`, the export of `packages/<layer>/<package>/soak/<topic>.soak.ts`: a check that takes too long for
 * `npm test`, cut into seeds. Each seed is an independent run.
 *
 * It runs as built, where the package's sources are not beside it: import them by name, from `@kineko/<package>`.
 */
export interface Soak {
  readonly name: string;
  /** Default number of seeds, counted from 1. */
  readonly seeds: number;
  /** Throws an error if the check fails; the command that repeats the seed is added to its message. */
  readonly run: (seed: number) => SoakCounts | Promise<SoakCounts>;
}
