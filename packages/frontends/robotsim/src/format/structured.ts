/** Lists of maps, which may be in files of their own: `obstacles`, `objects`, `faults`. */
import type { Place, Problem } from '@kineko/formats/problem';
import { type Codec, type Given, oneOf, type Raw, ValueReader } from '@kineko/run/settings';
import { resolvePath } from './reading/paths.js';
import { ConfigReading, type ReadText } from './reading/config-reading.js';
import { inlineJson, looksInline } from './values/inline.js';
import { CODECS, type ValueType } from './values/values.js';

export interface Structured<Value> {
  readonly value: Value;
  readonly place: Place;
  /** The file to whose folder paths in the entry are relative. */
  readonly from: string;
}

export interface EntryList {
  readonly entries: readonly Structured<unknown>[];
  readonly problems: readonly Problem[];
}

/** The list, if it is in the configuration itself; undefined if a file or YAML must be read first. */
export function listOf(given: Given, from: string): EntryList | undefined {
  const { raw } = given;
  if (raw.kind === 'list') return entriesIn(given, raw, from, []);
  if (raw.kind === 'line' && looksInline(raw.text)) {
    const inline = inlineJson(raw.text, raw.place);
    return inline && entriesIn(given, inline, from, []);
  }
  if (nameOf(raw) === undefined) return entriesIn(given, raw, from, []);
  return undefined;
}

/** Reads a list from a file, or from YAML on one line. */
export async function readList(given: Given, from: string, readText: ReadText): Promise<EntryList> {
  const { raw, key } = given;
  const reading = new ConfigReading(readText);
  if (raw.kind === 'line' && looksInline(raw.text)) {
    const value = await reading.readValue({ path: raw.place.file, text: raw.text }, (offset) => raw.placeAt(offset));
    return entriesIn(given, value, from, reading.problems);
  }
  const name = nameOf(raw)!;
  const path = resolvePath(name, from);
  const text = await reading.textOf(name, from, raw.place, `${key} =`);
  const value = text === undefined ? undefined : await reading.readValue({ path, text });
  return entriesIn(given, memberOf(value, key) ?? value, path, reading.problems);
}

function nameOf(raw: Raw): string | undefined {
  const name = oneOf(raw)?.text;
  return name === '' ? undefined : name;
}

/** A file may be the list itself, or contain it under the name of the key. */
function memberOf(value: Raw | undefined, key: string): Raw | undefined {
  return value?.kind === 'map' ? value.members.find((member) => member.key === key)?.value : undefined;
}

function entriesIn(given: Given, raw: Raw | undefined, from: string, before: readonly Problem[]): EntryList {
  const problems = [...before];
  const complain = (place: Place, text: string): void => void problems.push({ severity: 'error', place, text });
  if (raw === undefined) return { entries: [], problems };
  if (raw.kind !== 'list') {
    new ValueReader(given.key, complain).misfit(raw, CODECS.entries.expects(given.known!.row));
    return { entries: [], problems };
  }
  const { row } = given.known!;
  const codec: Codec<unknown> = CODECS[row.of as ValueType];
  const entries = raw.items.flatMap((item, index): Structured<unknown>[] => {
    const value = codec.read(item, row, new ValueReader(`${given.key}[${index}]`, complain));
    return value === undefined ? [] : [{ value, place: item.place, from }];
  });
  return { entries, problems };
}
