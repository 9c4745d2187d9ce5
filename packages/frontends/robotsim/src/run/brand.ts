/**
 * Symbols that mark classes: an author's file may bring its own copy of Kineko, whose classes are recognised by them although
 * `instanceof` fails.
 */
export const ALGORITHM: unique symbol = Symbol.for('kineko.algorithm') as never;

export const COMPOSITION: unique symbol = Symbol.for('kineko.composition') as never;

/** The table of the parameters of a built-in class, which an author's class may extend. */
export const PARAMETERS: unique symbol = Symbol.for('kineko.parameters') as never;

export function hasBrand(value: unknown, brand: symbol): boolean {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    (value as Readonly<Record<symbol, unknown>>)[brand] === true
  );
}
