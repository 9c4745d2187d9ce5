import type { Bitmap } from '@kineko/formats/bitmap';
import type { TraceValue } from '@kineko/formats/trace';
import type { ObstacleShape } from '../obstacles/shapes.js';

/** Largest number of runs in a recorded part of a bitmap, so that no record becomes too large. */
const MAX_RUNS = 1 << 18;

/**
 * An obstacle's shape for the record. A bitmap is recorded as runs of pixels, row by row from the top: in each row, the
 * number of light pixels, of dark ones, and so on; a large one in several parts, each with the number of its first row.
 */
export function* shapesOnRecord({ name: _name, ...shape }: ObstacleShape): Generator<TraceValue, void> {
  if (shape.kind !== 'bitmap') {
    yield shape as unknown as TraceValue;
    return;
  }
  const { bitmap, ...place } = shape;
  const { width, height } = bitmap;
  for (let row = 0; row < height;) {
    const rows: number[][] = [];
    const firstRow = row;
    for (let runs = 0; row < height && (runs === 0 || runs < MAX_RUNS); row++) {
      const next = runsOfRow(bitmap, row);
      rows.push(next);
      runs += next.length;
    }
    yield { ...place, width, height, firstRow, rows };
  }
}

function runsOfRow({ width, dark }: Bitmap, row: number): number[] {
  const runs: number[] = [];
  let color = 0;
  let length = 0;
  for (let at = row * width; at < (row + 1) * width; at++) {
    if (dark[at] === color) {
      length++;
    } else {
      runs.push(length);
      color = 1 - color;
      length = 1;
    }
  }
  runs.push(length);
  return runs;
}
