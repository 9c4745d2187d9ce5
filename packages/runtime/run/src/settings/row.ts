import type { SimpleValues } from './scalars.js';
import type { ValueRow } from './codec.js';

/**
 * What is known of a key. In its name, `<i>` stands for the number of a process or robot, from 0, `<k>` for a number from
 * 1 and `<name>` for anything.
 */
export interface KeyRow<Type extends string = string> extends ValueRow<Type> {
  readonly doc: string;
  /** As it would be written; without it the key has no value until one is given. */
  readonly default?: string;
  /** Where the value comes from when none is given, human-readable; `Settings.defaultOf` is overridden to compute it. */
  readonly derived?: string;
  /** Every scenario has a value, so an empty one is an error and not the default. */
  readonly isNeeded?: true;
  /** Also with a number behind its first word, for one only: `robot.<i>.size`. */
  readonly per?: 'robot' | 'process';
  /**
   * Accepted, so that files of Neko can be used, but without effect. `lost` would change a run and is reported;
   * `unneeded` would not.
   */
  readonly effect?: 'lost' | 'unneeded';
  /** Another name of that key; with `mend`, a misspelling that is reported. */
  readonly aliasOf?: string;
  readonly mend?: true;
  /** Of documents and editors, where there is no default. */
  readonly example?: string;
}

/** The rows of a front end, by key. */
export type KeyTable<Type extends string = keyof SimpleValues> = Readonly<Record<string, KeyRow<Type>>>;

/** Keys that are about the same thing. */
export interface KeyGroup {
  readonly name: string;
  readonly title: string;
  readonly keys: KeyTable<string>;
}

type ValueOfRow<Row, Values> = Row extends { readonly type: 'word'; readonly words: readonly (infer Word)[] }
  ? Word
  : Row extends { readonly type: infer Type extends keyof Values }
    ? Values[Type]
    : never;

/** The value of a row in TypeScript; undefined is possible where there is no default. */
export type RowValue<Row, Values = SimpleValues> = Row extends
  | { readonly default: string }
  | { readonly derived: string }
  | { readonly isNeeded: true }
  ? ValueOfRow<Row, Values>
  : ValueOfRow<Row, Values> | undefined;

/** The values of rows, by key. */
export type RowValues<Rows> = { readonly [Key in keyof Rows]: RowValue<Rows[Key]> };
