/** The obstacles of a field as lines on its pixel grid, for engines and sensor layers. */
import type { Bitmap } from '@kineko/formats/bitmap';

/** An axis-parallel line. A vertical one goes from (horizon, start) to (horizon, end), a horizontal one from (start, horizon). */
export interface GridLine {
  readonly start: number;
  readonly end: number;
  readonly horizon: number;
  readonly isVertical: boolean;
}

export class EnvironmentMap {
  /** Undefined if the field has no obstacles except the walls around it. */
  readonly bitmap: Bitmap | undefined;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #vertical: readonly (readonly GridLine[])[] | undefined;
  readonly #horizontal: readonly (readonly GridLine[])[] | undefined;

  private constructor(
    readonly sizeX: number,
    readonly sizeY: number,
    bitmap: Bitmap | undefined,
  ) {
    this.bitmap = bitmap;
    if (bitmap === undefined) return;
    const { vertical, horizontal } = facesOf(bitmap);
    this.#vertical = vertical.map((list, x) => merged(list, x, true));
    this.#horizontal = horizontal.map((list, y) => merged(list, y, false));
  }

  static empty(sizeX: number, sizeY: number): EnvironmentMap {
    return new EnvironmentMap(sizeX, sizeY, undefined);
  }

  static of(bitmap: Bitmap): EnvironmentMap {
    return new EnvironmentMap(bitmap.width, bitmap.height, bitmap);
  }

  /** The lines at x, from 0 to sizeX. */
  getVerticalLines(x: number): readonly GridLine[] {
    return this.#vertical === undefined ? border(x, this.sizeX, this.sizeY, true) : (this.#vertical[x] ?? []);
  }

  /** The lines at y, from 0 to sizeY. */
  getHorizontalLines(y: number): readonly GridLine[] {
    return this.#horizontal === undefined ? border(y, this.sizeY, this.sizeX, false) : (this.#horizontal[y] ?? []);
  }

  /** The lines in a range of x, both ends included, in order. */
  *verticalLines(from: number, to: number): Generator<GridLine, void> {
    for (const x of this.#places(from, to, this.sizeX)) yield* this.getVerticalLines(x);
  }

  /** The lines in a range of y, both ends included, in order. */
  *horizontalLines(from: number, to: number): Generator<GridLine, void> {
    for (const y of this.#places(from, to, this.sizeY)) yield* this.getHorizontalLines(y);
  }

  /** Whether the pixel is an obstacle, as all pixels outside the field are. */
  isDark(x: number, y: number): boolean {
    if (!(x >= 0 && y >= 0 && x < this.sizeX && y < this.sizeY)) return true;
    return this.bitmap !== undefined && this.bitmap.dark[y * this.sizeX + x] === 1;
  }

  /** Coordinates that may have lines; an empty field may be too large to visit all of them. */
  *#places(from: number, to: number, last: number): Generator<number, void> {
    if (this.bitmap !== undefined) {
      for (let at = Math.max(0, from); at <= Math.min(last, to); at++) yield at;
      return;
    }
    if (from <= 0 && to >= 0) yield 0;
    if (from <= last && to >= last) yield last;
  }
}

/** The border of an empty field, computed on demand because the field may be huge. */
function border(at: number, last: number, end: number, isVertical: boolean): readonly GridLine[] {
  return at === 0 || at === last ? [{ start: 0, end, horizon: at, isVertical }] : [];
}

/** Start coordinates of the pixel-long faces, by the grid line on which they lie. */
interface Faces {
  readonly vertical: readonly number[][];
  readonly horizontal: readonly number[][];
}

/** The faces between dark and light pixels, row by row; the outside is dark. The order decides which faces are merged. */
function facesOf({ width, height, dark }: Bitmap): Faces {
  const vertical = Array.from({ length: width + 1 }, (): number[] => []);
  const horizontal = Array.from({ length: height + 1 }, (): number[] => []);
  const isLight = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x] === 0;
  for (let y = -1; y <= height; y++) {
    for (let x = -1; x <= width; x++) {
      if (isLight(x, y)) continue;
      if (isLight(x, y - 1)) horizontal[y]!.push(x);
      if (isLight(x, y + 1)) horizontal[y + 1]!.push(x);
      if (isLight(x - 1, y)) vertical[x]!.push(y);
      if (isLight(x + 1, y)) vertical[x + 1]!.push(y);
    }
  }
  return { vertical, horizontal };
}

/** Merges faces that follow each other both in the list and on the grid, as the playground does. */
function merged(starts: readonly number[], horizon: number, isVertical: boolean): readonly GridLine[] {
  const lines: GridLine[] = [];
  for (let i = 0; i < starts.length;) {
    const start = starts[i]!;
    let end = start + 1;
    for (i++; starts[i] === end; i++) end++;
    lines.push({ start, end, horizon, isVertical });
  }
  return lines;
}
