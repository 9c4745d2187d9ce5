/** Names that files can use, with their parameters, for `kineko list` and the documentation. */
import type { ValueRow } from './settings/codec.js';
import { describeValue, type SimpleRow } from './settings/one-value.js';
import type { KeyRow } from './settings/row.js';

interface CatalogParameter {
  /** As a file names it: `Flocking.speed`, `network.loss`. */
  readonly name: string;
  /** Human-readable description of the expected value. */
  readonly expects: string;
  readonly type: string;
  readonly range?: ValueRow['range'] | undefined;
  readonly unit?: string | undefined;
  readonly words?: readonly string[] | undefined;
  /** The value if none is given, or its source. */
  readonly default?: string | undefined;
  readonly isNeeded?: boolean | undefined;
  readonly doc: string;
}

interface CatalogItem {
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly doc: string;
  readonly parameters?: readonly CatalogParameter[] | undefined;
  /** The occasions that a property counts: without any it shows nothing. */
  readonly premise?: string | undefined;
  /** Events of protocols that a property looks for. */
  readonly events?: readonly string[] | undefined;
  /** Use in the code of authors: `this.gps.getSelfPosition()`. */
  readonly use?: string | undefined;
}

/** Names for the same place in a file. */
interface CatalogGroup {
  /** The place: `protocol = …, the lowest first`. */
  readonly title: string;
  readonly items: readonly CatalogItem[];
}

/** All names of one kind. */
export interface NameCatalog {
  /** In the plural: `algorithms`. */
  readonly kind: string;
  readonly doc: string;
  readonly groups: readonly CatalogGroup[];
}

/** @param expects The description of the value, if its type is not a simple one. */
export function catalogParameter(
  name: string,
  row: KeyRow,
  expects = describeValue(row as SimpleRow),
): CatalogParameter {
  const { type, range, unit, words, doc, derived, isNeeded } = row;
  const given = row.default === '' ? undefined : row.default;
  return { name, expects, type, range, unit, words, default: given ?? derived?.replaceAll('`', ''), isNeeded, doc };
}
