import type { ValueRow } from '../values/codec.js';
import type { ValueType } from '../values/values.js';

/**
 * What is known of a key. In its name, `<i>` stands for the number of a process or robot, from 0, `<k>` for a number from
 * 1 and `<name>` for anything.
 */
export interface KeyRow extends ValueRow<ValueType | 'entries'> {
  readonly doc: string;
  /** As it would be written; without it there is no value until somebody gives one. */
  readonly default?: string;
  /** Where the value comes from when nobody gives one, for people; `defaults.ts` knows how. */
  readonly derived?: string;
  /** Of which kind the entries of a list are, if the type is `entries`. */
  readonly of?: 'obstacle' | 'object' | 'fault';
  /** Also with a number behind its first word, for one only: `robot.<i>.size`. */
  readonly per?: 'robot' | 'process';
  /**
   * Accepted, so that files of Neko can be used, but nothing comes of it here. What would change a run is `lost`, and its
   * user is told; what would not is `unneeded`.
   */
  readonly effect?: 'lost' | 'unneeded';
  /** Another name of that key; with `mend`, one that is told to be wrong. */
  readonly aliasOf?: string;
  readonly mend?: true;
  /** For documents and editors, where the default is none. */
  readonly example?: string;
}

export type KeyTable = Readonly<Record<string, KeyRow>>;

/** Keys that are about the same thing. */
export interface KeyGroup {
  readonly name: string;
  readonly title: string;
  readonly keys: KeyTable;
}
