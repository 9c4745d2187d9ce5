/** What one seed has brought to light: how often something happened, and the most that something came to. */
export interface SoakCounts {
  /** Added up over the seeds. */
  readonly sums?: Readonly<Record<string, number>>;
  /** The largest of all seeds. */
  readonly most?: Readonly<Record<string, number>>;
}

/**
 * What a file `packages/<package>/soak/<topic>.soak.ts` exports, as `soaks`: long checks that no one waits for in
 * `npm test`, each cut into seeds. One seed is one run: what it does depends on nothing else.
 *
 * It runs as built, where the package's sources are not beside it: import them by name, from `@kineko/<package>`.
 */
export interface Soak {
  readonly name: string;
  /** How many seeds are run, from 1 on, when none are asked for. */
  readonly seeds: number;
  /** Throws where something is wrong; the message says what, and the command that repeats the seed is added to it. */
  readonly run: (seed: number) => SoakCounts | Promise<SoakCounts>;
}
