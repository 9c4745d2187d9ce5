import { zipSync } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The earliest date of the format, so that the same files give the same archive. */
const mtime = new Date(1980, 0, 1);

export function zip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  return zipSync(Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes])), { level: 0, mtime });
}
