import type { Place, Problem } from '../../problem.js';
import { classIn, simpleName } from './checks/class-names.js';
import { derivedOf, SYNONYMS } from './defaults.js';
import { entriesOf, type Resolve } from './entries.js';
import { Given } from './given.js';
import { GivenValues } from './given-values.js';
import { findKey, type KnownKey, perName } from './keys/find-key.js';
import type { ConfigKey, PerKey, StructuredKey, ValueOf } from './keys/keys.js';
import { compareOrigins, type ConfigEntry, type Origin } from './origin.js';
import { problemsOf } from './problems.js';
import { lineOf, wholeOf } from './raw.js';
import { ConfigReading, type ReadText, type TextSource } from './reading/reading.js';
import { type EntryList, listOf, readList, type Structured } from './structured.js';
import { ValueReader } from './values/codec.js';
import type { FaultSpec, ObjectSpec, ObstacleSpec } from './values/entry-specs.js';
import { codecOf } from './values/values.js';
import type { ConfigView } from './view.js';

export interface ConfigSource extends TextSource {
  /** For included files, and for lists that stand in files of their own; without it none can be had. */
  readonly read?: ReadText | undefined;
}

interface Entries {
  obstacles: ObstacleSpec;
  objects: ObjectSpec;
  faults: FaultSpec;
}

interface ClassSetting {
  readonly key: string;
  readonly place: Place;
  /** Undefined if the key does not show it, or if something built in is named like it. */
  readonly className: string | undefined;
}

/** A configuration: what was given, by whom, what it means, and what is wrong with it. */
export class NekoConfig implements ConfigView {
  private readonly given = new GivenValues();
  private readonly resolved = new Map<string, ReturnType<Resolve>>();
  private readonly lists = new Map<Given, EntryList>();

  private constructor(
    /** What messages call it, and to whose folder names in flags are relative. */
    readonly path: string,
    private readonly readText: ReadText,
    private readonly readingProblems: readonly Problem[],
  ) {}

  /** Never throws for what stands in the files: that is among the problems. */
  static async read({ path, text, read = refuse }: ConfigSource): Promise<NekoConfig> {
    const reading = new ConfigReading(read);
    await reading.readConfig({ path, text });
    const config = new NekoConfig(path, read, reading.problems);
    for (const entry of reading.entries) config.add(new Given(entry, { kind: 'file', place: entry.place }));
    await config.load();
    return config;
  }

  /** Of values at hand, as they would be written. */
  static of(values: Readonly<Record<string, string>>, path = 'values'): NekoConfig {
    const config = new NekoConfig(path, refuse, []);
    for (const [key, value] of Object.entries(values)) config.set(key, value, { kind: 'file', place: { file: path } });
    return config;
  }

  /**
   * Gives a key another value, in the syntax of properties; a list of maps is JSON, YAML in brackets, or the name of a
   * file. YAML and files need `load` afterwards.
   */
  set(key: string, text: string, origin: Origin): void {
    const place = origin.place ?? { file: origin.kind };
    this.add(new Given({ key: key.trim(), place, value: lineOf(text.trim(), place) }, origin));
  }

  /** Reads the lists that have been given since and stand elsewhere. */
  async load(): Promise<void> {
    for (const given of this.given.winners.values()) {
      if (given.known!.row.type !== 'entries' || given.isNothing || this.listIn(given) !== undefined) continue;
      this.lists.set(given, await readList(given, this.baseOf(given), this.readText));
    }
  }

  get<Key extends ConfigKey>(key: Key): ValueOf<Key> {
    return this.resolve(key)?.value as ValueOf<Key>;
  }

  of<Key extends PerKey>(index: number, key: Key): ValueOf<Key> {
    return (this.resolve(perName(key, index)) ?? this.resolve(key))?.value as ValueOf<Key>;
  }

  has(key: string): boolean {
    const given = this.winnerOf(key);
    return given !== undefined && !given.isNothing;
  }

  changes(key: string): boolean {
    const given = this.has(key) ? this.winnerOf(key)! : undefined;
    if (given === undefined) return false;
    const { row } = given.known!;
    const usual = row.type === 'entries' ? undefined : this.usual(ownName(key));
    return usual === undefined || row.type === 'entries' || given.text !== codecOf(row.type).print(usual.value);
  }

  /** Of a value that comes from another key, where that one came from. */
  originOf(key: string): Origin {
    return this.resolve(ownName(key))?.origin ?? this.winnerOf(key)?.origin ?? DEFAULT;
  }

  placeOf(key: string): Place | undefined {
    return this.winnerOf(key)?.place;
  }

  /** The file to whose folder the names of files and classes in a value are relative. */
  fileOf(key: string): string {
    const { kind, place } = this.originOf(key);
    return kind === 'file' && place !== undefined ? place.file : this.path;
  }

  *known(): Iterable<KnownKey> {
    for (const given of this.given.winners.values()) if (!given.isNothing) yield given.known!;
  }

  get hasRobots(): boolean {
    if (!this.get('simulation')) return false;
    for (const { group } of this.known()) if (BODILY.includes(group)) return true;
    return this.has('process.initializer') && simpleName(this.get('process.initializer')) === 'RobotSimInitializer';
  }

  /** Every value that counts, defaults included, in the order of the table; authors' own last. */
  entries(): readonly ConfigEntry[] {
    return entriesOf(this.given, this.resolve);
  }

  /** `parameter.<name>` by name; or the settings of a class, `<ClassName>.<name>`. As they were given. */
  parameters(className?: string): ReadonlyMap<string, string> {
    const found = this.given.settingsOf(className);
    return new Map(Array.from(found, ([name, { raw, text }]) => [name, wholeOf(raw)?.text ?? text]));
  }

  /** Settings of classes, which are in no table; with the class that has to be loaded for a setting to have an effect. */
  classSettings(): readonly ClassSetting[] {
    return Array.from(this.given.classSettings(), ([key, { place }]) => ({
      key,
      place,
      className: this.given.isOfBuiltIn(key) ? undefined : classIn(key),
    }));
  }

  /** `obstacle1`, `obstacle2`, … and then `obstacles`; objects likewise; faults. Wrong ones are left out. */
  structured<Key extends StructuredKey>(key: Key): readonly Structured<Entries[Key]>[] {
    const single = this.given
      .ofPattern(SINGLE[key])
      .filter(({ value }) => value !== undefined)
      .map((given) => ({ value: given.value, place: given.place, from: this.baseOf(given) }));
    const list = this.has(key) ? this.listIn(this.winnerOf(key)!) : undefined;
    return [...single, ...(list?.entries ?? [])] as Structured<Entries[Key]>[];
  }

  /** All that is wrong, in the order of files and lines; `strict` makes errors of keys that there are not. */
  problems({ strict = false }: { readonly strict?: boolean } = {}): readonly Problem[] {
    const { given, readingProblems: reading } = this;
    return problemsOf({ config: this, given, reading, listOf: (each) => this.listIn(each), strict });
  }

  private add(given: Given): void {
    this.given.add(given);
    this.resolved.clear();
  }

  private winnerOf(key: string): Given | undefined {
    return this.given.winners.get(ownName(key));
  }

  private readonly resolve: Resolve = (key) => {
    if (!this.resolved.has(key)) this.resolved.set(key, this.resolveNow(key));
    return this.resolved.get(key);
  };

  private resolveNow(key: string): ReturnType<Resolve> {
    const given = this.given.winners.get(key);
    const counts = given?.value !== undefined && !this.isOutdone(key, given);
    return counts ? { value: given.value, origin: given.origin } : this.usual(key);
  }

  /** What it is when nobody gives it. */
  private usual(key: string): ReturnType<Resolve> {
    const derived = derivedOf(key, this);
    if (derived !== undefined) {
      return { value: derived.value, origin: derived.from === undefined ? DEFAULT : this.originOf(derived.from) };
    }
    const { row, general } = findKey(key) ?? {};
    if (row?.default === undefined || row.type === 'entries' || general !== undefined) return undefined;
    const value = codecOf(row.type).read(lineOf(row.default, { file: key }), row, new ValueReader(key, () => {}));
    return { value, origin: DEFAULT };
  }

  /** Whether a synonym comes from a stronger place. */
  private isOutdone(key: string, given: Given): boolean {
    const synonym = this.given.winners.get(SYNONYMS[key] ?? '');
    return synonym !== undefined && !synonym.isNothing && compareOrigins(synonym.origin, given.origin) > 0;
  }

  private baseOf(given: Given): string {
    return given.origin.kind === 'file' ? given.place.file : this.path;
  }

  private listIn(given: Given): EntryList | undefined {
    const list = this.lists.get(given) ?? listOf(given, this.baseOf(given));
    if (list !== undefined) this.lists.set(given, list);
    return list;
  }
}

const DEFAULT: Origin = { kind: 'default' };

/** Groups of keys that only runs with bodies have. */
const BODILY: readonly string[] = ['robots', 'world', 'animation'];

/** The keys that give one entry each. */
const SINGLE: Readonly<Record<StructuredKey, string>> = {
  obstacles: 'obstacle<k>',
  objects: 'object<k>',
  faults: '',
};

/** Of a key that may be given by another name. */
function ownName(key: string): string {
  return findKey(key)?.key ?? key;
}

function refuse(): Promise<string> {
  return Promise.reject(new Error('no files can be read here'));
}
