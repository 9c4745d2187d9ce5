import { crc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { zip } from './zip.js';

/** The contents of an archive, read through its central directory. */
function unzipped(archive: Uint8Array): Record<string, string> {
  const view = new DataView(archive.buffer);
  const end = archive.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const found: Record<string, string> = {};
  let at = view.getUint32(end + 16, true);
  for (let k = 0; k < view.getUint16(end + 10, true); k++) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const size = view.getUint32(at + 20, true);
    const letters = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true);
    const bytes = archive.subarray(start, start + size);
    expect(view.getUint32(at + 16, true)).toBe(crc32(bytes));
    found[new TextDecoder().decode(archive.subarray(at + 46, at + 46 + letters))] = new TextDecoder().decode(bytes);
    at += 46 + letters;
  }
  expect(at).toBe(end);
  return found;
}

test('an archive gives back what was put into it', () => {
  const files = { 'a.config': 'seed = 1\n', 'maps/über.txt': 'größer', 'empty.ts': '' };
  const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const archive = zip(Object.entries(files).map(([name, text]) => ({ name, bytes: bytesOf(text) })));
  expect(unzipped(archive)).toEqual(files);
});
