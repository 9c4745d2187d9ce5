/**
 * What a class is for, written on it: an author's file may bring a copy of Kineko along, whose classes are not the running
 * copy's, and are known all the same.
 */
export const ALGORITHM: unique symbol = Symbol.for('kineko.algorithm') as never;

export const COMPOSITION: unique symbol = Symbol.for('kineko.composition') as never;

export function hasBrand(value: unknown, brand: symbol): boolean {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    (value as Readonly<Record<symbol, unknown>>)[brand] === true
  );
}
