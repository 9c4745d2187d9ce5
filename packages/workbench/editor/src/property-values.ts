/** Reads and compares properties of shapes and worlds, by a table of fields. */
import type { Field } from './world-format.js';
import type { Properties, PropertyValue } from './model.js';

/** A finite number, or the number in a text; undefined otherwise. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The values of some fields; an invalid number stays a text. */
export function propertiesBy(fields: readonly Field[], valueOf: (name: string) => unknown): Properties {
  const properties: Record<string, PropertyValue> = {};
  for (const { name, type } of fields) {
    const value = valueOf(name);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    if (type === 'flag') properties[name] = ['true', '1'].includes(String(value).trim());
    else if (type === 'number') properties[name] = numberOf(value) ?? String(value);
    else properties[name] = String(value);
  }
  return properties;
}

/** Changed values; undefined for removed ones. */
export function changedProperties(before: Properties, now: Properties): Record<string, PropertyValue | undefined> {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Object.fromEntries([...names].filter((name) => before[name] !== now[name]).map((name) => [name, now[name]]));
}
