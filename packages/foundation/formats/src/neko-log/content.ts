/** Contents of messages as Neko prints them; texts are read back as values as far as possible. */
import { valueCodec } from '../trace/json-fields.js';
import { Misfit } from '../trace/trace-error.js';
import type { TraceObject, TraceValue } from '../trace/values.js';
import { javaDouble } from './java-double.js';
import { escaped, escapedJson, isPrintable, unescaped } from './one-line.js';

/** Returns a single line. Throws a Misfit for an invalid value. */
export function contentText(value: TraceValue): string {
  if (typeof value === 'string') return escaped(value);
  if (typeof value !== 'object' || value === null) return plainText(value);
  if (Array.isArray(value)) return listText(value) ?? jsonText(value);
  return pointText(value as TraceObject) ?? jsonText(value);
}

export function readContent(text: string): TraceValue {
  switch (text[0]) {
    case 'P':
      return readPoint(text) ?? unescaped(text);
    case '[':
      return readJson(text) ?? readList(text) ?? unescaped(text);
    case '{':
    case '"':
      return readJson(text) ?? unescaped(text);
    default: {
      const plain = readPlain(text);
      return plain === undefined ? unescaped(text) : plain;
    }
  }
}

/** Prints a number as Java prints integers and doubles; a whole number has no fraction, since its type is unknown. */
function plainText(value: null | boolean | number): string {
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) && Math.abs(value) < 1e21 && !Object.is(value, -0) ? String(value) : javaDouble(value);
}

const WORDS: ReadonlyMap<string, null | boolean | number> = new Map<string, null | boolean | number>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

const NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function readPlain(text: string): null | boolean | number | undefined {
  if (WORDS.has(text)) return WORDS.get(text);
  // No program prints longer numbers.
  const [match, fraction, exponent] = (text.length < 400 && NUMBER.exec(text)) || [];
  if (match === undefined) return undefined;
  const number = Number(text);
  // A number that a double cannot represent, such as the largest long of Java, stays a text with all its digits.
  const isWhole = fraction === undefined && exponent === undefined;
  return Number.isFinite(number) && (!isWhole || String(number) === text || Object.is(number, -0)) ? number : undefined;
}

/**
 * JSON on one line in the syntax of the trace, which has the numbers that JSON lacks. Throws a Misfit for an invalid value.
 */
export function jsonText(value: unknown): string {
  return escapedJson(valueCodec.print(value));
}

/** Undefined if the text is not JSON. */
export function readJson(text: string): TraceValue | undefined {
  try {
    return valueCodec.read(JSON.parse(text)) as TraceValue;
  } catch (failure) {
    if (failure instanceof Misfit || failure instanceof SyntaxError) return undefined;
    throw failure;
  }
}

/** `Point2D.Double[x, y]` for an object with the numbers x and y and nothing else. */
function pointText(object: TraceObject): string | undefined {
  const { x, y } = object as { readonly x?: unknown; readonly y?: unknown };
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  for (const key in object) if (key !== 'x' && key !== 'y' && object[key] !== undefined) return undefined;
  return `Point2D.Double[${javaDouble(x)}, ${javaDouble(y)}]`;
}

const COORDINATE = String.raw` *(-?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|Infinity)|NaN) *`;
const POINT = new RegExp(String.raw`^Point2D\.(?:Double|Float)\[${COORDINATE},${COORDINATE}\]$`);

function readPoint(text: string): TraceValue | undefined {
  const [match, x, y] = POINT.exec(text) ?? [];
  return match === undefined ? undefined : { x: Number(x), y: Number(y) };
}

/** `[a,b]` if its items can be separated again; undefined otherwise, and for nested lists and objects. */
function listText(list: readonly TraceValue[]): string | undefined {
  const items: string[] = [];
  for (const item of list) {
    const text = itemText(item);
    if (text === undefined) return undefined;
    items.push(text);
  }
  return `[${items.join(',')}]`;
}

function itemText(item: TraceValue): string | undefined {
  if (typeof item === 'string') return isPlainItem(item) ? item : undefined;
  if (typeof item !== 'object' || item === null) return item === undefined ? undefined : plainText(item);
  return Array.isArray(item) ? undefined : pointText(item as TraceObject);
}

function isPlainItem(text: string): boolean {
  return !/^$|^ | $|[,[\]{}"\\]/.test(text) && readPlain(text) === undefined && isPrintable(text);
}

/** Reads a list that is not JSON because of its texts; also as Java prints it, with spaces after commas. */
function readList(text: string): TraceValue | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined;
  const inner = text.slice(1, -1);
  // A comma inside a point does not separate items.
  const items = inner.match(/Point2D\.\w+\[[^[\]]*\]|[^,[\]]+|,/g) ?? [];
  if (items.join('').length !== inner.length) return undefined;
  // Items and commas must alternate; otherwise it is not a list.
  if (items.length % 2 === 0 || items.some((item, i) => (item === ',') !== (i % 2 === 1))) return undefined;
  return items.filter((_, i) => i % 2 === 0).map((item) => readItem(item.trim()));
}

function readItem(text: string): TraceValue {
  const plain = readPlain(text);
  return plain === undefined ? (readPoint(text) ?? text) : plain;
}
