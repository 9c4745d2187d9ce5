/** A configuration as keys with values, whatever its syntax: what the editor reads of it, and how it is given other values. */
import type { Span } from './splices.js';

export interface KeyedEntry extends Span {
  /** Plain data; in properties the text behind the `=`. */
  readonly value: unknown;
  /** Of a list that stands in the file item by item. */
  readonly items?: readonly KeyedItem[];
}

export interface KeyedItem extends Span {
  readonly value: unknown;
}

/** A value for any syntax. */
export interface Written {
  readonly value: unknown;
  /** As it stands in properties. */
  readonly line: string;
}

/** One that was there, with or without another value, or a new one. */
export interface ItemChange {
  readonly was?: number;
  readonly set?: Written;
}

export type Change =
  | { readonly set: Written }
  | { readonly remove: true }
  /** All that are to be in the list. */
  | { readonly items: readonly ItemChange[] };

export interface KeyedText {
  readonly syntax: 'properties' | 'yaml' | 'json';
  /** In the order of the file. */
  readonly entries: ReadonlyMap<string, KeyedEntry>;
  write(changes: ReadonlyMap<string, Change>): string;
}
