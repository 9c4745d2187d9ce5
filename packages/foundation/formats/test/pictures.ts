/** Tiny encoders, so that tests can make any picture, right or wrong. */
import { deflateSync } from 'node:zlib';

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Bit by bit, unlike the reader's. */
function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}

export function join(...parts: ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

function bigEndian(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function littleEndian(value: number, length: 2 | 4): number[] {
  return bigEndian(value).toReversed().slice(0, length);
}

export function pngChunk(type: string, data: ArrayLike<number>): Uint8Array {
  const named = join(
    Array.from(type, (letter) => letter.charCodeAt(0)),
    data,
  );
  return join(bigEndian(data.length), named, bigEndian(crc(named)));
}

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly interlace?: number;
  readonly palette?: ArrayLike<number>;
  readonly transparency?: ArrayLike<number>;
  /** Filter bytes and lines; deflated here. */
  readonly lines: ArrayLike<number>;
  /** Number of IDAT chunks. */
  readonly pieces?: number;
  readonly extraChunks?: readonly Uint8Array[];
}

export function png(parts: PngParts): Uint8Array {
  const { width, height, depth, colourType, interlace = 0, palette, transparency, lines, pieces = 1 } = parts;
  const data = deflateSync(Uint8Array.from(lines));
  const size = Math.ceil(data.length / pieces);
  return join(
    PNG_SIGNATURE,
    pngChunk('IHDR', [...bigEndian(width), ...bigEndian(height), depth, colourType, 0, 0, interlace]),
    ...(parts.extraChunks ?? []),
    ...(palette ? [pngChunk('PLTE', palette)] : []),
    ...(transparency ? [pngChunk('tRNS', transparency)] : []),
    ...Array.from({ length: pieces }, (_, i) => pngChunk('IDAT', data.subarray(i * size, (i + 1) * size))),
    pngChunk('IEND', []),
  );
}

/** Packs samples of a line, the first in the highest bits. */
export function packed(samples: readonly number[], depth: number): number[] {
  const bits = samples.flatMap((sample) => Array.from({ length: depth }, (_, i) => (sample >> (depth - 1 - i)) & 1));
  while (bits.length % 8 !== 0) bits.push(0);
  return Array.from({ length: bits.length / 8 }, (_, byte) =>
    bits.slice(8 * byte, 8 * byte + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
}

/** A line as PNG filters it, by the definition in the specification. */
export function filtered(
  filter: number,
  line: readonly number[],
  above: readonly number[],
  pixelLength: number,
): number[] {
  const guess = (i: number): number => {
    const [left, up, upLeft] = [line[i - pixelLength] ?? 0, above[i] ?? 0, above[i - pixelLength] ?? 0];
    if (filter === 3) return Math.floor((left + up) / 2);
    if (filter !== 4) return [0, left, up][filter] ?? 0;
    const estimate = left + up - upLeft;
    const nearest = [left, up, upLeft].map((value, rank) => ({ value, rank, off: Math.abs(estimate - value) }));
    return nearest.sort((a, b) => a.off - b.off || a.rank - b.rank)[0]!.value;
  };
  return [filter, ...line.map((byte, i) => (byte - guess(i)) & 255)];
}

export interface BmpParts {
  readonly width: number;
  /** Negative for rows from the top. */
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly compression?: number;
  /** Length of the info header. Default: 40; 12 is that of OS/2. */
  readonly headerLength?: number;
  readonly masks?: readonly number[];
  /** Blue, green, red, 0 each; blue, green, red in an OS/2 header. */
  readonly palette?: readonly number[];
  readonly colours?: number;
  /** In the order of the file: from the bottom unless the height is negative; padded here. */
  readonly rows: readonly (readonly number[])[];
}

export function bmp(parts: BmpParts): Uint8Array {
  const { width, height, bitsPerPixel, compression = 0, headerLength = 40, masks = [], palette = [], rows } = parts;
  const size =
    headerLength === 12
      ? [...littleEndian(width, 2), ...littleEndian(height, 2), 1, 0, ...littleEndian(bitsPerPixel, 2)]
      : [
          ...littleEndian(width, 4),
          ...littleEndian(height, 4),
          ...littleEndian(1, 2),
          ...littleEndian(bitsPerPixel, 2),
          ...littleEndian(compression, 4),
          ...Array<number>(12).fill(0),
          ...littleEndian(parts.colours ?? 0, 4),
          ...Array<number>(4).fill(0),
        ];
  const maskBytes = masks.flatMap((mask) => littleEndian(mask, 4));
  const header = [...littleEndian(headerLength, 4), ...size, ...maskBytes];
  while (header.length < headerLength) header.push(0);
  const pixelsAt = 14 + header.length + palette.length;
  const pixels = rows.flatMap((row) => [...row, ...Array<number>((4 - (row.length % 4)) % 4).fill(0)]);
  const file = [0x42, 0x4d, ...littleEndian(pixelsAt + pixels.length, 4), 0, 0, 0, 0, ...littleEndian(pixelsAt, 4)];
  return join(file, header, palette, pixels);
}
