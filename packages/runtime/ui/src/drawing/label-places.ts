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

export class LabelPlaces {
  private readonly taken: Box[] = [];

  constructor(private readonly picture: { readonly width: number; readonly height: number }) {}

  takeDisc(x: number, y: number, radius: number): void {
    // A label may cover the rim, but not the square inside.
    const half = 0.8 * radius;
    this.taken.push({ left: x - half, top: y - half, right: x + half, bottom: y + half });
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
      const box = {
        left: middleX - width / 2,
        top: middleY - height / 2,
        right: middleX + width / 2,
        bottom: middleY + height / 2,
      };
      if (!this.isFree(box)) continue;
      this.taken.push(box);
      return { x: middleX, y: middleY };
    }
    return undefined;
  }

  private isFree({ left, top, right, bottom }: Box): boolean {
    if (left < 0 || top < 0 || right > this.picture.width || bottom > this.picture.height) return false;
    return this.taken.every(
      (other) => left >= other.right || right <= other.left || top >= other.bottom || bottom <= other.top,
    );
  }
}
