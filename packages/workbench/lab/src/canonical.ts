/** Text that is the same for equal data, whatever the order of fields, and its hash. */
import { ResultHash } from '@kineko/run';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

export function canonical(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}

/** 32 hexadecimal digits. */
export async function hashOf(text: string): Promise<string> {
  const hash = await ResultHash.create();
  hash.write(new TextEncoder().encode(text));
  return hash.digest();
}
