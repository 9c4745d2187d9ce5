/** Reads a file and its includes as keys with values; never throws for their contents. */
import { type Place, type Problem, shown } from '@kineko/formats/problem';
import { MAX_TEXT, placesIn } from '@kineko/formats/text';
import { itemsOf, oneOf, type Raw, type RawEntry, ValueReader } from '@kineko/run/settings';
import { inlineJson } from '../values/inline.js';
import { flatten } from './flatten.js';
import { resolvePath } from './paths.js';
import { readProperties } from './properties.js';
import { recogniseSyntax } from './syntax.js';
import { readYaml } from './yaml.js';

/** Maximum depth of nested includes, and maximum number of files. */
const MAX_INCLUDE_DEPTH = 16;
const MAX_FILES = 64;
/** Maximum number of characters of all files of a configuration together. */
const MAX_TOTAL_TEXT = 4 * MAX_TEXT;
/** Number of characters above which JSON is parsed in one call; problems then name the entry and not the line. */
const LARGE_JSON = 65_536;

/**
 * Reads the text of a file.
 *
 * @param path Relative to the folder of `from`.
 * @param from The file that names it.
 */
export type ReadText = (path: string, from: string) => Promise<string>;

export interface TextSource {
  /** For messages. */
  readonly path: string;
  readonly text: string;
}

/** Reads one configuration; the limits apply to all its files together. */
export class ConfigReading {
  /** Entries of included files come before those of the including file, which override them. */
  readonly entries: RawEntry[] = [];
  readonly problems: Problem[] = [];
  private files = 0;
  private characters = 0;

  constructor(private readonly readText: ReadText) {}

  async readConfig(source: TextSource, chain: readonly string[] = [source.path]): Promise<void> {
    const entries = await this.entriesOf(source);
    for (const entry of entries) if (entry.key === 'include') await this.include(entry, source.path, chain);
    for (const entry of entries) if (entry.key !== 'include') this.entries.push(entry);
  }

  /** Reads the value of a YAML or JSON file, or of a text in that syntax. */
  async readValue({ path, text }: TextSource, placeAt?: (offset: number) => Place): Promise<Raw | undefined> {
    const plain = this.checked(path, text);
    if (plain === undefined) return undefined;
    const json = plain.length > LARGE_JSON ? inlineJson(plain, { file: path }) : undefined;
    return json ?? readYaml(plain, placeAt ?? placesIn(plain, path), this.complain);
  }

  /** Reads a file that another one names; reports a problem and returns undefined if that fails. */
  async textOf(path: string, from: string, place: Place, who: string): Promise<string | undefined> {
    if (this.files >= MAX_FILES) {
      this.complain(place, `${who} ${shown(path)}: expected at most ${MAX_FILES} files`);
      return undefined;
    }
    this.files++;
    try {
      return await this.readText(path, from);
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : String(failure);
      this.complain(place, `${who} ${shown(path)} cannot be read: ${why}`);
      return undefined;
    }
  }

  readonly complain: ValueReader['complain'] = (place, text) => {
    this.problems.push({ severity: 'error', place, text });
  };

  private async entriesOf({ path, text }: TextSource): Promise<RawEntry[]> {
    const plain = this.checked(path, text);
    if (plain === undefined) return [];
    if (recogniseSyntax(plain, path) === 'properties') return readProperties(plain, path, this.complain);
    const value = await readYaml(plain, placesIn(plain, path), this.complain);
    if (value === undefined || (value.kind === 'scalar' && value.text === '')) return [];
    if (value.kind === 'map') return flatten(value, this.complain);
    new ValueReader('', this.complain).misfit(value, 'a map of keys');
    return [];
  }

  /** The text without a byte order mark; undefined if it is too long or not a text. */
  private checked(path: string, text: string): string | undefined {
    const place = { file: path };
    if (text.length > MAX_TEXT) {
      this.complain(place, `expected at most ${MAX_TEXT} characters, got ${text.length}`);
      return undefined;
    }
    this.characters += text.length;
    if (this.characters > MAX_TOTAL_TEXT) {
      this.complain(place, `expected at most ${MAX_TOTAL_TEXT} characters in all files together`);
      return undefined;
    }
    if (text.includes('\0')) {
      this.complain(place, 'expected a text, got a file with NUL characters');
      return undefined;
    }
    return text.replace(/^\uFEFF/, '');
  }

  private async include({ value }: RawEntry, from: string, chain: readonly string[]): Promise<void> {
    for (const item of itemsOf(value) ?? [value]) {
      const name = oneOf(item)?.text ?? '';
      if (name === '') new ValueReader('include', this.complain).misfit(item, 'the name of a file');
      else await this.includeFile(name, from, item.place, chain);
    }
  }

  private async includeFile(name: string, from: string, place: Place, chain: readonly string[]): Promise<void> {
    const path = resolvePath(name, from);
    const files = [...chain, path].join(' → ');
    if (chain.includes(path)) {
      this.complain(place, `include = ${shown(name)} includes itself: ${files}`);
    } else if (chain.length > MAX_INCLUDE_DEPTH) {
      this.complain(place, `expected at most ${MAX_INCLUDE_DEPTH} nested includes: ${files}`);
    } else {
      const text = await this.textOf(
        name,
        from,
        place,
        chain.length === 1 ? 'include =' : `(${chain.join(' → ')}) include =`,
      );
      if (text !== undefined) await this.readConfig({ path, text }, [...chain, path]);
    }
  }
}
