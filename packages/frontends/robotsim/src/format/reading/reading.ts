/** A file and what it includes, as keys with their values; never throws for what stands in them. */
import { expected, type Place, type Problem, shown } from '@kineko/formats/problem';
import { LARGE_JSON, MAX_FILES, MAX_INCLUDE_DEPTH, MAX_TEXT, MAX_TOTAL_TEXT, placesIn } from '@kineko/formats/text';
import { type Complain, gotIn, itemsOf, oneOf, type Raw, type RawEntry } from '@kineko/run/settings';
import { inlineJson } from '../values/inline.js';
import { flatten } from './flatten.js';
import { resolvePath } from './paths.js';
import { readProperties } from './properties.js';
import { recogniseSyntax } from './syntax.js';
import { readYaml } from './yaml.js';

/**
 * Gives the text of a file.
 *
 * @param path As it is named.
 * @param from The file that names it, to whose folder the name is relative.
 */
export type ReadText = (path: string, from: string) => Promise<string>;

export interface TextSource {
  /** What messages call it. */
  readonly path: string;
  readonly text: string;
}

/** Reads one configuration: what it has read counts for all its files together. */
export class ConfigReading {
  /** Whatever is included comes before who includes it, so that who comes last wins. */
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

  /** The value in a YAML or JSON file, or in a text that stands for one. */
  async readValue({ path, text }: TextSource, placeAt?: (offset: number) => Place): Promise<Raw | undefined> {
    const plain = this.checked(path, text);
    if (plain === undefined) return undefined;
    const json = plain.length > LARGE_JSON ? inlineJson(plain, { file: path }) : undefined;
    return json ?? readYaml(plain, placeAt ?? placesIn(plain, path), this.complain);
  }

  /** The text of a file that another one names; undefined, with a problem, if it cannot be had. */
  async textOf(path: string, from: string, place: Place, who: string): Promise<string | undefined> {
    if (this.files >= MAX_FILES) {
      this.complain(place, `${who} ${shown(path)} is one file too many: there may be ${MAX_FILES}`);
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

  readonly complain: Complain = (place, text) => {
    this.problems.push({ severity: 'error', place, text });
  };

  private async entriesOf({ path, text }: TextSource): Promise<RawEntry[]> {
    const plain = this.checked(path, text);
    if (plain === undefined) return [];
    if (recogniseSyntax(plain, path) === 'properties') return readProperties(plain, path, this.complain);
    const value = await readYaml(plain, placesIn(plain, path), this.complain);
    if (value === undefined || (value.kind === 'scalar' && value.text === '')) return [];
    if (value.kind === 'map') return flatten(value, this.complain);
    this.complain(value.place, expected('a map of keys', gotIn(value)));
    return [];
  }

  /** The text without a mark in front; undefined if it is too long or no text. */
  private checked(path: string, text: string): string | undefined {
    const place = { file: path };
    if (text.length > MAX_TEXT) {
      this.complain(place, `the file has ${text.length} characters: there may be ${MAX_TEXT}`);
      return undefined;
    }
    this.characters += text.length;
    if (this.characters > MAX_TOTAL_TEXT) {
      this.complain(place, `the files have more than ${MAX_TOTAL_TEXT} characters together`);
      return undefined;
    }
    if (text.includes('\0')) {
      this.complain(place, 'the file is no text: there are zero characters in it');
      return undefined;
    }
    return text.replace(/^\uFEFF/, '');
  }

  private async include({ value }: RawEntry, from: string, chain: readonly string[]): Promise<void> {
    for (const item of itemsOf(value) ?? [value]) {
      const name = oneOf(item)?.text ?? '';
      if (name === '') this.complain(item.place, `include: ${expected('the name of a file', gotIn(item))}`);
      else await this.includeFile(name, from, item.place, chain);
    }
  }

  private async includeFile(name: string, from: string, place: Place, chain: readonly string[]): Promise<void> {
    const path = resolvePath(name, from);
    const way = [...chain, path].join(' → ');
    if (chain.includes(path)) {
      this.complain(place, `include = ${shown(name)} leads back to where it came from: ${way}`);
    } else if (chain.length > MAX_INCLUDE_DEPTH) {
      this.complain(place, `files include each other more than ${MAX_INCLUDE_DEPTH} times in a row: ${way}`);
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
