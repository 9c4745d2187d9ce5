/** The keys of a front end: from the name of a key to its row. */
import { nearestName, unknownName } from '@kineko/formats/problem';
import type { Codec } from './codec.js';
import type { KeyGroup, KeyRow, KeyTable } from './row.js';
import { SIMPLE_CODECS } from './scalars.js';

/** A key of the table. */
export interface KnownKey {
  /** Its own name, also where it was given by another one: `process.initializer` for `process.initilaizer`. */
  readonly key: string;
  /** The name in the table: `bornpoint<k>`. */
  readonly pattern: string;
  readonly row: KeyRow;
  readonly group: string;
  /** The number in place of `<i>` or `<k>`. */
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

/** Characters of a key for which a similar one is searched. */
const MAX_KEY = 200;
/** Keys that are all listed where none is similar. */
const MAX_LISTED = 24;

export class SettingsTable {
  /** `robot.size` and `robot.<i>.size` are two of them. */
  readonly patterns: readonly Pattern[];
  private readonly plain: ReadonlyMap<string, Pattern>;
  private readonly withHoles: readonly { readonly pattern: Pattern; readonly start: string; readonly test: RegExp }[];

  constructor(
    readonly groups: readonly KeyGroup[],
    private readonly codecs: Readonly<Record<string, Codec<unknown>>> = SIMPLE_CODECS,
  ) {
    this.patterns = groups.flatMap(({ name: group, keys }) =>
      Object.entries(keys).flatMap(([name, row]): Pattern[] => {
        const own = { name, row, group };
        return row.per === undefined ? [own] : [own, { name: perName(name), row, group, general: name }];
      }),
    );
    this.plain = new Map(this.patterns.map((pattern) => [pattern.name, pattern]));
    this.withHoles = this.patterns.flatMap((pattern) => {
      const source = sourceOf(pattern.name);
      if (source === undefined) return [];
      // Compared first: most keys do not begin like that.
      const start = pattern.name.slice(0, pattern.name.indexOf('<'));
      return [{ pattern, start, test: new RegExp(`^${source}$`) }];
    });
  }

  /** A table of one group. */
  static of(keys: KeyTable): SettingsTable {
    return new SettingsTable([{ name: '', title: '', keys }]);
  }

  find(key: string): KnownKey | undefined {
    const plain = key.includes('<') ? undefined : this.plain.get(key);
    if (plain !== undefined) return known(plain, key);
    for (const { pattern, start, test } of this.withHoles) {
      const match = key.startsWith(start) ? test.exec(key) : null;
      if (match !== null) return known(pattern, key, match[1]);
    }
    return undefined;
  }

  codecOf({ type }: Pick<KeyRow, 'type'>): Codec<unknown> {
    return this.codecs[type]!;
  }

  /** The key that was meant; undefined if none is similar. */
  nearest(key: string): string | undefined {
    return key.length > MAX_KEY ? undefined : nearestName(key, this.namesLike(key));
  }

  /** What is wrong with a key that is not in the table; `suggests` is false where too many are wrong. */
  describeUnknown(key: string, suggests = true): string {
    const names = suggests && key.length <= MAX_KEY ? this.namesLike(key) : [];
    const meant = nearestName(key, names);
    return unknownName('key', key, meant !== undefined ? [meant] : names.length <= MAX_LISTED ? names : []);
  }

  /** Holes are filled with the numbers of a key, so that only words are compared. */
  private namesLike(key: string): string[] {
    const numbers = key.match(/\d+/g) ?? [];
    return this.patterns
      .filter(({ name, row }) => !name.includes('<name>') && row.aliasOf === undefined)
      .map(({ name }) => {
        let next = 0;
        return name.replaceAll(/<[ik]>/g, () => numbers[Math.min(next++, numbers.length - 1)] ?? '1');
      });
  }
}

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
