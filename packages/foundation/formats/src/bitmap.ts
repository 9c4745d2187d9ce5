/**
 * Pictures as maps of obstacles: PNG, BMP and JPEG in, dark pixels out. In Node and in a page.
 *
 * The format is recognised by the first bytes, never by the name. The header is read first, so that a picture that is too large
 * is refused before it is decoded. Any bytes give a Bitmap or a BitmapError.
 */
import { type Bitmap, MAX_SIDE } from './bitmap/bitmap.js';
import { BitmapError } from './bitmap/bitmap-error.js';
import { isBmp, readBmp } from './bitmap/bmp.js';
import { darkness, type DarknessRule } from './bitmap/darkness.js';
import { isJpeg, readJpeg } from './bitmap/jpeg.js';
import { isPng, readPng } from './bitmap/png.js';

export { type Bitmap, MAX_SIDE };

/** @param name The file, for problems. */
export async function readBitmap(bytes: Uint8Array, name: string, rule: DarknessRule = {}): Promise<Bitmap> {
  const exact = darkness(rule, 'lossless');
  const roughly = darkness(rule, 'lossy');
  try {
    if (isPng(bytes)) return await readPng(bytes, name, exact);
    if (isBmp(bytes)) return readBmp(bytes, name, exact);
    if (isJpeg(bytes)) return await readJpeg(bytes, name, roughly);
  } catch (cause) {
    if (cause instanceof BitmapError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BitmapError(name, `cannot be decoded: ${why}`, { cause });
  }
  const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const found = bytes.length === 0 ? 'an empty file' : `a file that starts with ${start}`;
  throw new BitmapError(name, `expected PNG, BMP (1, 4, 8, 16, 24 or 32 bits per pixel) or JPEG, got ${found}`);
}
