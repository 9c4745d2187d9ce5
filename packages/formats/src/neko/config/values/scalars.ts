/** Values that are one: numbers, truth, words, texts, names. */
import { MAX_NAME } from '../limits.js';
import { escapedItem, escapedText } from '../line.js';
import { isEmpty, oneOf, type Raw, type RawScalar, wholeOf } from '../raw.js';
import { type Codec, decimal, describeRange, isInside, type Schema, type ValueReader, type ValueRow } from './codec.js';

function isOneLine({ text }: RawScalar): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u0008\u000a-\u001f\u007f\u0085\u2028\u2029]/.test(text);
}

function given(raw: Raw): RawScalar | undefined {
  const one = oneOf(raw);
  return one === undefined || isEmpty(one) || one.text === '' || !isOneLine(one) ? undefined : one;
}

export const boolean: Codec<boolean> = {
  read(raw, row, reader) {
    const text = given(raw)?.text.toLowerCase();
    if (text === 'true' || text === 'false') return text === 'true';
    return reader.misfit(raw, this.right(row));
  },
  print: String,
  right: () => 'true or false',
  schema: () => ({ type: 'boolean' }),
};

export const number: Codec<number> = {
  read: (raw, row, reader) => readNumber(raw, row, reader, number.right(row), () => true),
  print: String,
  right: (row) => `a number${describeRange(row)}`,
  schema: (row) => ({ type: 'number', ...schemaOfRange(row) }),
};

export const integer: Codec<number> = {
  read: (raw, row, reader) => readNumber(raw, row, reader, integer.right(row), Number.isSafeInteger),
  print: String,
  right: (row) => `a whole number${describeRange(row)}`,
  schema: (row) => ({ type: 'integer', ...schemaOfRange(row) }),
};

function readNumber(
  raw: Raw,
  { range = {} }: ValueRow,
  reader: ValueReader,
  right: string,
  isRight: (value: number) => boolean,
): number | undefined {
  const text = given(raw);
  const value = text && decimal(text);
  // Minus zero is no number that anybody means.
  if (value !== undefined && isRight(value) && isInside(value, range)) return value + 0;
  return reader.misfit(raw, right);
}

function schemaOfRange({ range = {} }: ValueRow): Schema {
  const { min, max, above } = range;
  return {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(above !== undefined && { exclusiveMinimum: above }),
  };
}

export const word: Codec<string> = {
  read(raw, row, reader) {
    const text = given(raw)?.text;
    const found = row.words!.find((each) => each === text) ?? row.words!.find((each) => isSame(each, text));
    return found ?? reader.misfit(raw, this.right(row));
  },
  print: (value) => value,
  right: ({ words }) => `one of ${words!.join(', ')}`,
  schema: ({ words }) => ({ enum: words }),
};

/** Capital letters do not matter in words that are ours. */
export function isSame(word: string, text: string | undefined): boolean {
  return text !== undefined && word.toLowerCase() === text.toLowerCase();
}

export const text: Codec<string> = {
  read(raw, row, reader) {
    const whole = wholeOf(raw);
    return whole !== undefined && isOneLine(whole) ? whole.text.trim() : reader.misfit(raw, this.right(row));
  },
  print: escapedText,
  right: () => 'a text of one line',
  schema: () => ({ type: ['string', 'number', 'boolean'] }),
};

/** One name, which is never empty: of a class, or of a file. */
function name(right: string): Codec<string> {
  return {
    read: (raw, _row, reader) => {
      const text = given(raw)?.text;
      if (text === undefined) return reader.misfit(raw, right);
      return text.length <= MAX_NAME ? text : reader.misfit(raw, `${right}, of at most ${MAX_NAME} characters,`);
    },
    print: escapedItem,
    right: () => right,
    schema: () => ({ type: 'string', minLength: 1 }),
  };
}

export const className = name('the name of one class, or of a file with one');
export const file = name('the name of one file');
