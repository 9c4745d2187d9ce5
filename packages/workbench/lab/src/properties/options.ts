/** Options of properties, `key=value`: type, range, default and meaning. */
import { unknownName } from '@kineko/formats/problem';
import { type KeyTable, readValue } from '@kineko/run/settings';

export type OptionTable = KeyTable;

export type OptionValues = Readonly<Record<string, string | number | boolean>>;

/** Defaults included. @param fail Throws an error with a message. */
export function readOptions(
  given: ReadonlyMap<string, string>,
  table: OptionTable,
  fail: (text: string) => never,
): OptionValues {
  for (const key of given.keys()) if (!Object.hasOwn(table, key)) fail(unknownName('option', key, Object.keys(table)));
  const values: Record<string, string | number | boolean> = {};
  for (const [key, row] of Object.entries(table)) {
    const text = given.get(key) ?? row.default ?? (row.isNeeded === true ? '' : undefined);
    const value = text === undefined ? undefined : readValue(row, text, (problem) => fail(`${key}: ${problem}`));
    if (value !== undefined) values[key] = value;
  }
  return values;
}

/** The numbers of `1,2.5,3`; NaN for an item that is none. */
export function numbersOf(text: string): number[] {
  return text.split(',').map((item) => readValue({ type: 'number' }, item, () => {}) ?? NaN);
}
