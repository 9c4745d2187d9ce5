/** Reads the input of a field: a value, or a message with what is expected. */
import type { PropertyValue } from '../model.js';
import type { Field } from '../world-format.js';

/** An undefined value removes the property. */
type FieldReading = { readonly value: PropertyValue | undefined } | { readonly problem: string };

export function readField(field: Field, text: string): FieldReading {
  const plain = text.trim();
  if (plain === '') return { value: undefined };
  if (field.type !== 'number') return { value: plain };
  const value = Number(plain.replace(',', '.'));
  const { least = -Infinity, most = Infinity, isAbove = false, isWhole = false } = field;
  const isWithin = value <= most && (isAbove ? value > least : value >= least);
  if (Number.isFinite(value) && isWithin && (!isWhole || Number.isInteger(value))) return { value };
  const bounds = [
    ...(least > -Infinity ? [isAbove ? ` above ${least}` : ` from ${least} on`] : []),
    ...(most < Infinity ? [` up to ${most}`] : []),
  ];
  return { problem: `expected ${isWhole ? 'an integer' : 'a number'}${bounds.join(',')}` };
}
