/** JSON without the positions of its parts: in a line of properties, in `--set`, or in a large file. */
import type { Place } from '@kineko/formats/problem';
import { MAX_DEPTH, REFUSED_KEYS } from '@kineko/formats/text';
import type { Raw } from '@kineko/run/settings';

export function looksInline(text: string): boolean {
  return /^[[{]/.test(text);
}

/** Undefined if the text is not JSON, or contains refused names; the YAML reader then reports the problem. */
export function inlineJson(text: string, place: Place): Raw | undefined {
  try {
    return rawOf(JSON.parse(text), place, MAX_DEPTH);
  } catch {
    return undefined;
  }
}

function rawOf(value: unknown, place: Place, depth: number): Raw {
  if (depth === 0) throw new RangeError('too deep');
  if (Array.isArray(value)) {
    return { kind: 'list', place, items: value.map((item) => rawOf(item, place, depth - 1)) };
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => {
      if (REFUSED_KEYS.includes(name)) throw new RangeError('a refused name');
      return { key: name, place, value: rawOf(member, place, depth - 1) };
    });
    return { kind: 'map', place, members };
  }
  if (typeof value === 'string') return { kind: 'scalar', place, isQuoted: true, text: value };
  return { kind: 'scalar', place, isQuoted: false, text: value === null ? '' : JSON.stringify(value) };
}
