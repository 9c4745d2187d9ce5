/** CRC-32 as in zlib, gzip and PNG. Written out, since Node's own is not in pages; eight bytes per step. */
const POLYNOMIAL = 0xedb88320;
const SLICES = 8;

/** Row k continues a checksum over a byte that k zero bytes follow. */
const table = new Int32Array(SLICES * 256);
for (let byte = 0; byte < 256; byte++) {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (POLYNOMIAL & -(sum & 1));
  table[byte] = sum;
}
for (let i = 256; i < table.length; i++) table[i] = (table[i - 256]! >>> 8) ^ table[table[i - 256]! & 0xff]!;

/** @param before Checksum of the bytes before these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const t = table;
  let sum = ~before;
  let i = 0;
  for (const end = bytes.length - SLICES; i <= end; i += SLICES) {
    sum ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    sum =
      t[1792 + (sum & 0xff)]! ^
      t[1536 + ((sum >>> 8) & 0xff)]! ^
      t[1280 + ((sum >>> 16) & 0xff)]! ^
      t[1024 + (sum >>> 24)]! ^
      t[768 + bytes[i + 4]!]! ^
      t[512 + bytes[i + 5]!]! ^
      t[256 + bytes[i + 6]!]! ^
      t[bytes[i + 7]!]!;
  }
  for (; i < bytes.length; i++) sum = (sum >>> 8) ^ t[(sum ^ bytes[i]!) & 0xff]!;
  return ~sum >>> 0;
}
