/** Deep copies of knowledge, so that no component can change the knowledge of another. */

/** Implemented by classes with their own way of copying; an immutable one returns itself: `[CLONE]() { return this; }`. */
export const CLONE = Symbol('clone');

interface Cloneable {
  [CLONE](): unknown;
}

/**
 * Objects keep their classes, and references shared within the value stay shared. Functions are not copied. Classes with
 * `#private` members need a `[CLONE]` method, because nothing else can copy those.
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
  if (CLONE in value) return remembered(value, (value as Cloneable)[CLONE](), done);
  if (Array.isArray(value)) {
    const copy = remembered(value, new Array<unknown>(value.length), done);
    for (const [i, item] of value.entries()) copy[i] = clone(item, done);
    return copy;
  }
  if (value instanceof Map) {
    const copy = remembered(value, new Map<unknown, unknown>(), done);
    for (const [key, item] of value) copy.set(clone(key, done), clone(item, done));
    return copy;
  }
  if (value instanceof Set) {
    const copy = remembered(value, new Set<unknown>(), done);
    for (const item of value) copy.add(clone(item, done));
    return copy;
  }
  if (ArrayBuffer.isView(value)) return remembered(value, copyOfBytes(value), done);
  const copy = remembered(value, Object.create(Object.getPrototypeOf(value) as object | null) as object, done);
  for (const key of Object.keys(value)) {
    const item = clone((value as Readonly<Record<string, unknown>>)[key], done);
    // Not assigned if the class has a member of that name: that would call a setter, or the one of `__proto__`.
    if (key in copy)
      Object.defineProperty(copy, key, { value: item, writable: true, enumerable: true, configurable: true });
    else (copy as Record<string, unknown>)[key] = item;
  }
  return copy;
}

function remembered<T>(original: object, copy: T, done: Map<object, unknown>): T {
  done.set(original, copy);
  return copy;
}

function copyOfBytes(view: ArrayBufferView): ArrayBufferView {
  if (view instanceof DataView)
    return new DataView(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
  return (view as Uint8Array).slice();
}
