/** How one type of value is read, printed, described and put into the JSON Schema. */
import type { Place } from '../../../problem.js';
import { type Complain, type Raw, type RawScalar, shownRaw } from '../raw.js';

export interface Range {
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
}

/** What a value must be. */
export interface ValueRow<Type extends string = string> {
  readonly type: Type;
  /** The words that there are. */
  readonly words?: readonly string[];
  readonly range?: Range;
  readonly unit?: string;
}

/** Is told what is wrong with a value. */
export class ValueReader {
  constructor(
    /** The key, or the field of an entry. */
    readonly who: string,
    readonly complain: Complain,
  ) {}

  /** For a part of the value. */
  inside(step: string): ValueReader {
    return new ValueReader(`${this.who}${step}`, this.complain);
  }

  misfit(raw: Raw, right: string, place: Place = raw.place): undefined {
    this.complain(place, `${this.who} is ${shownRaw(raw)}: ${right} is right`);
    return undefined;
  }
}

export type Schema = Readonly<Record<string, unknown>>;

export interface Codec<Value> {
  /** Undefined if it was wrong, which the reader has been told. */
  read(raw: Raw, row: ValueRow, reader: ValueReader): Value | undefined;
  /** As properties have it. */
  print(value: Value): string;
  /** What is right, as the beginning of "… is right". */
  right(row: ValueRow): string;
  schema(row: ValueRow): Schema;
}

/** `from 0 to 1 (s)`, with a blank in front; nothing if anything is right. */
export function describeRange({ range = {}, unit }: ValueRow): string {
  const { min, max, above } = range;
  const ofUnit = unit === undefined ? '' : ` (${unit})`;
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}${ofUnit}`;
  const from = above === undefined ? (min === undefined ? '' : ` of at least ${min}`) : ` above ${above}`;
  const to = max === undefined ? '' : `${from === '' ? '' : ' and'} of at most ${max}`;
  return `${from}${to}${ofUnit}`;
}

export function isInside(value: number, { min = -Infinity, max = Infinity, above = -Infinity }: Range): boolean {
  return value >= min && value <= max && value > above;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Finite decimals only; undefined for anything else. */
export function decimal({ text }: RawScalar): number | undefined {
  if (text.length > 400 || !DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
