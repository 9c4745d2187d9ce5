/** The visible part of the world, and its scale. The world's y axis points up, the picture's down. */
import type { Bounds } from './bounds.js';

export interface View {
  /** The middle of the picture, in metres. */
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

/** Zooms about a point of the picture. */
export function zoomed(view: View, factor: number, about: Point): View {
  const pixelsPerMetre = Math.min(Math.max(view.pixelsPerMetre * factor, 1e-6), 1e6);
  const fixed = unproject(view, about);
  const now = unproject({ ...view, pixelsPerMetre }, about);
  return { ...view, pixelsPerMetre, x: view.x + fixed.x - now.x, y: view.y + fixed.y - now.y };
}

export function moved(view: View, pixelsX: number, pixelsY: number): View {
  return { ...view, x: view.x + pixelsX / view.pixelsPerMetre, y: view.y - pixelsY / view.pixelsPerMetre };
}

/** A view of all of a box, with a margin. */
export function fit({ minX, minY, maxX, maxY }: Bounds, width: number, height: number, margin = 0.04): View {
  const [wide, high] = [Math.max(maxX - minX, 1e-3), Math.max(maxY - minY, 1e-3)];
  const pixelsPerMetre = Math.min(width / wide, height / high) * (1 - 2 * margin);
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2, pixelsPerMetre, width, height };
}
