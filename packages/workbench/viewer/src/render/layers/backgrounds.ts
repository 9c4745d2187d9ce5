/** Colours and pictures stretched over the area, or over the whole picture if there is none. */
import { project } from '@kineko/ui';
import type { Drawing } from '../drawing.js';
import { resolved } from '../textures.js';

/** Name of the layer, by its index in the style's list. */
export function backgroundName(index: number): string {
  return `background ${index + 1}`;
}

/** Draws the background of a layer name; false if there is none. */
export function drawBackground(drawing: Drawing, name: string): boolean {
  const { context, style } = drawing;
  const paint = style.backgrounds?.find((_, index) => backgroundName(index) === name);
  if (paint === undefined) return false;
  const { x, y, width, height } = placeOf(drawing);
  const what = resolved(paint, style);
  if (typeof what === 'string') {
    context.fillStyle = what;
    context.fillRect(x, y, width, height);
  } else if (what !== undefined) context.drawImage(what.image, x, y, width, height);
  return true;
}

export function placeOf({ scene: { area }, view }: Pick<Drawing, 'scene' | 'view'>): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} {
  if (area === undefined) return { x: 0, y: 0, width: view.width, height: view.height };
  const [minX, minY, maxX, maxY] = area;
  const scale = view.pixelsPerMetre;
  return { ...project(view, { x: minX, y: maxY }), width: (maxX - minX) * scale, height: (maxY - minY) * scale };
}
