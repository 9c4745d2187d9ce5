import { BitmapError } from './bitmap-error.js';

/** A picture reduced to dark and light pixels. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** 1 for a dark pixel, 0 for a light one; row by row from the top, each from the left: pixel (x, y) is y * width + x. */
  readonly dark: Uint8Array;
}

/** Maximum width and height in pixels. */
export const MAX_SIDE = 4096;

/** Rejects an invalid size before anything is decoded or allocated. */
export function requireSize(file: string, width: number, height: number): void {
  if (width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE) return;
  throw new BitmapError(file, `expected 1 × 1 to ${MAX_SIDE} × ${MAX_SIDE} pixels, got ${width} × ${height}`);
}
