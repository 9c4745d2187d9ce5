import type { Place, Problem } from '../../problem.js';
import type { KnownKey } from './keys/find-key.js';
import type { ConfigKey, PerKey, ValueOf } from './keys/keys.js';
import type { Origin } from './origin.js';

/** What defaults and checks see of a configuration. */
export interface ConfigView {
  /** The value that counts; the default if it is wrong, which is among the problems. */
  get<Key extends ConfigKey>(key: Key): ValueOf<Key>;
  /** That of one robot or process, or else that of all. */
  of<Key extends PerKey>(index: number, key: Key): ValueOf<Key>;
  /** Whether somebody has given it a value. */
  has(key: string): boolean;
  /** Whether somebody has given it another value than it has anyway. */
  changes(key: string): boolean;
  originOf(key: string): Origin;
  placeOf(key: string): Place | undefined;
  /** All that have been given a value. */
  known(): Iterable<KnownKey>;
  /** Whether the run has bodies: something about robots or their world is said. */
  readonly hasRobots: boolean;
}

export type Say = (severity: Problem['severity'], place: Place | undefined, text: string) => void;

/** What can only be judged together. */
export type Check = (config: ConfigView, say: Say) => void;
