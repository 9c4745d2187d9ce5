/** A value that was given for a key. */
import type { Place, Problem } from '@kineko/formats/problem';
import { ValueReader } from './codec.js';
import { plainData } from './data.js';
import { escapedItem } from './line.js';
import { compareOrigins, type Origin } from './origin.js';
import { isEmpty, type Raw, type RawEntry, wholeOf } from './raw.js';
import type { KnownKey, SettingsTable } from './table.js';

export class Given {
  readonly key: string;
  /** Place of the key. */
  readonly place: Place;
  readonly raw: Raw;
  /** Undefined if the key is unknown. */
  readonly known: KnownKey | undefined;
  private reading: { readonly value: unknown; readonly problems: readonly Problem[] } | undefined;

  constructor(
    { key, place, value }: RawEntry,
    readonly origin: Origin,
    private readonly table: SettingsTable,
  ) {
    this.key = key;
    this.place = place;
    this.raw = value;
    this.known = table.find(key);
  }

  /** Whether the key counts as not given, since an empty value has no meaning for it. */
  get isNothing(): boolean {
    if (!isEmpty(this.raw) || this.known === undefined) return false;
    const { row } = this.known;
    return row.isNeeded !== true && this.table.codecOf(row).takesEmpty !== true;
  }

  /** Undefined if it is invalid, or a list of maps. */
  get value(): unknown {
    return this.read().value;
  }

  get problems(): readonly Problem[] {
    return this.read().problems;
  }

  /** The whole text, commas included. */
  get wholeText(): string {
    return wholeOf(this.raw)?.text ?? this.text;
  }

  /** Whether it takes precedence over an earlier value of the same key. */
  overrides(before: Given): boolean {
    return compareOrigins(this.origin, before.origin) >= 0;
  }

  /** Enters it under a key unless an earlier value takes precedence. */
  keepIn(winners: Map<string, Given>, key: string): void {
    const before = winners.get(key);
    if (before === undefined || this.overrides(before)) winners.set(key, this);
  }

  /** The value in the syntax of properties. */
  get text(): string {
    const { value, known } = this;
    return value === undefined || known === undefined ? textOf(this.raw) : this.table.codecOf(known.row).print(value);
  }

  private read(): NonNullable<Given['reading']> {
    return (this.reading ??= this.readNow());
  }

  private readNow(): NonNullable<Given['reading']> {
    const { known, raw } = this;
    if (known === undefined || this.isNothing) return { value: undefined, problems: [] };
    const problems: Problem[] = [];
    // A key without effect does no harm.
    const severity = known.row.effect === undefined ? 'error' : 'warning';
    const reader = new ValueReader(this.key, (place, text) => problems.push({ severity, place, text }));
    return { value: this.table.codecOf(known.row).read(raw, known.row, reader), problems };
  }
}

/** The unparsed value on one line. */
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
