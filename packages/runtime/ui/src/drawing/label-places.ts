/** Finds room for texts, so that they cover neither each other nor what they are about. */
import type { Point } from './view.js';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Of a font's size: what a letter is wide and a line is high, about; canvases without a page may not be able to tell. */
const LETTER = 0.64;
const LINE = 1.15;
const MAX_LETTERS = 24;

/** As much of a text as a picture has room for. */
export function shortened(text: string): string {
  // By what is seen as one letter, roughly: halves of a pair would be no letters.
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
    // The square inside is what a label must not cover; its rim may.
    const half = 0.8 * radius;
    this.taken.push({ left: x - half, top: y - half, right: x + half, bottom: y + half });
  }

  /** Where the middle of a text is to be: above a place, below it, to its right or left; undefined if all is taken. */
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
