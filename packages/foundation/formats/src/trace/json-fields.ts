/**
 * Writes each type of field as JSON and checks it when it is read; the table defines the fields of a record. Written by
 * hand, because a trace has millions of records.
 */
import { HALF_A_CHARACTER } from './byte-sink.js';
import { requireRows } from './knots.js';
import { MAX_LINE } from './limits.js';
import type { PlainType } from './records.js';
import { type Field, LEG, PARTY, RECORD, type Shape } from './shapes.js';
import { expected, oneOf, shortened, shown, unknownName } from '../problem.js';
import { Misfit, within } from './trace-error.js';
import { ALLOWED_VALUES, keysOf, requireDepth, requireKey, type TraceObject, type TraceValue } from './values.js';

export interface JsonCodec {
  readonly print: (value: unknown) => string;
  /** Converts a value of the JSON parser to a field. */
  readonly read: (json: unknown) => unknown;
}

/** Numbers that JSON cannot represent. */
const SPECIAL = new Map([NaN, Infinity, -Infinity].map((number) => [String(number), number]));

const f64: JsonCodec = {
  print: (given) => {
    if (typeof given !== 'number') throw new Misfit(expected('a number', given));
    return printNumber(given, '');
  },
  read: (json) => {
    if (isFiniteNumber(json)) return json;
    const special = typeof json === 'string' ? SPECIAL.get(json) : undefined;
    if (special !== undefined) return special;
    throw new Misfit(expected(`a finite number, ${oneOf([...SPECIAL.keys()].map(shown))}`, json));
  },
};

/** JSON.parse converts 1e999 to Infinity. */
function isFiniteNumber(json: unknown): json is number {
  return Number.isFinite(json);
}

/** The shortest form that is read back exactly; -0 with its sign, and as a fraction, since many take -0 for an integer. */
function printNumber(number: number, escape: string): string {
  if (!Number.isFinite(number)) return `"${escape}${number}"`;
  return Object.is(number, -0) ? '-0.0' : String(number);
}

const f64s: JsonCodec = {
  print: (given) => `[${listOf(given).map(f64.print).join(',')}]`,
  read: (json) => listOf(json).map(f64.read),
};

/** Returns the list; throws if it has holes. */
function listOf(given: unknown): unknown[] {
  if (!Array.isArray(given)) throw new Misfit(expected('a list of numbers', given));
  return Array.from<unknown>(given);
}

const knots: JsonCodec = {
  print: (given) => {
    const text = f64s.print(given);
    requireRows(given);
    return text;
  },
  read: (json) => {
    const numbers = f64s.read(json);
    requireRows(numbers);
    return numbers;
  },
};

const text: JsonCodec = {
  print: (given) => JSON.stringify(textOf(given)),
  read: textOf,
};

function textOf(given: unknown): string {
  if (typeof given !== 'string') throw new Misfit(expected('a text', given));
  if (/\p{Surrogate}/u.test(given)) throw new Misfit(HALF_A_CHARACTER);
  return given;
}

const bool: JsonCodec = {
  print: (given) => String(boolOf(given)),
  read: boolOf,
};

function boolOf(given: unknown): boolean {
  if (typeof given !== 'boolean') throw new Misfit(expected('true or false', given));
  return given;
}

const value: JsonCodec = {
  print: (given) => printValue(given, 0),
  read: (json) => readValue(json, 0),
};

/** Prefix of a text in a value that is a number that JSON lacks, or a text that starts with this character. */
const ESCAPE = '$';

function printValue(given: unknown, depth: number): string {
  if (given === null) return 'null';
  if (typeof given === 'boolean') return String(given);
  if (typeof given === 'number') return printNumber(given, ESCAPE);
  if (typeof given === 'string') return JSON.stringify((given.startsWith(ESCAPE) ? ESCAPE : '') + textOf(given));
  if (typeof given !== 'object') throw new Misfit(expected(ALLOWED_VALUES, given));
  requireDepth(depth + 1);
  const json = Array.isArray(given) ? printList(given, depth + 1) : printObject(given as TraceObject, depth + 1);
  // A value that contains the same list many times, nested repeatedly, would become too large.
  if (json.length > MAX_LINE) throw new Misfit(`expected at most ${MAX_LINE} characters`);
  return json;
}

function printList(list: readonly unknown[], depth: number): string {
  const items = Array.from(list, (item, i) => inside(`[${i}]`, () => printValue(item, depth)));
  return `[${items.join(',')}]`;
}

function printObject(object: TraceObject, depth: number): string {
  const members = keysOf(object).map((key) =>
    inside(`.${key}`, () => `${JSON.stringify(textOf(key))}:${printValue(object[key], depth)}`),
  );
  return `{${members.join(',')}}`;
}

function readValue(json: unknown, depth: number): TraceValue {
  if (json === null || typeof json === 'boolean') return json;
  if (typeof json === 'string') return readText(json);
  if (Array.isArray(json)) {
    requireDepth(depth + 1);
    return json.map((item, i) => inside(`[${i}]`, () => readValue(item, depth + 1)));
  }
  if (typeof json === 'object') {
    requireDepth(depth + 1);
    const object: Record<string, TraceValue> = {};
    for (const [key, member] of Object.entries(json)) {
      requireKey(key);
      object[textOf(key)] = inside(`.${key}`, () => readValue(member, depth + 1));
    }
    return object;
  }
  if (isFiniteNumber(json)) return json;
  throw new Misfit(expected(`a finite number, ${specialTexts()}`, json));
}

function readText(json: string): string | number {
  if (!json.startsWith(ESCAPE)) return textOf(json);
  const rest = json.slice(ESCAPE.length);
  const special = SPECIAL.get(rest);
  if (special !== undefined) return special;
  if (rest.startsWith(ESCAPE)) return textOf(rest);
  throw new Misfit(
    expected(`a text without a "${ESCAPE}" at its start, "${ESCAPE}${ESCAPE}…", ${specialTexts()}`, json),
  );
}

function specialTexts(): string {
  return oneOf([...SPECIAL.keys()].map((name) => `"${ESCAPE}${name}"`));
}

function inside<T>(step: string, work: () => T): T {
  try {
    return work();
  } catch (failure) {
    throw within(step, failure);
  }
}

/** Words of earlier versions: the outcome `replaced` of a motion was called `interrupted`. */
const FORMER_WORDS = new Map<unknown, string>([['interrupted', 'replaced']]);

function wordCodec(words: readonly string[]): JsonCodec {
  const known = (given: unknown): string => {
    const name = FORMER_WORDS.get(given) ?? given;
    const word = words.find((each) => each === name);
    if (word === undefined) throw new Misfit(expected(oneOf(words.map(shown)), given));
    return word;
  };
  return { print: (given) => JSON.stringify(known(given)), read: known };
}

type Codecs = Readonly<Record<PlainType, JsonCodec>>;

/** One object, the key first, then the fields in the order of the table; absent fields are omitted. */
function shapeCodec({ key, variants }: Shape, codecs: Codecs): JsonCodec {
  const byName = new Map<unknown, JsonCodec>(
    variants.map(({ name, fields }) => [name, fieldsCodec(key, name, fields, codecs)]),
  );
  const codecOf = (object: unknown): JsonCodec => {
    if (typeof object !== 'object' || object === null || Array.isArray(object)) {
      throw new Misfit(expected('an object', object));
    }
    const name = Object.hasOwn(object, key) ? (object as Readonly<Record<string, unknown>>)[key] : undefined;
    const codec = byName.get(name);
    if (codec !== undefined) return codec;
    const known = variants.map((variant) => variant.name);
    throw new Misfit(
      typeof name === 'string' ? unknownName(key, name, known) : `${key}: ${expected(oneOf(known), name)}`,
    );
  };
  return { print: (given) => codecOf(given).print(given), read: (json) => codecOf(json).read(json) };
}

function fieldsCodec(key: string, name: string, fields: readonly Field[], codecs: Codecs): JsonCodec {
  const known = new Set([key, ...fields.map((field) => field.name)]);
  const parts = fields.map((field) => ({ ...field, codec: fieldCodec(field, codecs) }));
  return {
    print: (given) => {
      const object = given as Readonly<Record<string, unknown>>;
      let json = `{"${key}":"${name}"`;
      let i = 0;
      try {
        for (; i < parts.length; i++) {
          const part = parts[i]!;
          const member = object[part.name];
          if (member !== undefined || !part.isOptional) json += `,"${part.name}":${part.codec.print(member)}`;
        }
      } catch (failure) {
        throw within(`.${parts[i]!.name}`, failure);
      }
      return `${json}}`;
    },
    read: (json) => {
      const given = json as Readonly<Record<string, unknown>>;
      const object: Record<string, unknown> = { [key]: name };
      for (const part of parts) {
        if (Object.hasOwn(given, part.name)) {
          object[part.name] = inside(`.${part.name}`, () => part.codec.read(given[part.name]));
        } else if (!part.isOptional) {
          throw new Misfit(`missing field '${part.name}'; ${fieldsOf(name, fields)}`);
        }
      }
      const stray = Object.keys(given).find((each) => !known.has(each));
      if (stray !== undefined) throw new Misfit(`unknown field '${shortened(stray)}'; ${fieldsOf(name, fields)}`);
      return object;
    },
  };
}

function fieldsOf(name: string, fields: readonly Field[]): string {
  return `${name} has ${fields.map((field) => `${field.name}${field.isOptional ? ' (optional)' : ''}`).join(', ')}`;
}

function fieldCodec(field: Field, codecs: Codecs): JsonCodec {
  return typeof field.type === 'string' ? codecs[field.type] : wordCodec(field.type);
}

const codecs: Record<PlainType, JsonCodec> = { f64, f64s, knots, text, bool, value, party: f64, leg: f64 };
codecs.party = shapeCodec(PARTY, codecs);
codecs.leg = shapeCodec(LEG, codecs);

export const valueCodec = value;
export const recordCodec = shapeCodec(RECORD, codecs);
