import { oneOf as oneOfNames } from '@kineko/formats/problem';
import { type Codec, decimal, describeRange, isInside, type ValueReader, type ValueRow } from './codec.js';
import { isEmpty, oneOf, type Raw, type RawOf, wholeOf } from './raw.js';

function isOneLine({ text }: RawOf<'scalar'>): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are searched
  return !/[\u0000-\u0008\u000a-\u001f\u007f\u0085\u2028\u2029]/.test(text);
}

function given(raw: Raw): RawOf<'scalar'> | undefined {
  const one = oneOf(raw);
  return one === undefined || isEmpty(one) || one.text === '' || !isOneLine(one) ? undefined : one;
}

const boolean: Codec<boolean> = {
  read(raw, row, reader) {
    const text = given(raw)?.text.toLowerCase();
    if (text === 'true' || text === 'false') return text === 'true';
    return reader.misfit(raw, this.expects(row));
  },
  print: String,
  expects: () => 'true or false',
  schema: () => ({ type: 'boolean' }),
};

const number: Codec<number> = {
  read: (raw, row, reader) => readNumber(raw, row, reader, number.expects(row), () => true),
  print: String,
  expects: (row) => `a number${describeRange(row)}`,
  schema: (row) => ({ type: 'number', ...schemaOfRange(row) }),
};

const integer: Codec<number> = {
  read: (raw, row, reader) => readNumber(raw, row, reader, integer.expects(row), Number.isSafeInteger),
  print: String,
  expects: (row) => `an integer${describeRange(row)}`,
  schema: (row) => ({ type: 'integer', ...schemaOfRange(row) }),
};

function readNumber(
  raw: Raw,
  { range = {} }: ValueRow,
  reader: ValueReader,
  what: string,
  isValid: (value: number) => boolean,
): number | undefined {
  const text = given(raw);
  const value = text && decimal(text);
  // Minus zero is read as zero.
  if (value !== undefined && isValid(value) && isInside(value, range)) return value + 0;
  return reader.misfit(raw, what);
}

function schemaOfRange({ range = {} }: ValueRow): object {
  const { min, max, above } = range;
  return {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(above !== undefined && { exclusiveMinimum: above }),
  };
}

const word: Codec<string> = {
  read(raw, row, reader) {
    const text = given(raw)?.text;
    const found = row.words!.find((each) => each === text) ?? row.words!.find((each) => isSame(each, text));
    return found ?? reader.misfit(raw, this.expects(row));
  },
  print: (value) => value,
  expects: ({ words }) => oneOfNames(words!),
  schema: ({ words }) => ({ enum: words }),
};

/** Our words are case-insensitive. */
export function isSame(word: string, text: string | undefined): boolean {
  return text !== undefined && word.toLowerCase() === text.toLowerCase();
}

const text: Codec<string> = {
  read(raw, row, reader) {
    const whole = wholeOf(raw);
    return whole !== undefined && isOneLine(whole) ? whole.text.trim() : reader.misfit(raw, this.expects(row));
  },
  print: (value) => value,
  expects: () => 'a text of one line',
  schema: () => ({ type: ['string', 'number', 'boolean'] }),
  takesEmpty: true,
};

/** Maximum number of characters of the name of a class or a file. */
export const MAX_NAME = 1000;

/** A name that is not empty. */
export function name(what: string): Codec<string> {
  return {
    read: (raw, _row, reader) => {
      const found = given(raw)?.text;
      if (found === undefined) return reader.misfit(raw, what);
      return found.length <= MAX_NAME ? found : reader.misfit(raw, `${what} of at most ${MAX_NAME} characters`);
    },
    print: (value) => value,
    expects: () => what,
    schema: () => ({ type: 'string', minLength: 1 }),
  };
}

const file = name('the name of a file');

/** The types that every front end can use, and their values in TypeScript. */
export interface ScalarValues {
  boolean: boolean;
  integer: number;
  number: number;
  word: string;
  text: string;
  file: string;
}

export const SCALAR_CODECS: { readonly [Type in keyof ScalarValues]: Codec<ScalarValues[Type]> } = {
  boolean,
  integer,
  number,
  word,
  text,
  file,
};
