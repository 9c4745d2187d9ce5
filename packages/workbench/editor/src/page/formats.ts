/** The world formats that the page can edit. Front ends declare them; the page is started with the list. */
import type { WorldFormat } from '../world-format.js';
import type { WorldDocument } from '../model.js';

export type WorldFormats = Readonly<Record<string, WorldFormat>>;

const known = new Map<string, WorldFormat>();

/** Call once, before a world is opened. */
export function useFormats(formats: WorldFormats): void {
  for (const [name, format] of Object.entries(formats)) known.set(name, format);
}

export function formatOf({ format }: Pick<WorldDocument, 'format'>): WorldFormat {
  const found = known.get(format);
  if (found === undefined)
    throw new Error(`unknown world format '${format}'; expected one of ${[...known.keys()].join(', ')}`);
  return found;
}
