/**
 * Reads BMP pictures of 1, 4, 8, 16, 24 and 32 bits per pixel, uncompressed or with bit fields.
 *
 * Written by hand, because bmp-ts needs Node's Buffer, which pages do not have, and fast-bmp rejects 16 bits and bit fields.
 */
import { type Bitmap, requireSize } from './bitmap.js';
import { BitmapError } from './bitmap-error.js';
import type { IsDark } from './darkness.js';

export function isBmp(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x4d; // "BM"
}

const FILE_HEADER_LENGTH = 14;
/** The oldest header, of OS/2: sizes in 16 bits, palette entries of three bytes. */
const CORE_HEADER_LENGTH = 12;
const INFO_HEADER_LENGTH = 40;
/** Offset from which longer headers contain the masks, including that for alpha. */
const MASKS_AT = FILE_HEADER_LENGTH + INFO_HEADER_LENGTH;
const HEADER_WITH_ALPHA_MASK = 56;

const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;
const COMPRESSIONS = ['none', 'RLE8', 'RLE4', 'bit fields', 'JPEG', 'PNG', 'bit fields with alpha'];

interface Header {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bitsPerPixel: number;
  readonly compression: number;
  readonly headerLength: number;
  readonly paletteAt: number;
  readonly paletteEntryLength: 3 | 4;
  readonly paletteLength: number;
  readonly pixelsAt: number;
}

export function readBmp(bytes: Uint8Array, file: string, isDark: IsDark): Bitmap {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(view, file);
  const { width, height, bitsPerPixel, pixelsAt } = header;
  const rowLength = Math.ceil((width * bitsPerPixel) / 32) * 4;
  const missing = pixelsAt + rowLength * height - bytes.length;
  if (missing > 0) {
    throw new BitmapError(
      file,
      `ends ${missing} bytes before its last pixel (${width} × ${height} at ${bitsPerPixel} bits per pixel)`,
    );
  }
  const darkAt = pixelReader(view, header, file, isDark);
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + rowLength * (header.isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) if (darkAt(row, x)) dark[y * width + x] = 1;
  }
  return { width, height, dark };
}

function readHeader(view: DataView, file: string): Header {
  if (view.byteLength < FILE_HEADER_LENGTH + CORE_HEADER_LENGTH) {
    throw new BitmapError(file, `ends after ${view.byteLength} bytes, within the header of a BMP`);
  }
  const pixelsAt = view.getUint32(10, true);
  const headerLength = view.getUint32(14, true);
  const isCore = headerLength === CORE_HEADER_LENGTH;
  if (!isCore && headerLength < INFO_HEADER_LENGTH) {
    throw new BitmapError(file, `expected a BMP header of 12, or 40 or more bytes, got ${headerLength}`);
  }
  if (FILE_HEADER_LENGTH + headerLength > view.byteLength) {
    throw new BitmapError(file, `ends after ${view.byteLength} bytes, within the header of a BMP`);
  }
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = isCore ? view.getUint16(20, true) : view.getInt32(22, true);
  const height = Math.abs(signedHeight);
  requireSize(file, width, height);
  const bitsPerPixel = view.getUint16(isCore ? 24 : 28, true);
  const compression = isCore ? UNCOMPRESSED : view.getUint32(30, true);
  requireKnownCoding(file, bitsPerPixel, compression);
  const masksAfterHeader =
    headerLength > INFO_HEADER_LENGTH ? 0 : compression === BIT_FIELDS ? 12 : compression === ALPHA_BIT_FIELDS ? 16 : 0;
  const paletteAt = FILE_HEADER_LENGTH + headerLength + masksAfterHeader;
  if (pixelsAt < paletteAt || pixelsAt > view.byteLength) {
    throw new BitmapError(
      file,
      `says that its pixels start at byte ${pixelsAt}; its header ends at ${paletteAt} and the file at ${view.byteLength}`,
    );
  }
  const paletteEntryLength = isCore ? 3 : 4;
  const colours = isCore ? 0 : view.getUint32(46, true);
  const mostColours = bitsPerPixel <= 8 ? 1 << bitsPerPixel : 0;
  const paletteLength = Math.min(
    colours === 0 ? mostColours : Math.min(colours, mostColours),
    Math.floor((pixelsAt - paletteAt) / paletteEntryLength),
  );
  return {
    width,
    height,
    isTopDown: signedHeight < 0,
    bitsPerPixel,
    compression,
    headerLength,
    paletteAt,
    paletteEntryLength,
    paletteLength,
    pixelsAt,
  };
}

function requireKnownCoding(file: string, bitsPerPixel: number, compression: number): void {
  if (![1, 4, 8, 16, 24, 32].includes(bitsPerPixel)) {
    throw new BitmapError(file, `expected 1, 4, 8, 16, 24 or 32 bits per pixel, got ${bitsPerPixel}`);
  }
  if (compression === UNCOMPRESSED) return;
  const hasMasks = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS;
  if (hasMasks && (bitsPerPixel === 16 || bitsPerPixel === 32)) return;
  const name = COMPRESSIONS[compression] ?? `number ${compression}`;
  throw new BitmapError(
    file,
    `expected no compression, or bit fields at 16 or 32 bits per pixel, got ${name} at ${bitsPerPixel}`,
  );
}

/** Whether pixel x of the row that starts at a byte is dark. */
function pixelReader(
  view: DataView,
  header: Header,
  file: string,
  isDark: IsDark,
): (row: number, x: number) => boolean {
  switch (header.bitsPerPixel) {
    case 16:
    case 32:
      return maskedReader(view, header, isDark);
    case 24:
      return (row, x) => {
        const at = row + 3 * x;
        return isDark(view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at), 255);
      };
    default:
      return paletteReader(view, header, file, isDark);
  }
}

function paletteReader(
  view: DataView,
  { bitsPerPixel, paletteAt, paletteEntryLength, paletteLength }: Header,
  file: string,
  isDark: IsDark,
): (row: number, x: number) => boolean {
  const isEntryDark = Array.from({ length: paletteLength }, (_, entry) => {
    const at = paletteAt + entry * paletteEntryLength;
    return isDark(view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at), 255);
  });
  const pixelsPerByte = 8 / bitsPerPixel;
  const mask = (1 << bitsPerPixel) - 1;
  return (row, x) => {
    const byte = view.getUint8(row + Math.floor(x / pixelsPerByte));
    const entry = (byte >> (8 - bitsPerPixel * ((x % pixelsPerByte) + 1))) & mask;
    const answer = isEntryDark[entry];
    if (answer === undefined) {
      throw new BitmapError(file, `has a pixel of colour ${entry}, but a palette of ${paletteLength} colours`);
    }
    return answer;
  };
}

function maskedReader(view: DataView, header: Header, isDark: IsDark): (row: number, x: number) => boolean {
  const [red, green, blue, alpha] = masksOf(view, header).map(channelOf) as [Channel, Channel, Channel, Channel];
  const isWide = header.bitsPerPixel === 32;
  return (row, x) => {
    const pixel = isWide ? view.getUint32(row + 4 * x, true) : view.getUint16(row + 2 * x, true);
    return isDark(red(pixel, 0), green(pixel, 0), blue(pixel, 0), alpha(pixel, 255));
  };
}

function masksOf(view: DataView, { bitsPerPixel, compression, headerLength }: Header): number[] {
  if (compression === UNCOMPRESSED) {
    return bitsPerPixel === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0x00ff00, 0x0000ff, 0];
  }
  const hasAlpha = compression === ALPHA_BIT_FIELDS || headerLength >= HEADER_WITH_ALPHA_MASK;
  const mask = (index: number): number => view.getUint32(MASKS_AT + 4 * index, true);
  return [mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0];
}

type Channel = (pixel: number, without: number) => number;

/** Extracts the bits of a mask from a pixel and scales them to 0 … 255; returns `without` if the mask is empty. */
function channelOf(mask: number): Channel {
  if (mask === 0) return (_pixel, without) => without;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}
