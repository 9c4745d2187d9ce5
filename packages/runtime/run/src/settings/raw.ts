/** Values before they are interpreted, the same for all syntaxes. */
import type { Place } from '@kineko/formats/problem';
import { splitItems, unescaped } from './line.js';

/** One value of YAML or JSON; null has an empty text. */
interface RawScalar {
  readonly kind: 'scalar';
  readonly text: string;
  /** Whether it was in quotation marks, so that it is always a text. */
  readonly isQuoted: boolean;
  readonly place: Place;
}

interface RawList {
  readonly kind: 'list';
  readonly items: readonly Raw[];
  readonly place: Place;
}

interface RawMap {
  readonly kind: 'map';
  readonly members: readonly RawEntry[];
  readonly place: Place;
}

/** The text after `=` in a properties file or in `--set`, with escapes and commas. */
interface RawLine {
  readonly kind: 'line';
  readonly text: string;
  readonly place: Place;
  placeAt(offset: number): Place;
}

/** A key that a properties file repeats: its items are concatenated. */
interface RawRepeated {
  readonly kind: 'repeated';
  readonly lines: readonly RawLine[];
  readonly place: Place;
}

export type Raw = RawScalar | RawList | RawMap | RawLine | RawRepeated;

export type RawOf<Kind extends Raw['kind']> = Extract<Raw, { readonly kind: Kind }>;

/** A key of a file, or a member of a map. */
export interface RawEntry {
  readonly key: string;
  /** Place of the key. */
  readonly place: Place;
  readonly value: Raw;
}

/** Reports a problem and its place. */
export type Complain = (place: Place, text: string) => void;

/** A text in which commas and backslashes are literal. */
export function scalarOf(text: string, place: Place): RawScalar {
  return { kind: 'scalar', text, isQuoted: false, place };
}

export function lineOf(text: string, place: Place): RawLine {
  return { kind: 'line', text, place, placeAt: () => place };
}

/** Whether the value is empty: `key =`, or null. */
export function isEmpty(raw: Raw): boolean {
  return (raw.kind === 'line' && raw.text === '') || (raw.kind === 'scalar' && raw.text === '' && !raw.isQuoted);
}

/** The single text of a value; undefined for several items, a list or a map. */
export function oneOf(raw: Raw): RawScalar | undefined {
  if (raw.kind === 'scalar') return raw;
  if (raw.kind !== 'line') return undefined;
  const items = splitItems(raw.text);
  if (items.length > 1) return undefined;
  return scalarOf(unescaped(raw.text), raw.place);
}

/** The whole text, commas included. */
export function wholeOf(raw: Raw): RawScalar | undefined {
  if (raw.kind === 'line') return scalarOf(unescaped(raw.text), raw.place);
  if (raw.kind === 'scalar') return raw;
  if (raw.kind !== 'list' || !raw.items.every((item) => item.kind === 'scalar')) return undefined;
  return { kind: 'scalar', text: raw.items.map(({ text }) => text).join(', '), isQuoted: true, place: raw.place };
}

/** The items of a list, or of a text with commas; undefined for a map. */
export function itemsOf(raw: Raw): readonly Raw[] | undefined {
  switch (raw.kind) {
    case 'list':
      return raw.items;
    case 'line':
      return splitItems(raw.text).map(({ text, offset }) => scalarOf(text, raw.placeAt(offset)));
    case 'scalar':
      return splitItems(raw.text).map(({ text }) => scalarOf(text, raw.place));
    case 'repeated':
      return raw.lines.flatMap((line) => itemsOf(line) ?? []);
    case 'map':
      return undefined;
  }
}

/** The value in the form that `expected` shows. */
export function gotIn(raw: Raw): unknown {
  switch (raw.kind) {
    case 'line':
    case 'scalar':
      return isEmpty(raw) ? undefined : raw.text;
    case 'list':
      return raw.items.every((item) => item.kind === 'scalar')
        ? raw.items.map(({ text }) => text).join(', ')
        : raw.items;
    case 'map':
      return Object.fromEntries(raw.members.map(({ key }) => [key, true]));
    case 'repeated':
      return raw.lines.map(({ text }) => text).join(', ');
  }
}
