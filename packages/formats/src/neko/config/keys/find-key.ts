/** From what somebody wrote to the row of the table. */
import { GROUPS } from './keys.js';
import type { KeyRow } from './row.js';

/** A key that there is. */
export interface KnownKey {
  /** Its own name, also where it was given by another one: `process.initializer` for `process.initilaizer`. */
  readonly key: string;
  /** The name in the table: `bornpoint<k>`. */
  readonly pattern: string;
  readonly row: KeyRow;
  readonly group: string;
  /** What stands for `<i>` or `<k>`. */
  readonly number?: number;
  /** The key for all, if this one is for one robot or process: `robot.size` for `robot.3.size`. */
  readonly general?: string;
}

/** A name of the table, in all the ways in which it can be written. */
export interface Pattern {
  readonly name: string;
  readonly row: KeyRow;
  readonly group: string;
  /** The key for all. */
  readonly general?: string;
}

/** `robot.size` and `robot.<i>.size` are two of them. */
export const PATTERNS: readonly Pattern[] = GROUPS.flatMap(({ name: group, keys }) =>
  Object.entries(keys).flatMap(([name, row]): Pattern[] => {
    const own = { name, row, group };
    return row.per === undefined ? [own] : [own, { name: perName(name), row, group, general: name }];
  }),
);

/** `robot.size` for one of them: `robot.<i>.size`, or `robot.3.size`. */
export function perName(name: string, one: number | '<i>' = '<i>'): string {
  return name.replace('.', `.${one}.`);
}

const HOLES: Readonly<Record<string, string>> = { i: '(0|[1-9]\\d{0,8})', k: '([1-9]\\d{0,8})', name: '(.+)' };

/** The regular expression of a name with holes; undefined for one without. */
export function sourceOf(name: string): string | undefined {
  if (!name.includes('<')) return undefined;
  return name
    .split(/<(\w+)>/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[.$]/g, '\\$&') : HOLES[part]!))
    .join('');
}

const PLAIN = new Map(PATTERNS.filter(({ name }) => !name.includes('<')).map((pattern) => [pattern.name, pattern]));

const WITH_HOLES = PATTERNS.flatMap((pattern) => {
  const source = sourceOf(pattern.name);
  if (source === undefined) return [];
  // Looked at first: most keys do not begin like that.
  const start = pattern.name.slice(0, pattern.name.indexOf('<'));
  return [{ pattern, start, expression: new RegExp(`^${source}$`) }];
});

export function findKey(key: string): KnownKey | undefined {
  const plain = PLAIN.get(key);
  if (plain !== undefined) return known(plain, key);
  for (const { pattern, start, expression } of WITH_HOLES) {
    const match = key.startsWith(start) ? expression.exec(key) : null;
    if (match !== null) return known(pattern, key, match[1]);
  }
  return undefined;
}

function known({ name: pattern, row, group, general }: Pattern, key: string, hole?: string): KnownKey {
  const isNumber = hole !== undefined && /<[ik]>/.test(pattern);
  return {
    key: row.aliasOf ?? key,
    pattern,
    row,
    group,
    ...(isNumber && { number: Number(hole) }),
    ...(general !== undefined && { general }),
  };
}
