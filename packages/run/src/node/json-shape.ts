/** Plain data of a known shape, read from JSON that anybody may have written: what is wrong is collected, all of it. */

/** Gives what was read, or tells what is wrong with it at that path and gives anything. */
export type Shape<T> = (value: unknown, path: string, wrong: (path: string, text: string) => void) => T;

type Read<S> = S extends Shape<infer T> ? T : never;

export const text: Shape<string> = (value, path, wrong) => {
  if (typeof value === 'string') return value;
  wrong(path, `is ${shown(value)}; it must be a text`);
  return '';
};

const SPECIAL = new Map([NaN, Infinity, -Infinity].map((number) => [String(number), number]));

/** Those that JSON has no numbers for are texts. */
export const number: Shape<number> = (value, path, wrong) => {
  if (typeof value === 'number') return value;
  const special = typeof value === 'string' ? SPECIAL.get(value) : undefined;
  if (special !== undefined) return special;
  wrong(path, `is ${shown(value)}; it must be a number`);
  return 0;
};

export const flag: Shape<boolean> = (value, path, wrong) => {
  if (typeof value === 'boolean') return value;
  wrong(path, `is ${shown(value)}; it must be true or false`);
  return false;
};

export function matching(pattern: RegExp, what: string): Shape<string> {
  return (value, path, wrong) => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    wrong(path, `is ${shown(value)}; it must be ${what}`);
    return '';
  };
}

export function oneOf<const T extends string | number>(...allowed: readonly [T, ...T[]]): Shape<T> {
  return (value, path, wrong) => {
    const found = allowed.find((each) => each === value);
    if (found !== undefined) return found;
    wrong(path, `is ${shown(value)}; it must be ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`);
    return allowed[0];
  };
}

export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, path, wrong) => (value === undefined ? undefined : shape(value, path, wrong));
}

export function list<T>(shape: Shape<T>): Shape<T[]> {
  return (value, path, wrong) => {
    if (Array.isArray(value)) return value.map((each, i) => shape(each, `${path}[${i}]`, wrong));
    wrong(path, `is ${shown(value)}; it must be a list`);
    return [];
  };
}

/** Of any names. */
export function table<T>(shape: Shape<T>): Shape<Record<string, T>> {
  return (value, path, wrong) => {
    const entries = Object.entries(membersOf(value, path, wrong));
    return Object.fromEntries(entries.map(([key, each]) => [key, shape(each, below(path, key), wrong)]));
  };
}

/** Members that are not asked for are left out. */
export function object<S extends Readonly<Record<string, Shape<unknown>>>>(
  shapes: S,
): Shape<{ [K in keyof S]: Read<S[K]> }> {
  return (value, path, wrong) => {
    const members = membersOf(value, path, wrong);
    const isObject = members === value;
    const entries = Object.entries(shapes).map(([key, shape]) => {
      // What is wrong with the whole need not be said of each part.
      return [key, shape(members[key], below(path, key), isObject ? wrong : () => {})] as const;
    });
    return Object.fromEntries(entries.filter(([, each]) => each !== undefined)) as { [K in keyof S]: Read<S[K]> };
  };
}

function membersOf(value: unknown, path: string, wrong: (path: string, text: string) => void): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  wrong(path, `is ${shown(value)}; it must be an object`);
  return {};
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const json = JSON.stringify(value);
  return json.length <= 60 ? json : `${json.slice(0, 60)}…`;
}

/** As `number` reads them. */
export function jsonNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
