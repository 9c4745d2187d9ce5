/** Converts a picture to obstacles: its dark pixels become rectangles in the form of the format. */
import { type Shape, tidy, type WorldDocument } from '../model.js';
import { newShapes, toolOf } from './drawing.js';
import { formatOf } from './formats.js';
import { cornersOf } from './outline.js';

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

/** Converts the dark pixels of a picture to few rectangles. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha, row by row from the top. */
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** In pixels, from the top left corner. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Like the simulator: a pixel is dark if its brightest channel is at most the threshold and it is mostly opaque. */
export function darkPixels({ width, height, data }: Picture, threshold: number): Uint8Array {
  const dark = new Uint8Array(width * height);
  for (let k = 0; k < dark.length; k++) {
    const at = 4 * k;
    const brightest = Math.max(data[at]!, data[at + 1]!, data[at + 2]!);
    if (brightest <= threshold && data[at + 3]! >= 128) dark[k] = 1;
  }
  return dark;
}

/** Runs of each row, merged with equal ones of the row above; undefined if there are more than `most`. */
export function rectanglesOf(dark: Uint8Array, width: number, height: number, most: number): Rectangle[] | undefined {
  const done: Rectangle[] = [];
  let open = new Map<number, Rectangle>();
  for (let y = 0; y < height; y++) {
    const next = new Map<number, Rectangle>();
    for (let x = 0; x < width; x++) {
      if (dark[y * width + x] !== 1) continue;
      const start = x;
      while (x < width && dark[y * width + x] === 1) x++;
      const above = open.get(start);
      const isAlike = above?.width === x - start;
      if (isAlike) open.delete(start);
      next.set(start, isAlike ? { ...above, height: above.height + 1 } : { x: start, y, width: x - start, height: 1 });
    }
    done.push(...open.values());
    open = next;
    if (done.length + open.size > most) return undefined;
  }
  return [...done, ...open.values()];
}
