/** Corners and bounds of shapes in the coordinates of the world. */
import { type Bounds, GrowingBounds } from '@kineko/ui';
import { placed, type Point, type Shape } from '../model.js';

/** Polygons or lines of corners; none for round shapes. */
function outlineOf(shape: Shape): Point[][] {
  const { form } = shape;
  switch (form.kind) {
    case 'polygons':
      return form.parts.map((part) => placed(shape, part));
    case 'path':
      return [placed(shape, form.points)];
    case 'box':
      return [placed(shape, cornersOf(form.width, form.height))];
    case 'disc':
    case 'source':
      return [];
  }
}

export function cornersOf(width: number, height: number): Point[] {
  const [w, h] = [width / 2, height / 2];
  return [
    { x: -w, y: -h },
    { x: w, y: -h },
    { x: w, y: h },
    { x: -w, y: h },
  ];
}

/** Points that others may snap to. */
export function verticesOf(shape: Shape): Point[] {
  const corners = outlineOf(shape).flat();
  return corners.length > 0 ? corners : [{ x: shape.x, y: shape.y }];
}

export function boundsOf(shapes: readonly Shape[]): Bounds | undefined {
  const bounds = new GrowingBounds();
  for (const shape of shapes) {
    const radius = shape.form.kind === 'disc' ? shape.form.radius : 0;
    bounds.include(shape.x, shape.y, radius);
    for (const { x, y } of outlineOf(shape).flat()) bounds.include(x, y);
  }
  return bounds.minX === Infinity ? undefined : bounds;
}
