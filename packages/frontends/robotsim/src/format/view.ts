import type { Problem } from '@kineko/formats/problem';
import type { Settings } from '@kineko/run/settings';
import type { ConfigValues, PerKey } from './keys/keys.js';

/** What defaults and checks see of a configuration. */
export interface ConfigView extends Pick<Settings<ConfigValues>, 'get' | 'has' | 'originOf' | 'placeOf' | 'known'> {
  /** The value of one robot or process, or else that of all. */
  of<Key extends PerKey>(index: number, key: Key): ConfigValues[Key];
  /** Whether the key was given another value than its default. */
  changes(key: string): boolean;
  /** Whether the run has bodies: a key about robots or their world is given. */
  readonly hasRobots: boolean;
}

/** Reports a problem at the first of the keys that was given. */
export type Say = (severity: Problem['severity'], keys: string | readonly string[], text: string) => void;

/** What can only be judged together. */
export type Check = (config: ConfigView, say: Say) => void;
