import { describePlace, inOrder, type Place, type Problem, shortened } from '@kineko/formats/problem';
import {
  type ConfigEntry,
  type Given,
  lineOf,
  type Origin,
  perName,
  type Raw,
  type RawEntry,
  type Resolved,
  Settings,
} from '@kineko/run/settings';
import { CHECKS } from './checks/checks.js';
import { classIn, simpleName } from './checks/class-names.js';
import { ClassSettings } from './class-settings.js';
import { derivedOf, SYNONYMS } from './defaults.js';
import { type ConfigValues, NEKO_TABLE, type PerKey, type StructuredKey } from './keys/keys.js';
import { ConfigReading, type ReadText, type TextSource } from './reading/config-reading.js';
import { type EntryList, listOf, readList, type Structured } from './structured.js';
import type { FaultSpec, ObjectSpec, ObstacleSpec } from './values/entry-specs.js';
import type { ConfigView } from './config-view.js';

export interface ConfigSource extends TextSource {
  /** Reads included files, and lists in files of their own. Default: such files are refused. */
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
  /** Undefined if the key does not name a class, or names a built-in one. */
  readonly className: string | undefined;
}

/** A configuration: the settings of its files and of the command line, and the lists of maps that it names. */
export class NekoConfig extends Settings<ConfigValues> implements ConfigView {
  private readonly classes = new ClassSettings(this.all, this.winners);
  private readonly lists = new Map<Given, EntryList>();
  /** Numbers of the robots or processes with a key of their own, by the key for all. */
  private readonly singled = new Map<string, Set<number>>();

  private constructor(
    /** For messages; paths in flags are relative to its folder. */
    readonly path: string,
    private readonly readText: ReadText,
    private readonly readingProblems: readonly Problem[],
  ) {
    super(NEKO_TABLE);
  }

  /** Never throws for the contents of the files; their problems are in `problems`. */
  static async read({ path, text, read = refuse }: ConfigSource): Promise<NekoConfig> {
    const reading = new ConfigReading(read);
    await reading.readConfig({ path, text });
    const config = new NekoConfig(path, read, reading.problems);
    for (const entry of reading.entries) config.add(entry, { kind: 'file', place: entry.place });
    await config.load();
    return config;
  }

  /** Creates a configuration from values in the syntax of properties. */
  static of(values: Readonly<Record<string, string>>, path = 'values'): NekoConfig {
    const config = new NekoConfig(path, refuse, []);
    for (const [key, value] of Object.entries(values)) config.set(key, value, { kind: 'file', place: { file: path } });
    return config;
  }

  /** Reads lists that were set since the last call and are in YAML or in files. */
  async load(): Promise<void> {
    for (const given of this.winners.values()) {
      if (given.known!.row.of === undefined || given.isNothing || this.listIn(given) !== undefined) continue;
      this.lists.set(given, await readList(given, this.baseOf(given), this.readText));
    }
  }

  of<Key extends PerKey>(index: number, key: Key): ConfigValues[Key] {
    const own = this.singled.get(key)?.has(index) === true ? this.resolve(perName(key, index)) : undefined;
    return (own ?? this.resolve(key))?.value as ConfigValues[Key];
  }

  /** Numbers of the robots or processes that have one of the keys of their own, ascending; all others share their values. */
  singledOut(keys: readonly PerKey[]): readonly number[] {
    const numbers = new Set(keys.flatMap((key) => [...(this.singled.get(key) ?? [])]));
    return [...numbers].sort((a, b) => a - b);
  }

  changes(key: string): boolean {
    const given = this.has(key) ? this.winnerOf(key)! : undefined;
    if (given === undefined) return false;
    const usual = this.defaultOf(this.ownName(key));
    return usual === undefined || given.text !== this.table.codecOf(given.known!.row).print(usual.value);
  }

  /** The file to whose folder paths in a value are relative. */
  fileOf(key: string): string {
    const { kind, place } = this.originOf(key);
    return kind === 'file' && place !== undefined ? place.file : this.path;
  }

  get hasRobots(): boolean {
    if (!this.get('simulation')) return false;
    for (const { group } of this.known()) if (BODILY.includes(group)) return true;
    return this.has('process.initializer') && simpleName(this.get('process.initializer')) === 'RobotSimInitializer';
  }

  /** In the order of the table, followed by the settings of classes. */
  override entries(): readonly ConfigEntry[] {
    const ofClasses = Array.from(this.classes.entries(), ([key, { text, origin }]) => ({ key, value: text, origin }));
    return [...super.entries(), ...ofClasses];
  }

  /** The unchanged texts of `parameter.<name>`, or of the settings of a class, `<ClassName>.<name>`, by name. */
  parameters(className?: string): ReadonlyMap<string, string> {
    const found = this.classes.of(className);
    return new Map(Array.from(found, ([name, given]) => [name, given.wholeText]));
  }

  /** Settings of classes, which are in no table, with the class that must be loaded for the setting to have an effect. */
  classSettings(): readonly ClassSetting[] {
    return Array.from(this.classes.entries(), ([key, { place }]) => ({
      key,
      place,
      className: this.classes.isOfBuiltIn(key) ? undefined : classIn(key),
    }));
  }

  /** The valid entries: `obstacle1`, `obstacle2`, … and then `obstacles`; objects likewise; faults. */
  structured<Key extends StructuredKey>(key: Key): readonly Structured<Entries[Key]>[] {
    const single = this.ofPattern(SINGLE[key])
      .filter(({ value }) => value !== undefined)
      .map((given) => ({ value: given.value, place: given.place, from: this.baseOf(given) }));
    const list = this.has(key) ? this.listIn(this.winnerOf(key)!) : undefined;
    return [...single, ...(list?.entries ?? [])] as Structured<Entries[Key]>[];
  }

  override problems(options?: { readonly strict?: boolean }): readonly Problem[] {
    const problems = [...this.readingProblems, ...super.problems(options)];
    for (const given of this.all) problems.push(...this.problemsOfName(given));
    for (const check of CHECKS) {
      check(this, (severity, keys, text) => {
        const place = [keys]
          .flat()
          .map((key) => this.placeOf(key))
          .find((each) => each !== undefined);
        problems.push({ severity, place, text });
      });
    }
    return inOrder(problems);
  }

  protected override add(entry: RawEntry, origin: Origin): Given {
    const given = super.add(entry, origin);
    const { general, number } = given.known ?? {};
    if (general !== undefined && number !== undefined) {
      this.singled.set(general, (this.singled.get(general) ?? new Set()).add(number));
    }
    this.classes.update();
    return given;
  }

  /** The syntax of properties; a list of maps is JSON, or needs `load`: YAML in brackets, or the name of a file. */
  protected override rawOf(text: string, place: Place): Raw {
    return lineOf(text, place);
  }

  protected override isForeign(key: string): boolean {
    return this.classes.isOne(key);
  }

  protected override describeUnknown(key: string, suggests: boolean): string {
    const text = super.describeUnknown(key, suggests);
    const className = classIn(key);
    if (text.includes(';')) return text;
    if (className !== undefined) return `${text}; no class '${shortened(className)}' is named`;
    return `${text}; the parameters of an algorithm are named parameter.…`;
  }

  protected override problemsOf(given: Given): readonly Problem[] {
    const { key, known, place, isNothing } = given;
    if (known!.row.of === undefined || isNothing) return super.problemsOf(given);
    return this.listIn(given)?.problems ?? [{ severity: 'error', place, text: `the file of ${key} has not been read` }];
  }

  /** Problems of a known name: an alias, or `include` outside a file. */
  private problemsOfName({ key, known, place, origin }: Given): Problem[] {
    if (known === undefined) return [];
    const { row } = known;
    if (known.pattern === 'include') {
      const text = 'include works in files only';
      return origin.kind === 'file' ? [] : [{ severity: 'error', place, text }];
    }
    if (row.aliasOf === undefined) return [];
    const problems: Problem[] = [];
    if (row.mend) problems.push({ severity: 'warning', place, text: `${key} is read as ${row.aliasOf}` });
    const twin = this.all.find((each) => each.key === row.aliasOf && each.place.file === place.file);
    if (twin) {
      const text = `${key} and ${row.aliasOf} (${describePlace(twin.place)}) are the same: give one of them`;
      problems.push({ severity: 'error', place, text });
    }
    return problems;
  }

  protected override resolveNow(key: string): Resolved | undefined {
    return this.isOverridden(key) ? this.defaultOf(key) : super.resolveNow(key);
  }

  /** The default may come from another key. */
  protected override defaultOf(key: string): Resolved | undefined {
    const derived = derivedOf(key, this);
    if (derived === undefined) return super.defaultOf(key);
    const { value, from } = derived;
    return { value, origin: from === undefined ? { kind: 'default' } : this.originOf(from) };
  }

  /** Whether a synonym has a higher precedence. */
  private isOverridden(key: string): boolean {
    const given = this.winners.get(key);
    const synonym = this.winners.get(SYNONYMS[key] ?? '');
    if (given === undefined || synonym === undefined || synonym.isNothing) return false;
    return !given.overrides(synonym);
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

/** Groups of keys that only runs with robots have. */
const BODILY: readonly string[] = ['robots', 'world', 'animation'];

/** The keys with one entry each. */
const SINGLE: Readonly<Record<StructuredKey, string>> = {
  obstacles: 'obstacle<k>',
  objects: 'object<k>',
  faults: '',
};

function refuse(): Promise<string> {
  return Promise.reject(new Error('no files can be read here'));
}
