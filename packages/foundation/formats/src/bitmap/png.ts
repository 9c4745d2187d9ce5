/**
 * Reads PNG pictures of every colour type and depth, interlaced or not, row by row: only a few rows of colours are in memory
 * at a time, whatever the file contains.
 *
 * Written by hand, because fast-png (8.0) inflates the pixels and the colour profile of a picture of one pixel to any size,
 * and treats the missing rows of a truncated file as black, which would be obstacles here.
 */
import { type Bitmap, requireSize } from './bitmap.js';
import { BitmapError } from './bitmap-error.js';
import type { IsDark } from './darkness.js';
import { inflate } from './inflate.js';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

export async function readPng(bytes: Uint8Array, file: string, isDark: IsDark): Promise<Bitmap> {
  const chunks = readChunks(bytes, file);
  const header = readHeader(chunks, file);
  const bitmap = { width: header.width, height: header.height, dark: new Uint8Array(header.width * header.height) };
  const scanlines = new Scanlines(header, bitmap, pixelReader(header, chunks, file, isDark), file);
  const pixelData = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  for await (const piece of inflate(pixelData)) scanlines.take(piece);
  scanlines.requireComplete();
  return bitmap;
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

/** The chunks that define the pixels; all others (text, profiles, animation) are skipped. */
const CHUNKS_READ = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT']);

/** A chunk's length, type and check sum. */
const CHUNK_FRAME = 12;

function readChunks(bytes: Uint8Array, file: string): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  for (;;) {
    const length = at + CHUNK_FRAME <= bytes.length ? view.getUint32(at) : Infinity;
    if (at + CHUNK_FRAME + length > bytes.length) {
      throw new BitmapError(file, `ends after ${bytes.length} bytes, before the end of its PNG data`);
    }
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'IEND') return chunks;
    if (chunks.length === 0 && (type !== 'IHDR' || length !== 13)) {
      throw new BitmapError(file, `starts with a chunk '${type}' of ${length} bytes; a PNG starts with an IHDR of 13`);
    }
    if (CHUNKS_READ.has(type)) {
      const data = bytes.subarray(at + 8, at + 8 + length);
      // Only the size in the header is used before the checksum is verified, so that a huge picture is rejected early.
      if (type === 'IHDR') requireSize(file, view.getUint32(at + 8), view.getUint32(at + 12));
      if (checkSum(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) {
        throw new BitmapError(file, `is corrupt: the check sum of its PNG chunk '${type}' at byte ${at} is wrong`);
      }
      chunks.push({ type, data });
    }
    at += CHUNK_FRAME + length;
  }
}

const CHECK_SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

/** CRC-32, as PNG has it. */
function checkSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) sum = CHECK_SUMS[(sum ^ bytes[i]!) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly channels: number;
  readonly isInterlaced: boolean;
}

const GREY = 0;
const COLOUR = 2;
const PALETTE = 3;
const GREY_ALPHA = 4;
const COLOUR_ALPHA = 6;

const COLOUR_TYPES = new Map([
  [GREY, { channels: 1, depths: [1, 2, 4, 8, 16] }],
  [COLOUR, { channels: 3, depths: [8, 16] }],
  [PALETTE, { channels: 1, depths: [1, 2, 4, 8] }],
  [GREY_ALPHA, { channels: 2, depths: [8, 16] }],
  [COLOUR_ALPHA, { channels: 4, depths: [8, 16] }],
]);

function readHeader(chunks: readonly Chunk[], file: string): Header {
  const { data } = onlyChunk(chunks, 'IHDR', file)!;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [depth, colourType, compression, filter, interlace] = data.subarray(8);
  const kind = COLOUR_TYPES.get(colourType!);
  if (!kind?.depths.includes(depth!)) {
    throw new BitmapError(file, `has PNG colour type ${colourType} with ${depth} bits per sample, which is invalid`);
  }
  if (compression !== 0 || filter !== 0 || interlace! > 1) {
    throw new BitmapError(
      file,
      `has PNG compression ${compression}, filter method ${filter}, interlacing ${interlace}; known are 0, 0 and 0 or 1`,
    );
  }
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth: depth!,
    colourType: colourType!,
    channels: kind.channels,
    isInterlaced: interlace === 1,
  };
}

function onlyChunk(chunks: readonly Chunk[], type: string, file: string): Chunk | undefined {
  const found = chunks.filter((chunk) => chunk.type === type);
  if (found.length > 1) throw new BitmapError(file, `expected one PNG chunk '${type}', got ${found.length}`);
  return found[0];
}

type PixelReader = (line: Uint8Array, x: number) => boolean;

/** Whether pixel x of an unfiltered line is dark. */
function pixelReader(header: Header, chunks: readonly Chunk[], file: string, isDark: IsDark): PixelReader {
  const { depth, colourType, channels } = header;
  const transparency = onlyChunk(chunks, 'tRNS', file)?.data;
  if (colourType === PALETTE) return paletteReader(header, chunks, transparency, file, isDark);
  const sample = sampleReader(depth);
  const most = (1 << depth) - 1;
  const byteOf = (value: number): number => Math.round((value * 255) / most);
  const isColoured = colourType === COLOUR || colourType === COLOUR_ALPHA;
  const hasAlpha = colourType === GREY_ALPHA || colourType === COLOUR_ALPHA;
  const clear = transparentColour(transparency, isColoured ? 3 : 1, hasAlpha, file);
  return (line, x) => {
    const first = x * channels;
    const red = sample(line, first);
    const green = isColoured ? sample(line, first + 1) : red;
    const blue = isColoured ? sample(line, first + 2) : red;
    const isClear = clear !== undefined && red === clear[0] && green === clear[1] && blue === clear[2];
    const alpha = hasAlpha ? byteOf(sample(line, first + channels - 1)) : isClear ? 0 : 255;
    return isDark(byteOf(red), byteOf(green), byteOf(blue), alpha);
  };
}

/** The one colour that a picture without alpha may declare transparent. */
function transparentColour(
  data: Uint8Array | undefined,
  samples: 1 | 3,
  hasAlpha: boolean,
  file: string,
): readonly [number, number, number] | undefined {
  if (data === undefined) return undefined;
  if (hasAlpha || data.length !== 2 * samples) {
    throw new BitmapError(
      file,
      `has a PNG chunk 'tRNS' of ${data.length} bytes, which does not go with its colour type`,
    );
  }
  const sample = sampleReader(16);
  return samples === 3
    ? [sample(data, 0), sample(data, 1), sample(data, 2)]
    : [sample(data, 0), sample(data, 0), sample(data, 0)];
}

function paletteReader(
  { depth }: Header,
  chunks: readonly Chunk[],
  alphas: Uint8Array | undefined,
  file: string,
  isDark: IsDark,
): PixelReader {
  const colours = onlyChunk(chunks, 'PLTE', file)?.data ?? new Uint8Array(0);
  const count = colours.length / 3;
  if (count < 1 || count > 256 || !Number.isInteger(count)) {
    throw new BitmapError(file, `expected a palette of 1 to 256 colours of 3 bytes, got ${colours.length} bytes`);
  }
  const isEntryDark = Array.from({ length: count }, (_, entry) =>
    isDark(colours[3 * entry]!, colours[3 * entry + 1]!, colours[3 * entry + 2]!, alphas?.[entry] ?? 255),
  );
  const sample = sampleReader(depth);
  return (line, x) => {
    const entry = sample(line, x);
    const answer = isEntryDark[entry];
    if (answer === undefined) {
      throw new BitmapError(file, `has a pixel of colour ${entry}, but a palette of ${count} colours`);
    }
    return answer;
  };
}

/** Reads sample `index` of a line. @param depth Bits per sample. */
function sampleReader(depth: number): (line: Uint8Array, index: number) => number {
  if (depth === 16) return (line, index) => (line[2 * index]! << 8) | line[2 * index + 1]!;
  if (depth === 8) return (line, index) => line[index]!;
  const perByte = 8 / depth;
  const mask = (1 << depth) - 1;
  return (line, index) => (line[Math.floor(index / perByte)]! >> (8 - depth * ((index % perByte) + 1))) & mask;
}

/** A part of the picture whose lines follow each other in the data: every `stepX`-th pixel of every `stepY`-th row. */
interface Pass {
  readonly startX: number;
  readonly startY: number;
  readonly stepX: number;
  readonly stepY: number;
}

const WHOLE: readonly Pass[] = [{ startX: 0, startY: 0, stepX: 1, stepY: 1 }];
const ADAM7: readonly Pass[] = [
  { startX: 0, startY: 0, stepX: 8, stepY: 8 },
  { startX: 4, startY: 0, stepX: 8, stepY: 8 },
  { startX: 0, startY: 4, stepX: 4, stepY: 8 },
  { startX: 2, startY: 0, stepX: 4, stepY: 4 },
  { startX: 0, startY: 2, stepX: 2, stepY: 4 },
  { startX: 1, startY: 0, stepX: 2, stepY: 2 },
  { startX: 0, startY: 1, stepX: 1, stepY: 2 },
];

/** Receives the inflated data in pieces, and marks the dark pixels of every complete line. */
class Scanlines {
  private readonly header: Header;
  private readonly bitmap: Bitmap;
  private readonly isDarkAt: PixelReader;
  private readonly file: string;
  private readonly passes: Pass[];
  /** Offset from a byte to the same byte of the pixel to its left. */
  private readonly pixelLength: number;
  /** The lines of the present pass, with their filter byte in front. */
  private line = new Uint8Array(0);
  private above = new Uint8Array(0);
  private filled = 0;
  private y = 0;

  constructor(header: Header, bitmap: Bitmap, isDarkAt: PixelReader, file: string) {
    this.header = header;
    this.bitmap = bitmap;
    this.isDarkAt = isDarkAt;
    this.file = file;
    this.pixelLength = Math.max(1, (header.depth * header.channels) / 8);
    // In a small picture some passes have no pixels, and therefore no lines.
    this.passes = (header.isInterlaced ? ADAM7 : WHOLE).filter(
      ({ startX, startY }) => startX < header.width && startY < header.height,
    );
    this.startPass();
  }

  take(data: Uint8Array): void {
    let at = 0;
    while (at < data.length) {
      if (this.passes.length === 0) {
        const { width, height } = this.header;
        throw new BitmapError(this.file, `is corrupt: it has more PNG data than its ${width} × ${height} pixels need`);
      }
      const length = Math.min(data.length - at, this.line.length - this.filled);
      this.line.set(data.subarray(at, at + length), this.filled);
      at += length;
      this.filled += length;
      if (this.filled === this.line.length) this.finishLine();
    }
  }

  requireComplete(): void {
    if (this.passes.length === 0) return;
    throw new BitmapError(this.file, 'is corrupt: its PNG data ends before its last pixel');
  }

  private startPass(): void {
    const pass = this.passes[0];
    if (pass === undefined) return;
    const { width, depth, channels } = this.header;
    const pixels = Math.ceil((width - pass.startX) / pass.stepX);
    const length = 1 + Math.ceil((pixels * depth * channels) / 8);
    this.line = new Uint8Array(length);
    this.above = new Uint8Array(length);
    this.filled = 0;
    this.y = pass.startY;
  }

  private finishLine(): void {
    const { startX, stepX, stepY } = this.passes[0]!;
    const { width, height, dark } = this.bitmap;
    if (!unfilter(this.line, this.above, this.pixelLength)) {
      throw new BitmapError(this.file, `is corrupt: line ${this.y} has PNG filter ${this.line[0]}; known are 0 to 4`);
    }
    const pixels = this.line.subarray(1);
    for (let x = startX, index = 0; x < width; x += stepX, index++) {
      if (this.isDarkAt(pixels, index)) dark[this.y * width + x] = 1;
    }
    [this.line, this.above] = [this.above, this.line];
    this.filled = 0;
    this.y += stepY;
    if (this.y < height) return;
    this.passes.shift();
    this.startPass();
  }
}

/** Undoes the filter of a line (PNG specification, 9.2), whose number is its byte 0; false if the filter is unknown. */
function unfilter(line: Uint8Array, above: Uint8Array, pixelLength: number): boolean {
  const filter = line[0]!;
  if (filter === 0) return true;
  if (filter > 4) return false;
  for (let i = 1; i < line.length; i++) {
    const left = i > pixelLength ? line[i - pixelLength]! : 0;
    const up = above[i]!;
    const upLeft = i > pixelLength ? above[i - pixelLength]! : 0;
    const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, upLeft);
    line[i] = line[i]! + guess;
  }
  return true;
}

function paeth(left: number, up: number, upLeft: number): number {
  const byLeft = Math.abs(up - upLeft);
  const byUp = Math.abs(left - upLeft);
  const byUpLeft = Math.abs(left + up - 2 * upLeft);
  if (byLeft <= byUp && byLeft <= byUpLeft) return left;
  return byUp <= byUpLeft ? up : upLeft;
}
