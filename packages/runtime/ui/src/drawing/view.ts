/** Which part of the world is seen, and how large. The world's y points up, the picture's down. */
import type { Bounds } from './bounds.js';

export type { Bounds } from './bounds.js';

export interface View {
  /** Metres: the middle of the picture. */
  readonly x: number;
  readonly y: number;
  readonly pixelsPerMetre: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** From metres to pixels. */
export function project({ x, y, pixelsPerMetre, width, height }: View, point: Point): Point {
  return { x: width / 2 + (point.x - x) * pixelsPerMetre, y: height / 2 - (point.y - y) * pixelsPerMetre };
}

/** From pixels to metres. */
export function unproject({ x, y, pixelsPerMetre, width, height }: View, pixel: Point): Point {
  return { x: x + (pixel.x - width / 2) / pixelsPerMetre, y: y - (pixel.y - height / 2) / pixelsPerMetre };
}

/** Larger or smaller, with one point of the picture left where it is. */
export function zoomed(view: View, factor: number, about: Point): View {
  const pixelsPerMetre = Math.min(Math.max(view.pixelsPerMetre * factor, 1e-6), 1e6);
  const fixed = unproject(view, about);
  const now = unproject({ ...view, pixelsPerMetre }, about);
  return { ...view, pixelsPerMetre, x: view.x + fixed.x - now.x, y: view.y + fixed.y - now.y };
}

export function moved(view: View, pixelsX: number, pixelsY: number): View {
  return { ...view, x: view.x + pixelsX / view.pixelsPerMetre, y: view.y - pixelsY / view.pixelsPerMetre };
}

/** All of something, with a margin. */
export function fit({ minX, minY, maxX, maxY }: Bounds, width: number, height: number, margin = 0.04): View {
  const [wide, high] = [Math.max(maxX - minX, 1e-3), Math.max(maxY - minY, 1e-3)];
  const pixelsPerMetre = Math.min(width / wide, height / high) * (1 - 2 * margin);
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2, pixelsPerMetre, width, height };
}
