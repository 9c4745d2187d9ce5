/** Deeper than this nothing is meant to be nested; it also ends what contains itself. */
const MOST_DEPTH = 64;

/** What has been frozen, or found to be, all the way down: contents are often sent again. */
const known = new WeakSet<object>();

/** Freezes plain data all the way down; what is wrong with it, if it is none. */
export function freezePlainData(data: unknown): string | undefined {
  return freeze(data, 0, '');
}

function freeze(data: unknown, depth: number, path: string): string | undefined {
  switch (typeof data) {
    case 'object':
      return data === null || known.has(data) ? undefined : freezeObject(data, depth, path);
    case 'undefined':
    case 'boolean':
    case 'number':
    case 'string':
      return undefined;
    default:
      return `a ${typeof data}${at(path)}`;
  }
}

function freezeObject(data: object, depth: number, path: string): string | undefined {
  if (depth >= MOST_DEPTH) return `more than ${MOST_DEPTH} levels, or itself, inside it${at(path)}`;
  if (Array.isArray(data)) {
    for (let i = 0; i < data.length; i++) {
      const problem = freeze(data[i], depth + 1, `${path}[${i}]`);
      if (problem !== undefined) return problem;
    }
  } else {
    const prototype: unknown = Object.getPrototypeOf(data);
    if (prototype !== Object.prototype && prototype !== null) return `a ${nameOf(data)}${at(path)}`;
    for (const key of Object.keys(data)) {
      const problem = freeze((data as Record<string, unknown>)[key], depth + 1, `${path}.${key}`);
      if (problem !== undefined) return problem;
    }
  }
  Object.freeze(data);
  known.add(data);
  return undefined;
}

function nameOf(data: object): string {
  const { constructor } = data as { constructor?: { name?: unknown } };
  return typeof constructor?.name === 'string' && constructor.name !== '' ? constructor.name : 'class instance';
}

function at(path: string): string {
  return path === '' ? '' : ` at ${path}`;
}
