/** Obstacles as recorded in a trace. */
import type { TraceValue } from '@kineko/formats/trace';
import type { Vector } from '@kineko/geometry';
import { isCoordinate } from './validity.js';

export type SceneShape =
  | { readonly kind: 'line'; readonly points: readonly Vector[] }
  | { readonly kind: 'area'; readonly points: readonly Vector[] }
  | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly radius: number }
  /** Boxes of dark pixels: x, y, width and height of each, in metres. */
  | { readonly kind: 'pixels'; readonly boxes: Float64Array };

/** Converts a recorded shape; undefined if its kind is unknown or its numbers are invalid. */
export function shapeOf(value: TraceValue): SceneShape | undefined {
  const shape = value as Readonly<Record<string, unknown>> | null;
  if (typeof shape !== 'object' || shape === null) return undefined;
  switch (shape['kind']) {
    case 'segment':
      return lineOf([shape['a'], shape['b']]);
    case 'polyline':
      return lineOf(shape['points']);
    case 'polygon': {
      const points = pointsOf(shape['points']);
      return points && { kind: 'area', points };
    }
    case 'box': {
      const [x, y, width, height] = numbersOf(shape, ['x', 'y', 'width', 'height']) ?? [];
      if (height === undefined) return undefined;
      const corners = [
        { x: x!, y: y! },
        { x: x! + width!, y: y! },
        { x: x! + width!, y: y! + height },
        { x: x!, y: y! + height },
      ];
      return { kind: 'area', points: corners };
    }
    case 'disc': {
      const [x, y, radius] = numbersOf(shape, ['x', 'y', 'radius']) ?? [];
      return radius === undefined || radius < 0 ? undefined : { kind: 'disc', x: x!, y: y!, radius };
    }
    case 'bitmap':
      return pixelsOf(shape);
    default:
      return undefined;
  }
}

function lineOf(value: unknown): SceneShape | undefined {
  const points = pointsOf(value);
  return points && { kind: 'line', points };
}

function pointsOf(value: unknown): Vector[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const points = value.flatMap((each): Vector[] => {
    const [x, y] = numbersOf(each as Readonly<Record<string, unknown>>, ['x', 'y']) ?? [];
    return y === undefined ? [] : [{ x: x!, y }];
  });
  return points.length === value.length && points.length > 1 ? points : undefined;
}

function numbersOf(value: Readonly<Record<string, unknown>> | null, names: readonly string[]): number[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const numbers = names.map((name) => value[name]);
  return numbers.every((number): number is number => typeof number === 'number' && isCoordinate(number))
    ? numbers
    : undefined;
}

/**
 * Rows of alternating light and dark runs, from the top; the lower left corner is at (x, y). Equal runs below each other become
 * one box, because the map is drawn in every frame.
 */
function pixelsOf(shape: Readonly<Record<string, unknown>>): SceneShape | undefined {
  const [x, y, size, height, firstRow] = numbersOf(shape, ['x', 'y', 'metresPerPixel', 'height', 'firstRow']) ?? [];
  const { rows } = shape;
  if (firstRow === undefined || !Array.isArray(rows) || !(size! > 0)) return undefined;
  const boxes: number[] = [];
  /** Boxes that end at the row above, by their first column. */
  let above = new Map<number, number>();
  for (const [index, runs] of (rows as unknown[]).entries()) {
    const bottom = y! + (height! - firstRow - index - 1) * size!;
    const here = new Map<number, number>();
    for (const [column, length] of darkRuns(runs)) {
      const [left, width] = [x! + column * size!, length * size!];
      let box = above.get(column) ?? -1;
      if (box >= 0 && boxes[box + 2] === width) {
        boxes[box + 1] = bottom;
        boxes[box + 3]! += size!;
      } else box = boxes.push(left, bottom, width, size!) - 4;
      here.set(column, box);
    }
    above = here;
  }
  return { kind: 'pixels', boxes: Float64Array.from(boxes) };
}

function* darkRuns(runs: unknown): Generator<readonly [column: number, length: number], void> {
  if (!Array.isArray(runs)) return;
  let column = 0;
  for (const [k, length] of (runs as unknown[]).entries()) {
    if (typeof length !== 'number' || !(length >= 0 && isCoordinate(length))) return;
    if (k % 2 === 1 && length > 0) yield [column, length];
    column += length;
  }
}
