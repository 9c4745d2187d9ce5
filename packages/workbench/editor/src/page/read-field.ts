/** What is typed into a field: a value, or what would be right. */
import type { Field } from '../kinds.js';
import type { PropertyValue } from '../model.js';

/** Undefined takes the value away. */
export type FieldReading = { readonly value: PropertyValue | undefined } | { readonly wrong: string };

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
  return { wrong: `a ${isWhole ? 'whole ' : ''}number${bounds.join(',')} is right` };
}
