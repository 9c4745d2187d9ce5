/** Places labels so that they cover neither each other nor the robots. */
import type { Point } from './view.js';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Approximate width of a letter and height of a line, by font size: a canvas without a page may not measure text. */
const LETTER = 0.64;
const LINE = 1.15;
const MAX_LETTERS = 24;

/** Cuts a text that is too long for a picture. */
export function shortened(text: string): string {
  // By code points, so that surrogate pairs stay whole.
  const letters = text.length > MAX_LETTERS ? Array.from(text.slice(0, 2 * MAX_LETTERS + 2)) : undefined;
  if (letters === undefined || letters.length <= MAX_LETTERS) return text;
  return `${letters.slice(0, MAX_LETTERS - 1).join('')}…`;
}

export function widthOf(text: string, size: number): number {
  return text.length * LETTER * size;
}

/** Side of the cells in which boxes are listed, in pixels. */
const CELL = 64;

export class LabelPlaces {
  /** By cell: the boxes that meet it. */
  private readonly taken = new Map<number, Box[]>();

  constructor(private readonly picture: { readonly width: number; readonly height: number }) {}

  takeDisc(x: number, y: number, radius: number): void {
    // A label may cover the rim, but not the square inside.
    const half = 0.8 * radius;
    this.take({ left: x - half, top: y - half, right: x + half, bottom: y + half });
  }

  /** Whether a text fits around a point; then its place is taken. */
  takeText(x: number, y: number, text: string, size: number): boolean {
    const box = boxAround(x, y, widthOf(text, size), LINE * size);
    const isFree = this.isFree(box);
    if (isFree) this.take(box);
    return isFree;
  }

  /** The middle of a text above, below, right or left of a point, in this order; undefined if there is no room. */
  beside(x: number, y: number, distance: number, text: string, size: number): Point | undefined {
    const [width, height] = [widthOf(text, size), LINE * size];
    const [far, wide] = [distance + height / 2, distance + width / 2];
    for (const [dx, dy] of [
      [0, -far],
      [0, far],
      [wide, 0],
      [-wide, 0],
    ] as const) {
      const [middleX, middleY] = [x + dx, y + dy];
      const box = boxAround(middleX, middleY, width, height);
      if (!this.isInside(box) || !this.isFree(box)) continue;
      this.take(box);
      return { x: middleX, y: middleY };
    }
    return undefined;
  }

  private take(box: Box): void {
    for (const cell of cellsOf(box)) {
      const boxes = this.taken.get(cell);
      if (boxes === undefined) this.taken.set(cell, [box]);
      else boxes.push(box);
    }
  }

  private isInside({ left, top, right, bottom }: Box): boolean {
    return left >= 0 && top >= 0 && right <= this.picture.width && bottom <= this.picture.height;
  }

  private isFree(box: Box): boolean {
    const { left, top, right, bottom } = box;
    for (const cell of cellsOf(box)) {
      for (const other of this.taken.get(cell) ?? []) {
        if (left < other.right && right > other.left && top < other.bottom && bottom > other.top) return false;
      }
    }
    return true;
  }
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

/** Cells beyond the picture are never asked for, so a huge disc must not be listed in all of its cells. */
const MAX_CELLS = 128;

function* cellsOf({ left, top, right, bottom }: Box): Generator<number, void> {
  const cell = (value: number): number => Math.min(Math.max(Math.floor(value / CELL), -1), MAX_CELLS);
  for (let x = cell(left); x <= cell(right); x++) {
    for (let y = cell(top); y <= cell(bottom); y++) yield x * 2 * MAX_CELLS + y;
  }
}
