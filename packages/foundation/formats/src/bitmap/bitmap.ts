import { BitmapError } from './bitmap-error.js';

/** A picture of which only dark and light are kept. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** 1 for a dark pixel, 0 for a light one; row by row from the top, each from the left: pixel (x, y) is y * width + x. */
  readonly dark: Uint8Array;
}

/** Pixels, in either direction. */
export const MAX_SIDE = 4096;

/** Refuses a size before anything is decoded, let alone allocated. */
export function requireSize(file: string, width: number, height: number): void {
  if (width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE) return;
  throw new BitmapError(file, `expected 1 × 1 to ${MAX_SIDE} × ${MAX_SIDE} pixels, got ${width} × ${height}`);
}
