/** Which part of the world is seen, and how large. The world's y points up, the picture's down. */
import { type Bounds, GrowingBounds } from '../scene/bounds.js';
import type { Scene } from '../scene/scene.js';

export type { Bounds } from '../scene/bounds.js';

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

/** What there is to see of a scene: its area, its obstacles and objects, and wherever robots go. */
export function boundsOf(scene: Scene): Bounds {
  const bounds = new GrowingBounds();
  if (scene.area !== undefined) {
    const [minX, minY, maxX, maxY] = scene.area;
    bounds.include(minX, minY);
    bounds.include(maxX, maxY);
  }
  for (const shape of scene.obstacles) {
    if (shape.kind === 'disc') bounds.include(shape.x, shape.y, shape.radius);
    else if (shape.kind === 'pixels') {
      const { boxes } = shape;
      for (let i = 0; i < boxes.length; i += 4) {
        bounds.include(boxes[i]!, boxes[i + 1]!);
        bounds.include(boxes[i]! + boxes[i + 2]!, boxes[i + 1]! + boxes[i + 3]!);
      }
    } else for (const { x, y } of shape.points) bounds.include(x, y);
  }
  for (const { x, y, size } of scene.objects) bounds.include(x, y, size);
  scene.includeWays(bounds);
  return bounds.minX === Infinity ? { minX: 0, minY: 0, maxX: 1, maxY: 1 } : bounds;
}
