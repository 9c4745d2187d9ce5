import type { Replacement } from './mutant-library.js';
import type { StageName } from './mutant-stages.js';

/**
 * A fault planted in a protocol: one text of its source replaced. A delivery schedule (see `play-schedule.ts`) shows that it is
 * a fault: on it the mutant violates a property, and the protocol does not.
 */
export interface Mutant extends Replacement {
  /** Describes the fault. */
  readonly name: string;
  readonly stage: StageName;
  /** Number of processes. Default: 3. */
  readonly n?: number;
  readonly schedule: readonly string[];
  /** Name of the checker that must report a violation. */
  readonly property: string;
  /** Seeds of the swarm within which it must be caught. Default: 8. */
  readonly seeds?: number;
  /** Whether the search takes too long for `npm test`, so that only `npm run soak` performs it. Default: false. */
  readonly isRare?: boolean;
}
