/** A configuration as keys and values in any syntax, and changes of it. */
import type { Span } from '@kineko/editor';

export interface KeyedEntry extends Span {
  /** Plain data; in properties the text after the `=`. */
  readonly value: unknown;
  /** The items of a list, if the file has them one by one. */
  readonly items?: readonly KeyedItem[];
}

export interface KeyedItem extends Span {
  readonly value: unknown;
}

/** A value for any syntax. */
export interface Written {
  readonly value: unknown;
  /** Text for properties. */
  readonly line: string;
}

/** An existing item, with or without a new value, or a new item. */
export interface ItemChange {
  readonly was?: number;
  readonly set?: Written;
}

export type Change =
  | { readonly set: Written }
  | { readonly remove: true }
  /** All items of the new list. */
  | { readonly items: readonly ItemChange[] };

export interface KeyedText {
  readonly syntax: 'properties' | 'yaml' | 'json';
  /** In the order of the file. */
  readonly entries: ReadonlyMap<string, KeyedEntry>;
  write(changes: ReadonlyMap<string, Change>): string;
}
