/**
 * A message is one line of JSON. Values that JSON cannot represent are objects with the only key `$`: NaN, Infinity,
 * -Infinity, -0 and undefined as `{"$":"NaN"}`; an object that has the key `$` itself as `{"$":{…}}`.
 */

/** A line that is not a valid message of the protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** Maximum depth: that of contents and requests (64) and the message around them. */
const MAX_DEPTH = 80;

export type WireMessage = Readonly<Record<string, unknown>>;

export function encode(message: object): string {
  return JSON.stringify(isPlain(message, 0) ? message : escaped(message, 0));
}

/** @throws ProtocolError */
export function decode(line: string): WireMessage {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    throw new ProtocolError(`expected a line of JSON, got ${JSON.stringify(line.slice(0, 80))}`);
  }
  if (!isObject(data)) throw new ProtocolError(`expected an object, got ${JSON.stringify(line.slice(0, 80))}`);
  return (line.includes('"$"') ? unescaped(data, 0) : data) as WireMessage;
}

export function isObject(value: unknown): value is WireMessage {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether JSON can represent the value unchanged, which is the common case. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  for (const key in value) {
    if (key === '$' || !isPlain((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false;
  }
  return true;
}

function escaped(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new ProtocolError(`expected at most ${MAX_DEPTH} levels of nesting`);
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'number') {
    return Object.is(value, -0) ? { $: '-0' } : Number.isFinite(value) ? value : { $: String(value) };
  }
  if (Array.isArray(value)) return value.map((item) => escaped(item, depth + 1));
  if (!isObject(value)) return value;
  const object = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escaped(item, depth + 1)]));
  return Object.hasOwn(value, '$') ? { $: object } : object;
}

const WORDS: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['-0', -0],
  ['undefined', undefined],
]);

function unescaped(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH * 2) throw new ProtocolError(`expected at most ${MAX_DEPTH} levels of nesting`);
  if (Array.isArray(value)) return value.map((item) => unescaped(item, depth + 1));
  if (!isObject(value)) return value;
  if (!Object.hasOwn(value, '$')) return mapped(value, depth);
  const { $: inner } = value;
  if (isObject(inner)) return mapped(inner, depth);
  if (!WORDS.has(inner)) throw new ProtocolError(`unknown word ${JSON.stringify(inner)} in "$"`);
  return WORDS.get(inner);
}

function mapped(value: object, depth: number): object {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unescaped(item, depth + 1)]));
}
