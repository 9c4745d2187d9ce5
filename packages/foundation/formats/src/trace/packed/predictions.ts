/**
 * Memory that the writer and the reader of a packed block share, so that most numbers take two bits: the last number of
 * each class and owner, and the numbers that were written out. Numbers are pairs of 32-bit words, low word first, since a
 * comparison of doubles would miss the sign of a zero.
 */

/** How a number is written: two bits. */
export const enum NumberCode {
  /** The predicted number. */
  Same,
  /** A number that was written out: its place in the dictionary, two bytes. */
  Known,
  /** Eight bytes. */
  Literal,
  /** A count in zigzag form: 0 the predicted number with the other sign, otherwise the difference from it. */
  Difference,
}

/** Classes whose meaning a reader needs; a writer chooses the others. */
export const enum NumberClass {
  /** Predicted without an owner. */
  Time,
  /** Becomes the owner of the numbers after it in its record. */
  Owner,
  /** The first of the others. */
  First,
}

/** Number of classes. */
export const CLASSES = 32;

const PREDICTED = 1 << 17;
const KNOWN = 1 << 16;

/** Largest difference of integers that is written as such. */
export const MAX_DIFFERENCE = 0x3fff_ffff;

export class Predictions {
  /** Pairs of words, by class and owner. Different owners may share a place: then predictions fail, and nothing else. */
  readonly last = new Int32Array(2 * PREDICTED);
  /** Pairs of words, by hash. */
  readonly known = new Int32Array(2 * KNOWN);

  reset(): void {
    this.last.fill(0);
    this.known.fill(0);
  }
}

/** First place of an owner in `last`. */
export function placeOfOwner(owner: number): number {
  // Ids are small integers; of any other number, whatever is left of it.
  return (((owner | 0) * CLASSES) & (PREDICTED - 1)) << 1;
}

/** Place of a number in `known`. */
export function placeOfNumber(low: number, high: number): number {
  return (Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> 16) << 1;
}
