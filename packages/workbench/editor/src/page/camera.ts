/** The camera: which part of the world is in view. */
import { fit, moved, zoomed } from '@kineko/ui';
import type { Point } from '../model.js';
import { formatOf } from './formats.js';
import { boundsOf } from './outline.js';
import { format, groundPicture, shown, view } from './state.js';

/** Converts to the coordinates of the picture, where y points up. */
export function flipped({ x, y }: Point): Point {
  return format.value?.isYDown === true ? { x, y: -y } : { x, y };
}

export function fitAll(): void {
  const document = shown.value;
  if (document === undefined) return;
  const { width, height } = view.value;
  const ground = formatOf(document).groundOf(document) ?? groundPicture.value;
  const reach = boundsOf(document.shapes) ?? { minX: 0, minY: 0, maxX: 100, maxY: 100 };
  const corners = [
    {
      x: Math.min(reach.minX, ground === undefined ? Infinity : 0),
      y: Math.min(reach.minY, ground === undefined ? Infinity : 0),
    },
    { x: Math.max(reach.maxX, ground?.width ?? -Infinity), y: Math.max(reach.maxY, ground?.height ?? -Infinity) },
  ].map(flipped);
  const [a, b] = corners;
  const box = { minX: a!.x, maxX: b!.x, minY: Math.min(a!.y, b!.y), maxY: Math.max(a!.y, b!.y) };
  view.value = fit(box, width, height, 0.06);
  isFitted = true;
}

/** Whether everything is fitted into view; it stays so when the window is resized. */
let isFitted = true;

export function resize(width: number, height: number): void {
  view.value = { ...view.value, width, height };
  refit();
}

/** Fits the view again after a change, if it was fitted. */
export function refit(): void {
  if (isFitted) fitAll();
}

export function zoomBy(factor: number, about = { x: view.value.width / 2, y: view.value.height / 2 }): void {
  isFitted = false;
  view.value = zoomed(view.value, factor, about);
}

export function panBy(pixelsX: number, pixelsY: number): void {
  isFitted = false;
  view.value = moved(view.value, pixelsX, pixelsY);
}
