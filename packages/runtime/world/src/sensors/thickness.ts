import { boundsOfPoints, type Disc, pointDistance, raycastSegment, type Vector } from '@kineko/geometry';
import type { Obstacles } from '../obstacles/obstacles.js';

/**
 * Length (m) of the straight line between two points that lies in solid obstacles: boxes, polygons, discs, the dark parts of
 * bitmaps. Walls without thickness add nothing. Symmetric in the two points, except for rounding.
 */
export function thicknessBetween(obstacles: Obstacles, from: Vector, to: Vector): number {
  const length = pointDistance(from, to);
  if (length === 0) return 0;
  const crossings = [0, ...crossingsOf(obstacles, from, to, length), length].sort((a, b) => a - b);
  const placeAt = (distance: number): Vector => ({
    x: from.x + ((to.x - from.x) * distance) / length,
    y: from.y + ((to.y - from.y) * distance) / length,
  });
  let thickness = 0;
  for (let i = 1; i < crossings.length; i++) {
    const [start, end] = [crossings[i - 1]!, crossings[i]!];
    // Between two crossings the line is in the same obstacles.
    const { x, y } = placeAt((start + end) / 2);
    if (end > start && obstacles.solidAt(x, y) !== undefined) thickness += end - start;
  }
  return thickness;
}

/** Distances along the line at which it crosses borders of obstacles. */
function crossingsOf(obstacles: Obstacles, from: Vector, to: Vector, length: number): number[] {
  const box = boundsOfPoints([from, to]);
  const ray = { x: from.x, y: from.y, dx: to.x - from.x, dy: to.y - from.y, maxDistance: length };
  const walls = obstacles.wallIndex
    .search(box)
    .map((wall) => raycastSegment(ray, obstacles.segment(wall)))
    .filter((distance) => distance < Infinity);
  const discs = obstacles
    .discsMeeting(box)
    .flatMap((number) => crossingsOfDisc(from, to, length, obstacles.disc(number)));
  return [...walls, ...discs];
}

function crossingsOfDisc(from: Vector, to: Vector, length: number, { x, y, radius }: Disc): number[] {
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [cx, cy] = [x - from.x, y - from.y];
  const along = ux * cx + uy * cy;
  const aside = ux * cy - uy * cx;
  const square = radius * radius - aside * aside;
  if (square <= 0) return [];
  const half = Math.sqrt(square);
  return [along - half, along + half].filter((distance) => distance > 0 && distance < length);
}
