/**
 * Freezes the objects that the robots of a run share in one process: those of the language and of the library. Each robot has
 * its own copy of the submission, so robots can only communicate through the simulation.
 */

/** Freezes everything that is reachable through properties and prototypes. */
export function freezeShared(roots: readonly object[]): void {
  allowOverriding();
  // These properties hold the last text that was searched.
  for (const key of Object.getOwnPropertyNames(RegExp)) {
    if (!['length', 'name', 'prototype'].includes(key)) Reflect.deleteProperty(RegExp, key);
  }
  const seen = new Set<object>();
  const waiting: unknown[] = [...roots];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (((typeof value !== 'object' || value === null) && typeof value !== 'function') || seen.has(value)) continue;
    seen.add(value);
    waiting.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key)!;
      waiting.push(descriptor.value, descriptor.get, descriptor.set);
    }
    freeze(value);
  }
}

function freeze(value: object): void {
  try {
    Object.freeze(value);
  } catch {
    // Typed arrays cannot be frozen; none of them is shared.
    Object.preventExtensions(value);
  }
}

/**
 * An object that inherits a frozen property cannot override it by assignment: `error.name = 'Mine'` would throw. Where that is
 * common, the property gets a setter that defines it on the object.
 */
function allowOverriding(): void {
  const errors = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError];
  for (const { prototype } of [Object, Function, ...errors]) {
    for (const key of Reflect.ownKeys(prototype)) {
      const property: TypedPropertyDescriptor<unknown> = Object.getOwnPropertyDescriptor(prototype, key)!;
      if (property.writable !== true || property.configurable !== true || key === 'constructor') continue;
      Reflect.defineProperty(prototype, key, {
        configurable: true,
        enumerable: false,
        get: () => property.value,
        set(this: unknown, own: unknown) {
          if (this === prototype) throw new TypeError(`${String(key)} of a shared object cannot be changed`);
          Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
        },
      });
    }
  }
}
