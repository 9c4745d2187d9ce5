/** The keys of a front end. */
import { nearestName, unknownName } from '@kineko/formats/problem';
import type { Codec } from './codec.js';
import type { KeyGroup, KeyRow, KeyTable } from './row.js';
import { SCALAR_CODECS } from './scalars.js';

export interface KnownKey {
  /** Its own name, also if an alias was given: `process.initializer` for `process.initilaizer`. */
  readonly key: string;
  /** The name in the table: `bornpoint<k>`. */
  readonly pattern: string;
  readonly row: KeyRow;
  readonly group: string;
  /** The number in place of `<i>` or `<k>`. */
  readonly number?: number;
  /** The key for all robots or processes, if this one is for a single one: `robot.size` for `robot.3.size`. */
  readonly general?: string;
}

export interface Pattern {
  readonly name: string;
  readonly row: KeyRow;
  readonly group: string;
  /** The key for all robots or processes. */
  readonly general?: string;
}

/** Longest key for which a similar one is searched (characters). */
const MAX_KEY = 200;
/** Number of keys up to which all are listed if none is similar. */
const MAX_LISTED = 24;

export class SettingsTable {
  /** `robot.size` and `robot.<i>.size` are two of them. */
  readonly patterns: readonly Pattern[];
  private readonly plain: ReadonlyMap<string, Pattern>;
  private readonly withPlaceholders: readonly {
    readonly pattern: Pattern;
    readonly start: string;
    readonly test: RegExp;
  }[];

  constructor(
    readonly groups: readonly KeyGroup[],
    private readonly codecs: Readonly<Record<string, Codec<unknown>>> = SCALAR_CODECS,
  ) {
    this.patterns = groups.flatMap(({ name: group, keys }) =>
      Object.entries(keys).flatMap(([name, row]): Pattern[] => {
        const own = { name, row, group };
        return row.per === undefined ? [own] : [own, { name: perName(name), row, group, general: name }];
      }),
    );
    this.plain = new Map(this.patterns.map((pattern) => [pattern.name, pattern]));
    this.withPlaceholders = this.patterns.flatMap((pattern) => {
      const source = sourceOf(pattern.name);
      if (source === undefined) return [];
      // Compared first, since most keys start differently.
      const start = pattern.name.slice(0, pattern.name.indexOf('<'));
      return [{ pattern, start, test: new RegExp(`^${source}$`) }];
    });
  }

  static of(keys: KeyTable): SettingsTable {
    return new SettingsTable([{ name: '', title: '', keys }]);
  }

  find(key: string): KnownKey | undefined {
    const plain = key.includes('<') ? undefined : this.plain.get(key);
    if (plain !== undefined) return known(plain, key);
    for (const { pattern, start, test } of this.withPlaceholders) {
      const match = key.startsWith(start) ? test.exec(key) : null;
      if (match !== null) return known(pattern, key, match[1]);
    }
    return undefined;
  }

  codecOf({ type }: Pick<KeyRow, 'type'>): Codec<unknown> {
    return this.codecs[type]!;
  }

  /** The most similar key; undefined if none is similar. */
  nearest(key: string): string | undefined {
    return key.length > MAX_KEY ? undefined : nearestName(key, this.namesLike(key));
  }

  /** The message for a key that is not in the table; `suggests` is false if there are many. */
  describeUnknown(key: string, suggests = true): string {
    const names = suggests && key.length <= MAX_KEY ? this.namesLike(key) : [];
    const meant = nearestName(key, names);
    return unknownName('key', key, meant !== undefined ? [meant] : names.length <= MAX_LISTED ? names : []);
  }

  /** Placeholders are replaced by the numbers of a key, so that only words are compared. */
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

/** The key for a single robot or process: `robot.<i>.size`, or `robot.3.size`. */
export function perName(name: string, one: number | '<i>' = '<i>'): string {
  return name.replace('.', `.${one}.`);
}

const PLACEHOLDERS: Readonly<Record<string, string>> = { i: '(0|[1-9]\\d{0,8})', k: '([1-9]\\d{0,8})', name: '(.+)' };

/** The regular expression of a name with placeholders; undefined for one without. */
export function sourceOf(name: string): string | undefined {
  if (!name.includes('<')) return undefined;
  return name
    .split(/<(\w+)>/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[.$]/g, '\\$&') : PLACEHOLDERS[part]!))
    .join('');
}

function known({ name: pattern, row, group, general }: Pattern, key: string, match?: string): KnownKey {
  const isNumber = match !== undefined && /<[ik]>/.test(pattern);
  return {
    key: row.aliasOf ?? key,
    pattern,
    row,
    group,
    ...(isNumber && { number: Number(match) }),
    ...(general !== undefined && { general }),
  };
}
