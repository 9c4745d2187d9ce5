/** Converts a picture to obstacles: its dark pixels become rectangles in the form of the format. */
import { type Shape, tidy, type WorldDocument } from '../model.js';
import { newShapes, toolOf } from './drawing.js';
import { formatOf } from './formats.js';
import { cornersOf } from './outline.js';
import type { Rectangle } from './tracing.js';

/** Limit on the rectangles. */
export const MAX_RECTANGLES = 2000;

export interface PictureSize {
  readonly height: number;
  /** The side of a pixel in the world. */
  readonly scale: number;
}

/** Why a world cannot have obstacles from a picture; undefined if it can. */
export function whyNoObstacles(document: WorldDocument): string | undefined {
  const { box } = formatOf(document).tools;
  return 'missing' in box ? box.missing : undefined;
}

/** @param firstId The ids from here on must be free, one per rectangle. */
export function tracedShapes(
  document: WorldDocument,
  rectangles: readonly Rectangle[],
  size: PictureSize,
  firstId: number,
): Shape[] {
  const tool = toolOf(document, 'box');
  if (tool === undefined || rectangles.length === 0) return [];
  const boxes = rectangles.map((rectangle) => placedBox(rectangle, size, formatOf(document).isYDown));
  if (tool.form.kind === 'box') {
    const drawn = boxes.map(({ x, y, width, height }) => ({
      x,
      y,
      angle: 0,
      form: { kind: 'box', width, height } as const,
    }));
    return newShapes(document, tool, drawn, firstId);
  }
  // A single wall with many hulls, so that it moves as a whole.
  const parts = boxes.map(({ x, y, width, height }) =>
    cornersOf(width, height).map((corner) => ({ x: tidy(x + corner.x), y: tidy(y + corner.y) })),
  );
  return newShapes(document, tool, [{ x: 0, y: 0, angle: 0, form: { kind: 'polygons', parts } }], firstId);
}

/** Positioned by its centre. */
function placedBox(
  { x, y, width, height }: Rectangle,
  { height: rows, scale }: PictureSize,
  isYDown: boolean,
): Rectangle {
  const middle = isYDown ? y + height / 2 : rows - y - height / 2;
  return {
    x: tidy((x + width / 2) * scale),
    y: tidy(middle * scale),
    width: tidy(width * scale),
    height: tidy(height * scale),
  };
}
