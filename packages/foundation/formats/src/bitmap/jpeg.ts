/** Reads JPEG pictures with jpeg-js, after checking their header. */
import { type Bitmap, MAX_SIDE, requireSize } from './bitmap.js';
import { BitmapError } from './bitmap-error.js';
import type { IsDark } from './darkness.js';

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/** jpeg-js keeps every coefficient of the whole picture: 256 bytes for each block of 8 × 8, in each of 3 or 4 channels. */
const MAX_MEMORY_MB = 512;

/** A progressive picture has about ten scans; each takes time for all pixels, however few bytes it has. */
const MAX_SCANS = 100;

export async function readJpeg(bytes: Uint8Array, file: string, isDark: IsDark): Promise<Bitmap> {
  const { width, height } = readHeader(bytes, file);
  requireFewScans(bytes, file);
  const { default: jpeg } = await import('jpeg-js');
  const picture = jpeg.decode(bytes, {
    useTArray: true, // otherwise Node's Buffer is needed, which pages do not have
    formatAsRGBA: false,
    tolerantDecoding: false,
    maxResolutionInMP: (MAX_SIDE * MAX_SIDE) / 1e6,
    maxMemoryUsageInMB: MAX_MEMORY_MB,
  });
  if (picture.width !== width || picture.height !== height) {
    throw new BitmapError(file, `is corrupt: its JPEG header says ${width} × ${height} pixels, a second one otherwise`);
  }
  const { data } = picture;
  const dark = new Uint8Array(width * height);
  for (let i = 0; i < dark.length; i++) {
    if (isDark(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!, 255)) dark[i] = 1;
  }
  return { width, height, dark };
}

// Markers (ITU T.81, table B.1): the byte that follows 0xff.
const BASELINE = 0xc0;
const PROGRESSIVE = 0xc2;
const LAST_FRAME = 0xcf;
/** Markers between those of frames that are not frames: tables, reserved, conditioning. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Finds the frame header, which contains the size, by following the markers. */
function readHeader(bytes: Uint8Array, file: string): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === START_OF_SCAN || marker === END_OF_IMAGE) break;
    if (marker === 0xff) {
      at++; // any number of them may precede a marker
      continue;
    }
    if (marker >= BASELINE && marker <= LAST_FRAME && !NO_FRAMES.includes(marker)) {
      if (at + 10 > bytes.length) break;
      requireKnownFrame(file, marker, view.getUint8(at + 4), view.getUint8(at + 9));
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      requireSize(file, width, height);
      return { width, height };
    }
    at += 2 + view.getUint16(at + 2);
  }
  throw new BitmapError(file, `is truncated or corrupt: no JPEG header with a size was found up to byte ${at}`);
}

function requireKnownFrame(file: string, marker: number, bitsPerSample: number, channels: number): void {
  const isKnown = marker <= PROGRESSIVE && bitsPerSample === 8 && [1, 3, 4].includes(channels);
  if (isKnown) return;
  throw new BitmapError(
    file,
    'expected a JPEG of process 0 to 2 (baseline, extended, progressive) with 8 bits in 1, 3 or 4 channels, ' +
      `got process ${marker - BASELINE} with ${bitsPerSample} bits in ${channels} channels`,
  );
}

function requireFewScans(bytes: Uint8Array, file: string): void {
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === START_OF_SCAN) scans++;
  }
  if (scans > MAX_SCANS) throw new BitmapError(file, `expected at most ${MAX_SCANS} scans, got ${scans}`);
}
