/** A bitmap as traces have it: the dark pixels of a field as an obstacle, in runs. */
import type { Bitmap } from '@kineko/formats/bitmap';
import type { TraceObject } from '@kineko/formats/trace';

/** A part on record has at most so many runs, unless they are of one row, so that no record becomes too large. */
const MAX_RUNS = 1 << 18;

/**
 * Its lower left corner is the origin, and a pixel is a metre. Rows go from the top; a row is how many pixels are light, how
 * many dark, how many light again. A large bitmap goes in several parts, each with the number of its first row.
 */
export function* bitmapShapes(bitmap: Bitmap): Generator<TraceObject, void> {
  const { width, height } = bitmap;
  let firstRow = 0;
  let rows: number[][] = [];
  let runs = 0;
  for (let row = 0; row < height; row++) {
    const next = runsOf(bitmap.dark.subarray(row * width, (row + 1) * width));
    rows.push(next);
    runs += next.length;
    if (runs < MAX_RUNS && row + 1 < height) continue;
    yield { kind: 'bitmap', x: 0, y: 0, metresPerPixel: 1, width, height, firstRow, rows };
    [firstRow, rows, runs] = [row + 1, [], 0];
  }
}

function runsOf(pixels: Uint8Array): number[] {
  const runs = [0];
  let isDark = 0;
  for (const pixel of pixels) {
    if (pixel !== isDark) {
      isDark = pixel;
      runs.push(0);
    }
    runs[runs.length - 1]!++;
  }
  return runs;
}
