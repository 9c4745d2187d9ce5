import { describePlace } from '@kineko/formats/problem';
import type { ConfigEntry, Origin } from '@kineko/run';

/** Every value and its origin, aligned or as JSON. */
export function printConfig(entries: readonly ConfigEntry[], asJson: boolean): string {
  if (asJson) {
    const values = entries.map(({ key, value, origin }) => [key, { value, origin: describeOrigin(origin) }] as const);
    return `${JSON.stringify(Object.fromEntries(values), undefined, 2)}\n`;
  }
  const lines = entries.map(({ key, value, origin }) => [`${key} = ${value}`, describeOrigin(origin)] as const);
  const width = Math.min(
    lines.reduce((widest, [text]) => Math.max(widest, text.length), 0),
    60,
  );
  return lines.map(([text, origin]) => `${text.padEnd(width)}  # ${origin}\n`).join('');
}

function describeOrigin({ kind, place }: Origin): string {
  return place === undefined ? kind : describePlace(place);
}
