/** What somebody gave a key, and what it means. */
import type { Place, Problem } from '../../problem.js';
import { findKey, type KnownKey } from './keys/find-key.js';
import type { Origin } from './origin.js';
import { escapedItem } from './line.js';
import { isEmpty, type Raw, type RawEntry } from './raw.js';
import { ValueReader } from './values/codec.js';
import { plainData } from './values/data.js';
import { codecOf } from './values/values.js';

export class Given {
  readonly key: string;
  /** Of the key. */
  readonly place: Place;
  readonly raw: Raw;
  /** Undefined if there is no such key. */
  readonly known: KnownKey | undefined;
  private reading: { readonly value: unknown; readonly problems: readonly Problem[] } | undefined;

  constructor(
    { key, place, value }: RawEntry,
    readonly origin: Origin,
  ) {
    this.key = key;
    this.place = place;
    this.raw = value;
    this.known = findKey(key);
  }

  /** An empty list and an empty text are values; anything else that is empty is as if it had not been given. */
  get isNothing(): boolean {
    return isEmpty(this.raw) && !EMPTY_VALUES.has(this.known?.row.type ?? 'text');
  }

  /** Undefined if it is wrong. Not for lists of maps. */
  get value(): unknown {
    return this.read().value;
  }

  get problems(): readonly Problem[] {
    return this.read().problems;
  }

  /** As it would be written. */
  get text(): string {
    const { value } = this;
    if (value !== undefined && this.known !== undefined && this.known.row.type !== 'entries') {
      return codecOf(this.known.row.type).print(value);
    }
    return textOf(this.raw);
  }

  private read(): NonNullable<Given['reading']> {
    return (this.reading ??= this.readNow());
  }

  private readNow(): NonNullable<Given['reading']> {
    const { known, raw } = this;
    if (known === undefined || known.row.type === 'entries' || this.isNothing)
      return { value: undefined, problems: [] };
    const problems: Problem[] = [];
    // What has no effect can do no harm either.
    const severity = known.row.effect === undefined ? 'error' : 'warning';
    const reader = new ValueReader(this.key, (place, text) => problems.push({ severity, place, text }));
    return { value: codecOf(known.row.type).read(raw, known.row, reader), problems };
  }
}

const EMPTY_VALUES: ReadonlySet<string> = new Set(['text', 'texts', 'words', 'classes', 'files', 'numbers']);

/** What was read, on one line. */
function textOf(raw: Raw): string {
  switch (raw.kind) {
    case 'line':
      return raw.text;
    case 'repeated':
      return raw.lines.map(({ text }) => text).join(', ');
    case 'scalar':
      return escapedItem(raw.text.replaceAll(/\s+/g, ' '));
    case 'list':
      return raw.items.every((item) => item.kind === 'scalar')
        ? raw.items.map(textOf).join(', ')
        : JSON.stringify(plainData(raw));
    case 'map':
      return JSON.stringify(plainData(raw));
  }
}
