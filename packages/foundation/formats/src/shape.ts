/**
 * Shapes of data from outside: JSON, YAML, messages. A shape is a schema of zod/mini, which evaluates no code at run time,
 * so that pages can use it under their content policy. `checkShape` reports all problems of a value, each with its position
 * and in the same form.
 */
import type { output, ZodMiniType } from 'zod/mini';
import { array, custom, number, pipe, refine, safeParse, string, transform, unknown } from 'zod/mini';
import { expected, inOrder, InputError, oneOf, type Place, type Problem, shown, unknownName } from './problem.js';

export type Path = readonly PropertyKey[];

/** Data, and the position of each part in a text. */
export interface Source {
  readonly data: unknown;
  /** Position of a part or of its key, or of the nearest existing part around it. */
  placeOf?(path: Path, isKey: boolean): Place;
  /** Name of the whole in messages. */
  readonly root?: string;
}

/** An issue as zod passes it to the function that makes its message. */
interface Issue {
  readonly code: string;
  readonly input?: unknown;
  readonly inst?: unknown;
  readonly [detail: string]: unknown;
}

/** Options of a schema: what it expects, as the end of "expected …". */
export function described(what: string): { readonly error: (issue: Issue) => string | undefined } {
  // For an unknown key or kind, the default message, which names it, is better.
  const isNamed = ({ code, discriminator }: Issue): boolean =>
    code === 'unrecognized_keys' || (code === 'invalid_union' && discriminator !== undefined);
  return { error: (issue) => (isNamed(issue) ? undefined : expected(what, issue.input)) };
}

export function nonBlank(what: string) {
  return string(described(what)).check(refine((text) => text.trim() !== '', described(what)));
}

/** A finite number that satisfies a condition. */
export function numberWhere(what: string, isValid: (value: number) => boolean) {
  return number(described(what)).check(refine(isValid, described(what)));
}

/** @param besides What else is expected. */
export function numberFrom(min: number, max: number, besides = '') {
  return numberWhere(`a number from ${min} to ${max}${besides}`, (value) => value >= min && value <= max);
}

export function integerFrom(min: number, max = Number.MAX_SAFE_INTEGER) {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `${min} on` : `${min} to ${max}`;
  return numberWhere(`an integer from ${bounds}`, (n) => Number.isInteger(n) && n >= min && n <= max);
}

/** A list whose length is checked before its items are. */
export function listUpTo<S extends ZodMiniType>(item: S, max: number) {
  const what = described(`a list of at most ${max}`);
  return pipe(array(unknown(), what).check(refine((list) => list.length <= max, what)), array(item));
}

/** An object with any keys. Unlike zod's `record`, it keeps a key `__proto__` like any other. */
export function table<S extends ZodMiniType>(item: S) {
  const isObject = (data: unknown): boolean => typeof data === 'object' && data !== null && !Array.isArray(data);
  return pipe(
    custom<Readonly<Record<string, unknown>>>(isObject, described('an object')),
    transform((data, context): Readonly<Record<string, output<S>>> => {
      const entries = Object.entries(data).map(([key, value]) => {
        const result = safeParse(item, value, WORDS);
        if (result.success) return [key, result.data] as const;
        for (const issue of result.error.issues)
          context.issues.push({ ...issue, path: [key, ...issue.path], input: value } as (typeof context.issues)[0]);
        return [key, value as output<S>] as const;
      });
      return Object.fromEntries(entries);
    }),
  );
}

interface Checked<T> {
  /** Undefined if there are problems. */
  readonly value: T | undefined;
  readonly problems: readonly Problem[];
}

/** Returns all problems of the data, or the value that the schema derives from it. */
export function checkShape<S extends ZodMiniType>(schema: S, source: Source): Checked<output<S>> {
  const result = safeParse(schema, source.data, WORDS);
  if (result.success) return { value: result.data, problems: [] };
  const problems = flattened(result.error.issues as readonly Found[], []).flatMap(({ path, message, keys }) => {
    if (keys === undefined) return [problemAt(source, path, message)];
    const texts = JSON.parse(message) as readonly string[];
    return keys.map((key, k) => problemAt(source, path, texts[k]!, source.placeOf?.([...path, key], true)));
  });
  return { value: undefined, problems: inOrder(problems) };
}

/** An issue, with its message. */
interface Found {
  readonly code: string;
  readonly path: Path;
  readonly message: string;
  /** Unknown keys. */
  readonly keys?: readonly string[];
  /** Issues of each member of a union. */
  readonly errors?: readonly (readonly Found[])[];
}

/** Replaces the issue of a union by those of the member that takes values of this type, if there is one. */
function flattened(issues: readonly Found[], at: Path): Found[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    const tried = issue.code === 'invalid_union' ? issue.errors : undefined;
    const meant = tried?.filter((found) => found.every((each) => each.code !== 'invalid_type' || each.path.length > 0));
    return meant?.length === 1 ? flattened(meant[0]!, path) : [{ ...issue, path }];
  });
}

/** Throws an `InputError` with all problems. */
export function readShape<S extends ZodMiniType>(schema: S, source: Source): output<S> {
  const { value, problems } = checkShape(schema, source);
  if (problems.length > 0) throw new InputError(problems);
  return value as output<S>;
}

/** Maximum number of problems listed in a message: hostile data may have any number. */
const MAX_LISTED = 5;

/** Reads a message of a protocol, which has no positions. @param fail Creates the error of that protocol. */
export function readMessage<S extends ZodMiniType>(schema: S, data: unknown, fail: (text: string) => Error): output<S> {
  const { value, problems } = checkShape(schema, { data });
  if (problems.length === 0) return value as output<S>;
  const more = problems.length > MAX_LISTED ? `; and ${problems.length - MAX_LISTED} more` : '';
  throw fail(
    `${problems
      .slice(0, MAX_LISTED)
      .map(({ text }) => text)
      .join('; ')}${more}`,
  );
}

/** The JSON of a message. @param fail Creates the error of the protocol. */
export function parseMessage(data: string | Uint8Array, fail: (text: string, cause?: unknown) => Error): unknown {
  if (typeof data !== 'string') throw fail('expected text, got bytes');
  try {
    return JSON.parse(data) as unknown;
  } catch (cause) {
    throw fail(`expected JSON, got ${shown(data)}`, cause);
  }
}

/** A problem of one part of the data, for checks that a schema cannot express. */
export function problemAt(source: Source, path: Path, text: string, place = source.placeOf?.(path, false)): Problem {
  const name = pathText(path, source.root);
  return { severity: 'error', ...(place && { place }), text: name === '' ? text : `${name}: ${text}` };
}

/** `children[0].hulls`. */
function pathText(path: Path, root = ''): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, root);
}

/** The default message of an issue. */
function textOf(issue: Issue): string {
  const { code, input } = issue;
  switch (code) {
    case 'invalid_type':
      return expected(TYPES[issue['expected'] as string] ?? String(issue['expected']), input);
    case 'invalid_value':
      return expected(oneOf((issue['values'] as unknown[]).map(shown)), input);
    case 'invalid_union':
      return unionText(issue);
    case 'unrecognized_keys':
      // One text per key, since each key has its own position.
      return JSON.stringify((issue['keys'] as string[]).map((key) => unknownName('key', key, keysOf(issue.inst))));
    default:
      return expected('a valid value', input);
  }
}

const WORDS = { error: (issue: unknown) => textOf(issue as Issue) };

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a finite number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  tuple: 'a list',
};

/** The message for a value of a union, about its discriminator if it has one. */
function unionText({ discriminator, options, input }: Issue): string {
  if (typeof discriminator !== 'string') return expected('a valid value', input);
  const value = (input as Readonly<Record<string, unknown>>)[discriminator];
  const known = options as readonly string[];
  return typeof value === 'string' ? unknownName(discriminator, value, known) : expected(oneOf(known), value);
}

function keysOf(schema: unknown): readonly string[] {
  const { def } = (schema as { readonly _zod: { readonly def: { readonly shape?: object } } })._zod;
  return Object.keys(def.shape ?? {});
}
