/** A configuration as a list that one can read, and print. */
import type { GivenValues } from './given-values.js';
import { PATTERNS } from './keys/find-key.js';
import type { KeyRow } from './keys/row.js';
import type { ConfigEntry, Origin } from './origin.js';
import { codecOf } from './values/values.js';

/** The value that counts and where it came from; undefined if there is none, or if it is wrong. */
export type Resolve = (key: string) => { readonly value: unknown; readonly origin: Origin } | undefined;

/** They are for who reads files. */
const UNLISTED: readonly string[] = ['include', '$schema'];

/** In the order of the table; authors' own last. */
export function entriesOf(given: GivenValues, resolve: Resolve): ConfigEntry[] {
  const ofTable = PATTERNS.flatMap(({ name, row }): ConfigEntry[] => {
    if (row.aliasOf !== undefined || UNLISTED.includes(name)) return [];
    if (!name.includes('<')) return entryOf(name, row, given, resolve);
    return given.ofPattern(name).map(({ known, text, origin }) => ({ key: known!.key, value: text, origin }));
  });
  const ofClasses = Array.from(given.classSettings(), ([key, { text, origin }]) => ({ key, value: text, origin }));
  return [...ofTable, ...ofClasses];
}

function entryOf(key: string, row: KeyRow, given: GivenValues, resolve: Resolve): ConfigEntry[] {
  const own = given.winners.get(key);
  const isGiven = own !== undefined && !own.isNothing;
  // As it is, if it is wrong.
  if (isGiven && own.value === undefined) return [{ key, value: own.text, origin: own.origin }];
  if (row.type === 'entries' || (row.effect !== undefined && !isGiven)) return [];
  const resolved = resolve(key);
  if (resolved === undefined) return [];
  const value = codecOf(row.type).print(resolved.value);
  return value === '' && !isGiven ? [] : [{ key, value, origin: resolved.origin }];
}

/** A properties file that says the same. */
export function printProperties(entries: readonly Pick<ConfigEntry, 'key' | 'value'>[]): string {
  return entries.map(({ key, value }) => `${key} = ${value}\n`.replace(' \n', '\n')).join('');
}
