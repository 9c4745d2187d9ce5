import type { Problem } from '@kineko/formats/problem';
import type { Settings } from '@kineko/run/settings';
import type { ConfigValues, PerKey } from './keys/keys.js';

/** The part of a configuration that defaults and checks use. */
export interface ConfigView extends Pick<Settings<ConfigValues>, 'get' | 'has' | 'originOf' | 'placeOf' | 'known'> {
  /** The value for one robot or process, or else the value for all. */
  of<Key extends PerKey>(index: number, key: Key): ConfigValues[Key];
  /** Whether the key was given a value other than its default. */
  changes(key: string): boolean;
  /** Whether the run has robots: a key of robots or their world is given. */
  readonly hasRobots: boolean;
}

/** Reports a problem at the first of the keys that was given. */
export type Say = (severity: Problem['severity'], keys: string | readonly string[], text: string) => void;

/** Checks a combination of keys. */
export type Check = (config: ConfigView, say: Say) => void;
