/** The obstacles of a field as lines on the grid of its pixels: what engines and sensor layers see of it. */
import type { Bitmap } from '@kineko/formats/bitmap';

/** Parallel to an axis: a vertical one goes from (horizon, start) to (horizon, end), a horizontal one lies across. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly horizon: number;
  readonly isVertical: boolean;
}

export class EnvironmentMap {
  readonly sizeX: number;
  readonly sizeY: number;
  /** Undefined if the field is empty but for the walls around it. */
  readonly bitmap: Bitmap | undefined;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #vertical: readonly (readonly Line[])[] | undefined;
  readonly #horizontal: readonly (readonly Line[])[] | undefined;

  private constructor(sizeX: number, sizeY: number, bitmap: Bitmap | undefined) {
    this.sizeX = sizeX;
    this.sizeY = sizeY;
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

  /** Those at x, from 0 to sizeX. */
  getVerticalLines(x: number): readonly Line[] {
    return this.#vertical === undefined ? border(x, this.sizeX, this.sizeY, true) : (this.#vertical[x] ?? []);
  }

  /** Those at y, from 0 to sizeY. */
  getHorizontalLines(y: number): readonly Line[] {
    return this.#horizontal === undefined ? border(y, this.sizeY, this.sizeX, false) : (this.#horizontal[y] ?? []);
  }

  /** Those from x to x, both included, in their order. */
  *verticalLines(from: number, to: number): Generator<Line, void> {
    for (const x of this.#places(from, to, this.sizeX)) yield* this.getVerticalLines(x);
  }

  /** Those from y to y, both included, in their order. */
  *horizontalLines(from: number, to: number): Generator<Line, void> {
    for (const y of this.#places(from, to, this.sizeY)) yield* this.getHorizontalLines(y);
  }

  /** Whether the pixel is an obstacle; what lies outside of the field is. */
  isDark(x: number, y: number): boolean {
    if (!(x >= 0 && y >= 0 && x < this.sizeX && y < this.sizeY)) return true;
    return this.bitmap !== undefined && this.bitmap.dark[y * this.sizeX + x] === 1;
  }

  /** Where there may be lines: an empty field may be too large to be looked through. */
  *#places(from: number, to: number, last: number): Generator<number, void> {
    if (this.bitmap !== undefined) {
      for (let at = Math.max(0, from); at <= Math.min(last, to); at++) yield at;
      return;
    }
    if (from <= 0 && to >= 0) yield 0;
    if (from <= last && to >= last) yield last;
  }
}

/** Of an empty field, however large: nothing is kept for it. */
function border(at: number, last: number, end: number, isVertical: boolean): readonly Line[] {
  return at === 0 || at === last ? [{ start: 0, end, horizon: at, isVertical }] : [];
}

/** Where pixel-long faces start, by the line on which they lie. */
interface Faces {
  readonly vertical: readonly number[][];
  readonly horizontal: readonly number[][];
}

/** Between dark pixels and light ones, row by row, the outside being dark: the order decides which of them are merged. */
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

/** Only neighbours in the list become one line: those of the other side of a row stay apart, unless they happen to follow. */
function merged(starts: readonly number[], horizon: number, isVertical: boolean): readonly Line[] {
  const lines: Line[] = [];
  for (let i = 0; i < starts.length;) {
    const start = starts[i]!;
    let end = start + 1;
    for (i++; starts[i] === end; i++) end++;
    lines.push({ start, end, horizon, isVertical });
  }
  return lines;
}
