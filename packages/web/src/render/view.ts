/** Which part of the world is seen, and how large. The world's y points up, the picture's down. */
import type { Scene } from '../scene/scene.js';

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

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** All of something, with a margin. */
export function fit({ minX, minY, maxX, maxY }: Bounds, width: number, height: number, margin = 0.04): View {
  const [wide, high] = [Math.max(maxX - minX, 1e-3), Math.max(maxY - minY, 1e-3)];
  const pixelsPerMetre = Math.min(width / wide, height / high) * (1 - 2 * margin);
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2, pixelsPerMetre, width, height };
}

/** What there is to see of a scene: its area, its obstacles, and wherever robots are at some times. */
export function boundsOf(scene: Scene): Bounds {
  const bounds = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  const include = (x: number, y: number, reach = 0): void => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    bounds.minX = Math.min(bounds.minX, x - reach);
    bounds.minY = Math.min(bounds.minY, y - reach);
    bounds.maxX = Math.max(bounds.maxX, x + reach);
    bounds.maxY = Math.max(bounds.maxY, y + reach);
  };
  if (scene.area !== undefined) {
    const [minX, minY, maxX, maxY] = scene.area;
    include(minX, minY);
    include(maxX, maxY);
  }
  for (const shape of scene.obstacles) {
    if (shape.kind === 'disc') include(shape.x, shape.y, shape.radius);
    else if (shape.kind === 'pixels') {
      for (let i = 0; i < shape.boxes.length; i += 4) {
        include(shape.boxes[i]!, shape.boxes[i + 1]!);
        include(shape.boxes[i]! + shape.boxes[i + 2]!, shape.boxes[i + 1]! + shape.boxes[i + 3]!);
      }
    } else for (const { x, y } of shape.points) include(x, y);
  }
  for (const { x, y, size } of scene.objects) include(x, y, size);
  for (const { track, radius } of scene.robots.values()) {
    // A few looks at each: enough where an area is given, and nearly so where it is not.
    const step = Math.max(1, Math.floor(track.length / LOOKS));
    for (let k = 0; k < track.length; k += step) {
      const pose = track.poseAt(track.startOf(k));
      if (pose !== undefined) include(pose.x, pose.y, radius);
    }
    const last = track.poseAt(scene.end);
    if (last !== undefined) include(last.x, last.y, radius);
  }
  return bounds.minX === Infinity ? { minX: 0, minY: 0, maxX: 1, maxY: 1 } : bounds;
}

const LOOKS = 64;
