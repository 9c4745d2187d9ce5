/** Also ends data that contain themselves. */
const MAX_DEPTH = 64;

/**
 * Freezes plain data recursively; returns what is wrong if they are not plain. Frozen data are checked again each time,
 * since remembering them in a weak set costs four times as much.
 */
export function freezePlainData(data: unknown): string | undefined {
  const problem = freeze(data, 0);
  return problem === undefined ? undefined : `${problem.what}${problem.path === '' ? '' : ` at ${problem.path}`}`;
}

/** The path is built on the way back, so that valid data cost nothing. */
interface Problem {
  readonly what: string;
  readonly path: string;
}

function freeze(data: unknown, depth: number): Problem | undefined {
  switch (typeof data) {
    case 'object':
      return data === null ? undefined : Array.isArray(data) ? freezeArray(data, depth) : freezeObject(data, depth);
    case 'undefined':
    case 'boolean':
    case 'number':
    case 'string':
      return undefined;
    default:
      return { what: `a ${typeof data}`, path: '' };
  }
}

function freezeArray(data: readonly unknown[], depth: number): Problem | undefined {
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  for (let i = 0; i < data.length; i++) {
    const item = data[i];
    // Most lists contain ids.
    if (typeof item === 'number') continue;
    const problem = item === undefined ? NOTHING : freeze(item, depth + 1);
    if (problem !== undefined) return { what: problem.what, path: `[${i}]${problem.path}` };
  }
  Object.freeze(data);
  return undefined;
}

function freezeObject(data: object, depth: number): Problem | undefined {
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  const prototype: unknown = Object.getPrototypeOf(data);
  if (prototype !== Object.prototype && prototype !== null) return { what: `a ${nameOf(data)}`, path: '' };
  // A plain object has only its own keys; listing them would double the cost.
  for (const key in data) {
    const problem = freeze((data as Record<string, unknown>)[key], depth + 1);
    if (problem !== undefined) return { what: problem.what, path: `.${key}${problem.path}` };
  }
  Object.freeze(data);
  return undefined;
}

/** JSON would turn it into null. */
const NOTHING: Problem = { what: 'an undefined item', path: '' };

const TOO_DEEP: Problem = { what: `more than ${MAX_DEPTH} levels, or itself, inside it`, path: '' };

function nameOf(data: object): string {
  const { constructor } = data as { constructor?: { name?: unknown } };
  return typeof constructor?.name === 'string' && constructor.name !== '' ? constructor.name : 'class instance';
}

/** JSON that is the same for equal data, whatever the order of their keys. */
export function canonicalJson(data: unknown, ofNumber: (value: number) => unknown = (value) => value): string {
  return JSON.stringify(data, (_key, value: unknown) => {
    if (typeof value === 'number') return ofNumber(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
