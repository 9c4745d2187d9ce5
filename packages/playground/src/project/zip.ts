/** Files in one archive, as they are: a dozen small texts need no compression, and no library. */

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 1 January 1980, the first day that the format knows: the same files give the same archive. */
const FIRST_DAY = 0x21;
/** Names are UTF-8. */
const UTF8 = 0x0800;
const VERSION = 20;

export function zip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const letters = new TextEncoder().encode(name);
    const facts = [VERSION, UTF8, 0, 0, FIRST_DAY];
    const sizes = [crc32(bytes), bytes.length, bytes.length];
    const local = fields(LOCAL, facts, sizes, [letters.length, 0]);
    directory.push(fields(CENTRAL, [VERSION, ...facts], sizes, [letters.length, 0, 0, 0, 0], [0, offset]), letters);
    parts.push(local, letters, bytes);
    offset += local.length + letters.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = fields(END, [0, 0, entries.length, entries.length], [size, offset], [0]);
  return joined([...parts, ...directory, end]);
}

/** A signature, then numbers of 16, 32, 16 and 32 bits. */
function fields(
  signature: number,
  ...[short1, long1, short2, long2 = []]: readonly (readonly number[])[]
): Uint8Array<ArrayBuffer> {
  const numbers: (readonly [size: 2 | 4, value: number])[] = [
    [4, signature],
    ...short1!.map((value) => [2, value] as const),
    ...long1!.map((value) => [4, value] as const),
    ...short2!.map((value) => [2, value] as const),
    ...long2.map((value) => [4, value] as const),
  ];
  const bytes = new Uint8Array(numbers.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ TABLE[(rest ^ byte) & 0xff]!;
  return (rest ^ 0xffffffff) >>> 0;
}
