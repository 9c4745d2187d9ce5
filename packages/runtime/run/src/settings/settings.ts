/** The values of a table's keys, with their origins and problems. */
import { inOrder, type Place, type Problem, shown } from '@kineko/formats/problem';
import { ValueReader } from './codec.js';
import { fromEnvironment } from './environment.js';
import { Given } from './given.js';
import type { ConfigEntry, Origin } from './origin.js';
import { lineOf, type Raw, type RawEntry, scalarOf } from './raw.js';
import type { KnownKey, SettingsTable } from './table.js';

/** The effective value, and its origin. */
export interface Resolved {
  readonly value: unknown;
  readonly origin: Origin;
}

const DEFAULT: Origin = { kind: 'default' };

/** Refused as a part of a key: assigning to it would change a prototype. */
const REFUSED_NAME = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/;

/** Number of unknown keys for which a similar one is searched. */
const MAX_SUGGESTIONS = 100;

/** @typeParam Values The values in TypeScript, by key. */
export class Settings<Values extends object = Readonly<Record<string, unknown>>> {
  protected readonly all: Given[] = [];
  /** By the key's own name: the value with the highest precedence, and of equal ones the last. */
  protected readonly winners = new Map<string, Given>();
  private readonly resolved = new Map<string, Resolved | undefined>();

  constructor(readonly table: SettingsTable) {}

  /** Sets the value of a key; an invalid value is among the problems. */
  set(key: string, text: string, origin: Origin): void {
    const place = origin.place ?? { file: origin.kind };
    this.add({ key: key.trim(), place, value: this.rawOf(text.trim(), place) }, origin);
  }

  /** Applies the values in an environment (`KINEKO_SEED`); returns problems with their names. */
  useEnvironment(environment: Readonly<Record<string, string | undefined>>): readonly Problem[] {
    const { settings, problems } = fromEnvironment(environment, this.table);
    for (const { key, text, origin } of settings) this.set(key, text, origin);
    return problems;
  }

  /** The effective value; the default if the given value is invalid. */
  get<Key extends string & keyof Values>(key: Key): Values[Key] {
    return this.resolve(key)?.value as Values[Key];
  }

  /** Whether the key was given a value. */
  has(key: string): boolean {
    const given = this.winnerOf(key);
    return given !== undefined && !given.isNothing;
  }

  /** The origin of the value, or of the key that it is derived from. */
  originOf(key: string): Origin {
    return this.resolve(this.ownName(key))?.origin ?? this.winnerOf(key)?.origin ?? DEFAULT;
  }

  placeOf(key: string): Place | undefined {
    return this.winnerOf(key)?.place;
  }

  /** All keys that were given a value. */
  *known(): Iterable<KnownKey> {
    for (const given of this.winners.values()) if (!given.isNothing) yield given.known!;
  }

  /** All effective values, defaults included, in the order of the table. */
  entries(): readonly ConfigEntry[] {
    return this.table.patterns.flatMap(({ name, row }): ConfigEntry[] => {
      if (row.aliasOf !== undefined || UNLISTED.includes(name)) return [];
      if (name.includes('<')) {
        return this.ofPattern(name).map(({ known, text, origin }) => ({ key: known!.key, value: text, origin }));
      }
      const own = this.has(name) ? this.winners.get(name) : undefined;
      // An invalid value is listed unchanged.
      if (own !== undefined && own.value === undefined) return [{ key: name, value: own.text, origin: own.origin }];
      const resolved = row.effect !== undefined && own === undefined ? undefined : this.resolve(name);
      if (resolved === undefined) return [];
      const value = this.table.codecOf(row).print(resolved.value);
      return value === '' && own === undefined ? [] : [{ key: name, value, origin: resolved.origin }];
    });
  }

  /** All problems, in the order of files and lines; `strict` makes unknown keys errors. */
  problems({ strict = false }: { readonly strict?: boolean } = {}): readonly Problem[] {
    const unknown = this.all.filter((given) => given.known === undefined && !this.isForeign(given.key));
    return inOrder([
      ...unknown.map(({ key, place }, index): Problem => {
        if (REFUSED_NAME.test(key)) return { severity: 'error', place, text: `the key ${shown(key)} is refused` };
        const text = this.describeUnknown(key, index < MAX_SUGGESTIONS);
        return { severity: strict ? 'error' : 'warning', place, text };
      }),
      ...[...this.winners.values()].flatMap((given) => this.problemsOf(given)),
    ]);
  }

  protected add(entry: RawEntry, origin: Origin): Given {
    const given = new Given(entry, origin, this.table);
    this.all.push(given);
    if (given.known !== undefined) given.keepIn(this.winners, given.known.key);
    this.resolved.clear();
    return given;
  }

  /** Parses the text of `set`. */
  protected rawOf(text: string, place: Place): Raw {
    return scalarOf(text, place);
  }

  /** Whether a key that is not in the table has a meaning elsewhere. */
  protected isForeign(_key: string): boolean {
    return false;
  }

  protected describeUnknown(key: string, suggests: boolean): string {
    return this.table.describeUnknown(key, suggests);
  }

  /** The problems of a value whose key is in the table. */
  protected problemsOf({ key, known, place, origin, isNothing, problems }: Given): readonly Problem[] {
    if (isNothing) {
      // An empty value removes that of an included file.
      const isRemoval = this.all.some(
        (other) => other.known?.key === known!.key && !other.isNothing && other.place.file !== place.file,
      );
      const text = `${key}: no value; the key is ignored`;
      return origin.kind === 'file' && !isRemoval ? [{ severity: 'warning', place, text }] : [];
    }
    const { row } = known!;
    if (row.effect !== 'lost') return problems;
    return [...problems, { severity: 'warning', place, text: `${key} has no effect here: ${row.doc}` }];
  }

  /** The values of one row of the table, in the order of their numbers. */
  protected ofPattern(pattern: string): Given[] {
    return [...this.winners.values()]
      .filter((given) => given.known!.pattern === pattern && !given.isNothing)
      .sort((a, b) => (a.known!.number ?? 0) - (b.known!.number ?? 0));
  }

  protected winnerOf(key: string): Given | undefined {
    return this.winners.get(this.ownName(key));
  }

  /** The name of the key that an alias stands for. */
  protected ownName(key: string): string {
    return this.table.find(key)?.key ?? key;
  }

  protected resolve(key: string): Resolved | undefined {
    if (!this.resolved.has(key)) this.resolved.set(key, this.resolveNow(key));
    return this.resolved.get(key);
  }

  protected resolveNow(key: string): Resolved | undefined {
    const given = this.winners.get(key);
    return given?.value === undefined ? this.defaultOf(key) : { value: given.value, origin: given.origin };
  }

  /** The value of a key that was not given. */
  protected defaultOf(key: string): Resolved | undefined {
    const { row, general } = this.table.find(key) ?? {};
    if (row?.default === undefined || general !== undefined) return undefined;
    const reader = new ValueReader(key, () => {});
    return { value: this.table.codecOf(row).read(lineOf(row.default, { file: key }), row, reader), origin: DEFAULT };
  }
}

/** Keys for the reader of a file, which are not settings. */
const UNLISTED: readonly string[] = ['include', '$schema'];
