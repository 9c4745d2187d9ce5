import type { ScalarValues } from './scalars.js';
import type { ValueRow } from './codec.js';

/**
 * The declaration of a key. In its name, `<i>` stands for the id of a process or robot, from 0, `<k>` for a number from 1
 * and `<name>` for any text.
 */
export interface KeyRow<Type extends string = string> extends ValueRow<Type> {
  readonly doc: string;
  /** In the syntax of properties; without it the key has no value until one is given. */
  readonly default?: string;
  /** Human-readable source of the value if none is given; `Settings.defaultOf` is overridden to compute it. */
  readonly derived?: string;
  /** Whether every scenario needs a value, so that an empty one is an error and not the default. */
  readonly isNeeded?: true;
  /** Whether the key can be set for a single robot or process: `robot.<i>.size`. */
  readonly per?: 'robot' | 'process';
  /**
   * Accepted, so that files of Neko can be used, but without effect. `lost` would change a run and is reported;
   * `unneeded` would not.
   */
  readonly effect?: 'lost' | 'unneeded';
  /** The key of which this is another name; with `mend`, a misspelling that is reported. */
  readonly aliasOf?: string;
  readonly mend?: true;
  /** Example for documents and editors, if there is no default. */
  readonly example?: string;
}

export type KeyTable<Type extends string = keyof ScalarValues> = Readonly<Record<string, KeyRow<Type>>>;

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
export type RowValue<Row, Values = ScalarValues> = Row extends
  | { readonly default: string }
  | { readonly derived: string }
  | { readonly isNeeded: true }
  ? ValueOfRow<Row, Values>
  : ValueOfRow<Row, Values> | undefined;

export type RowValues<Rows> = { readonly [Key in keyof Rows]: RowValue<Rows[Key]> };
