/**
 * The outline of the dark pixels of a bitmap: exact pixel edges, those in one line merged.
 *
 * The outline consists of closed loops with the dark on their left: around a body anticlockwise, around a hole
 * clockwise. The upper row of the bitmap is the upper one of the world, y pointing up.
 *
 * Two dark pixels that touch only at a corner are two bodies, each with a corner there. No disc passes between them in
 * either case. But a corner can be touched only from directions beyond the ends of both of its walls, which here lead into
 * the other pixel, so nothing ever touches it. As one body, the corner between one pair of walls could be touched from the
 * far side, through the walls of the other pair.
 */
import { type Bitmap, MAX_SIDE } from '@kineko/formats/bitmap';
import { WALL_LENGTH } from '@kineko/geometry';
import { MAX_WALLS, type Walls } from './walls.js';

/** Position of a bitmap: its lower left corner, and the size of a pixel. */
export interface BitmapPlace {
  readonly x: number;
  readonly y: number;
  readonly metresPerPixel: number;
  /** The area beyond the bitmap: 'free' (the default), or 'dark', which makes its border a wall wherever it is light. */
  readonly beyond?: 'free' | 'dark';
}

/** The walls loop by loop: those of loop k are from loopStarts[k] up to, not including, loopStarts[k + 1]. */
export interface Outline extends Walls {
  readonly loopStarts: Uint32Array;
}

/** Too many walls. */
export class TooManyWallsError extends RangeError {
  override readonly name = 'TooManyWallsError';

  constructor(subject: string, count: number) {
    super(
      `${subject}: expected at most ${MAX_WALLS} walls in all, got ${count}; use a simpler picture or fewer pixels`,
    );
  }
}

/** The x of the pixel edge left of a column, and the y of the one above a row; always computed in the same way. */
export function edgeX(place: BitmapPlace, column: number): number {
  return place.x + column * place.metresPerPixel;
}

export function edgeY(place: BitmapPlace, bitmap: Bitmap, row: number): number {
  return place.y + (bitmap.height - row) * place.metresPerPixel;
}

export function outlineOf(bitmap: Bitmap, place: BitmapPlace, subject = 'the bitmap'): Outline {
  requireBitmap(bitmap, subject);
  const beyond = place.beyond === 'dark' ? 1 : 0;
  // Every wall starts in one corner and every corner starts one wall, so counting corners needs no memory.
  const count = countCorners(bitmap, beyond);
  if (count > MAX_WALLS) throw new TooManyWallsError(subject, count);
  return walkLoops(findCorners(bitmap, beyond, count), bitmap, place);
}

/** Checks a bitmap, which may come from authors' code. */
function requireBitmap({ width, height, dark }: Bitmap, subject: string): void {
  const isSide = (side: number): boolean => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;
  if (isSide(width) && isSide(height) && dark.length === width * height) return;
  throw new RangeError(
    `${subject}: expected 1 × 1 to ${MAX_SIDE} × ${MAX_SIDE} with width × height pixels, ` +
      `got ${width} × ${height} with ${dark.length} pixels`,
  );
}

// The four pixels around a point of the grid, as bits. A point is a corner unless they are equal along a row or a column.
const NORTH_WEST = 8;
const NORTH_EAST = 4;
const SOUTH_WEST = 2;
const SOUTH_EAST = 1;
const WEST = NORTH_WEST | SOUTH_WEST;
const EAST = NORTH_EAST | SOUTH_EAST;

/** Number of corners at a point of the grid, by its four pixels: two where dark touches dark diagonally. */
const CORNERS = Uint8Array.from({ length: 16 }, (_, around) => {
  if (isCrossing(around)) return 2;
  const dark = [NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST].filter((pixel) => around & pixel).length;
  return dark === 1 || dark === 3 ? 1 : 0;
});

function isCrossing(around: number): boolean {
  return around === (NORTH_WEST | SOUTH_EAST) || around === (NORTH_EAST | SOUTH_WEST);
}

/** Calls `visit` with every point of the grid that is a corner, row by row from the top, each from the left. */
function forEachCorner(
  { width, height, dark }: Bitmap,
  beyond: number,
  visit: (column: number, row: number, around: number) => void,
): void {
  const line = new Uint8Array(width).fill(beyond);
  let upper: Uint8Array = line;
  for (let row = 0; row <= height; row++) {
    const lower = row < height ? dark.subarray(row * width, (row + 1) * width) : line;
    let around = beyond * (EAST | WEST);
    for (let column = 0; column <= width; column++) {
      const north = column < width ? upper[column]! : beyond;
      const south = column < width ? lower[column]! : beyond;
      around = ((around & EAST) << 1) | (north * NORTH_EAST) | (south * SOUTH_EAST);
      if (CORNERS[around] !== 0) visit(column, row, around);
    }
    upper = lower;
  }
}

function countCorners(bitmap: Bitmap, beyond: number): number {
  let count = 0;
  forEachCorner(bitmap, beyond, (_column, _row, around) => {
    count += CORNERS[around]!;
  });
  return count;
}

interface Corners {
  readonly columns: Uint16Array;
  readonly rows: Uint16Array;
  /** For each corner, the corner at which its wall ends. */
  readonly next: Uint32Array;
}

/**
 * Finds all corners and their successors in one pass: a corner ends the wall that came from the left, or starts
 * one to the right; and likewise ends the one from above or starts one downwards.
 */
function findCorners(bitmap: Bitmap, beyond: number, count: number): Corners {
  const columns = new Uint16Array(count);
  const rows = new Uint16Array(count);
  const next = new Uint32Array(count);
  let found = 0;
  /** Starts of the wall that comes from the left, and of those that come from above, by column. */
  let left = 0;
  const tops = new Uint32Array(bitmap.width + 1);

  const addCorner = (column: number, row: number, around: number, endsLeft: boolean, endsTop: boolean): void => {
    const corner = found++;
    columns[corner] = column;
    rows[corner] = row;
    // With the dark on the left a wall runs east below the dark, west above it, north east of it, south west of it.
    if (!endsLeft) left = corner;
    else if (around & NORTH_WEST) next[left] = corner;
    else next[corner] = left;
    const top = tops[column]!;
    if (!endsTop) tops[column] = corner;
    else if (around & NORTH_WEST) next[corner] = top;
    else next[top] = corner;
  };

  forEachCorner(bitmap, beyond, (column, row, around) => {
    if (around === (NORTH_WEST | SOUTH_EAST)) {
      addCorner(column, row, around, true, true);
      addCorner(column, row, around, false, false);
    } else if (around === (NORTH_EAST | SOUTH_WEST)) {
      // The upper right pixel ends the wall from above and starts one to the right, while the wall from the left waits
      // for the lower left pixel, which ends it and starts one downwards.
      const fromLeft = left;
      addCorner(column, row, around, false, true);
      const toRight = left;
      left = fromLeft;
      addCorner(column, row, around, true, false);
      left = toRight;
    } else {
      const endsLeft = !(around & NORTH_WEST) !== !(around & SOUTH_WEST);
      const endsTop = !(around & NORTH_WEST) !== !(around & NORTH_EAST);
      addCorner(column, row, around, endsLeft, endsTop);
    }
  });
  return { columns, rows, next };
}

/** Writes the walls in the order of their loops, each loop from its first corner in reading order. */
function walkLoops({ columns, rows, next }: Corners, bitmap: Bitmap, place: BitmapPlace): Outline {
  const count = next.length;
  const records = new Float64Array(count * WALL_LENGTH);
  const isWalked = new Uint8Array(count);
  // A loop has at least four corners.
  const loopStarts = new Uint32Array(Math.floor(count / 4) + 1);
  let loops = 0;
  let wall = 0;
  for (let first = 0; first < count; first++) {
    if (isWalked[first] !== 0) continue;
    loopStarts[loops++] = wall;
    const start = wall;
    let corner = first;
    do {
      isWalked[corner] = 1;
      records[wall * WALL_LENGTH] = edgeX(place, columns[corner]!);
      records[wall * WALL_LENGTH + 1] = edgeY(place, bitmap, rows[corner]!);
      wall++;
      corner = next[corner]!;
    } while (corner !== first);
    joinLoop(records, start, wall);
  }
  loopStarts[loops] = wall;
  return { count, records, loopStarts: loopStarts.slice(0, loops + 1) };
}

/** Fills in the far ends and the neighbours of walls of which only the starts are written. */
function joinLoop(records: Float64Array, start: number, end: number): void {
  let before = end - 1;
  let after = start + 1;
  for (let wall = start; wall < end; wall++) {
    const afterNext = after + 1 === end ? start : after + 1;
    const at = wall * WALL_LENGTH;
    records.copyWithin(at + 2, after * WALL_LENGTH, after * WALL_LENGTH + 2);
    records.copyWithin(at + 4, before * WALL_LENGTH, before * WALL_LENGTH + 2);
    records.copyWithin(at + 6, afterNext * WALL_LENGTH, afterNext * WALL_LENGTH + 2);
    before = wall;
    after = afterNext;
  }
}
