/** A grid of round distances, fainter than everything else. */
import { project, unproject } from '@kineko/ui';
import { ticksBetween } from '../ticks.js';
import type { Drawing } from '../drawing.js';

const PIXELS_PER_LINE = 60;

export function drawGrid({ context, scene, view, style: { theme } }: Drawing, opacity: number): void {
  const [corner, opposite] = [unproject(view, { x: 0, y: view.height }), unproject(view, { x: view.width, y: 0 })];
  // With an area the grid ends at its border.
  const [minX, minY, maxX, maxY] = scene.area ?? [-Infinity, -Infinity, Infinity, Infinity];
  const [left, right] = [Math.max(corner.x, minX), Math.min(opposite.x, maxX)];
  const [low, high] = [Math.max(corner.y, minY), Math.min(opposite.y, maxY)];
  if (!(right > left && high > low)) return;
  // The same step in both directions.
  const wide = Math.max(right - left, high - low);
  const { step } = ticksBetween(0, wide, (wide * view.pixelsPerMetre) / PIXELS_PER_LINE);
  context.strokeStyle = theme.border;
  context.globalAlpha = 0.45 * opacity;
  context.lineWidth = 0.5;
  context.beginPath();
  for (let k = Math.ceil(left / step); k * step <= right; k++) line(k * step, low, k * step, high);
  for (let k = Math.ceil(low / step); k * step <= high; k++) line(left, k * step, right, k * step);
  context.stroke();

  function line(x1: number, y1: number, x2: number, y2: number): void {
    const [from, to] = [project(view, { x: x1, y: y1 }), project(view, { x: x2, y: y2 })];
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
}
