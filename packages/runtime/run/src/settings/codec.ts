/** How one type of value is read, printed, described and put into the JSON Schema. */
import { expected, type Place } from '@kineko/formats/problem';
import { grouped } from '../text.js';
import { type Complain, gotIn, type Raw, type RawOf } from './raw.js';

/** Type and range of a value. */
export interface ValueRow<Type extends string = string> {
  readonly type: Type;
  /** The possible words, for the type `word`. */
  readonly words?: readonly string[];
  readonly range?: { readonly min?: number; readonly max?: number; readonly above?: number };
  readonly unit?: string;
  /** Type of the entries, if the value is a list of maps. */
  readonly of?: string;
}

export class ValueReader {
  constructor(
    /** The key, or the field of an entry; empty if the problems are not of a key. */
    readonly who: string,
    readonly complain: Complain,
  ) {}

  /** Returns a reader for a part of the value. */
  inside(step: string): ValueReader {
    return new ValueReader(`${this.who}${step}`, this.complain);
  }

  misfit(raw: Raw, what: string, place: Place = raw.place): undefined {
    const problem = expected(what, gotIn(raw));
    this.complain(place, this.who === '' ? problem : `${this.who}: ${problem}`);
    return undefined;
  }
}

export interface Codec<Value> {
  /** Returns undefined after it has reported a problem. */
  read(raw: Raw, row: ValueRow, reader: ValueReader): Value | undefined;
  /** Prints a value in the syntax of properties. */
  print(value: Value): string;
  /** Describes the expected value, for messages and documents. */
  expects(row: ValueRow): string;
  schema(row: ValueRow): object;
  /** Whether an empty text is a value; otherwise it leaves the default. */
  readonly takesEmpty?: boolean;
  /** Whether a map is a value; otherwise the members of a map are keys below this one. */
  readonly takesMap?: boolean;
}

/** ` from 0 to 1 (s)`, with a leading blank; empty if any number is valid. */
export function describeRange({ range = {}, unit }: ValueRow): string {
  const { min, max, above } = range;
  const ofUnit = unit === undefined ? '' : ` (${unit})`;
  if (min !== undefined && max !== undefined) return ` from ${shownLimit(min)} to ${shownLimit(max)}${ofUnit}`;
  const from = above === undefined ? (min === undefined ? '' : ` of at least ${min}`) : ` above ${above}`;
  const to = max === undefined ? '' : `${from === '' ? ' of' : ' and'} at most ${shownLimit(max)}`;
  return `${from}${to}${ofUnit}`;
}

function shownLimit(value: number): string {
  if (value === Number.MAX_SAFE_INTEGER) return '2^53 - 1';
  return Number.isInteger(value) ? grouped(value) : String(value);
}

export function isInside(
  value: number,
  { min = -Infinity, max = Infinity, above = -Infinity }: NonNullable<ValueRow['range']>,
): boolean {
  return value >= min && value <= max && value > above;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Reads a finite decimal number; undefined for anything else. */
export function decimal({ text }: RawOf<'scalar'>): number | undefined {
  if (text.length > 400 || !DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
