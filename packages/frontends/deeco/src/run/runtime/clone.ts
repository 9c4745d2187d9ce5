/** Copies of what components know: all the way down, so that nobody changes what is another's. */

/** For a class whose objects know better how they are copied, or need not be: `[CLONE]() { return this; }`. */
export const CLONE = Symbol('clone');

interface Cloneable {
  [CLONE](): unknown;
}

/**
 * Objects keep their classes, and what is shared within the value stays shared. Functions are not copied. Objects with
 * `#private` members need a `[CLONE]` method: nobody else can copy those.
 */
export function deepClone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (CLONE in value) return (value as Cloneable)[CLONE]() as T;
  return clone(value, new Map()) as T;
}

function clone(value: unknown, done: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = done.get(value);
  if (known !== undefined) return known;
  if (CLONE in value) return kept(value, (value as Cloneable)[CLONE](), done);
  if (Array.isArray(value)) {
    const copy = kept(value, new Array<unknown>(value.length), done);
    for (const [i, item] of value.entries()) copy[i] = clone(item, done);
    return copy;
  }
  if (value instanceof Map) {
    const copy = kept(value, new Map<unknown, unknown>(), done);
    for (const [key, item] of value) copy.set(clone(key, done), clone(item, done));
    return copy;
  }
  if (value instanceof Set) {
    const copy = kept(value, new Set<unknown>(), done);
    for (const item of value) copy.add(clone(item, done));
    return copy;
  }
  if (ArrayBuffer.isView(value)) return kept(value, copyOfBytes(value), done);
  const copy = kept(value, Object.create(Object.getPrototypeOf(value) as object | null) as object, done);
  for (const key of Object.keys(value)) {
    const item = clone((value as Readonly<Record<string, unknown>>)[key], done);
    // Defined, where its class has something of that name: a setter must not see it, and `__proto__` is a name like any other.
    if (key in copy)
      Object.defineProperty(copy, key, { value: item, writable: true, enumerable: true, configurable: true });
    else (copy as Record<string, unknown>)[key] = item;
  }
  return copy;
}

function kept<T>(original: object, copy: T, done: Map<object, unknown>): T {
  done.set(original, copy);
  return copy;
}

function copyOfBytes(view: ArrayBufferView): ArrayBufferView {
  if (view instanceof DataView)
    return new DataView(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
  return (view as Uint8Array).slice();
}
