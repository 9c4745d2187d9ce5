/** The positions of one object, step by step. */
import type { Place } from './wire.js';

const WIDTH = 5;

/**
 * An entry is the position at the end of a step; the object moved there during that step. Before the first entry it was at its
 * first position.
 */
export class Track {
  /** step, x, y, z and orientation of each entry. */
  private entryNumbers: number[] = [];

  constructor(private firstPlace: Place) {}

  get first(): Place {
    return this.firstPlace;
  }

  get length(): number {
    return this.entryNumbers.length / WIDTH;
  }

  get last(): Place {
    return this.length === 0 ? this.firstPlace : this.placeOf(this.length - 1);
  }

  stepOf(index: number): number {
    return this.entryNumbers[index * WIDTH]!;
  }

  /** Steps come in order; a repeated or earlier step replaces the entries from it on. */
  add(step: number, { x, y, z, orientation }: Place): void {
    while (this.length > 0 && this.stepOf(this.length - 1) >= step) this.entryNumbers.length -= WIDTH;
    this.entryNumbers.push(step, x, y, z, orientation);
  }

  /** The position at a step, or between two. */
  at(step: number): Place {
    const next = this.firstAfter(step);
    const from = next === 0 ? this.firstPlace : this.placeOf(next - 1);
    if (next === this.length) return from;
    // It stood until the previous step, and moved during this one.
    const share = step - (this.stepOf(next) - 1);
    return share <= 0 ? from : between(from, this.placeOf(next), share);
  }

  *entries(): Generator<readonly [step: number, place: Place]> {
    for (let index = 0; index < this.length; index++) yield [this.stepOf(index), this.placeOf(index)];
  }

  /** Drops entries before a step. */
  forgetBefore(step: number): void {
    const keep = this.firstAfter(step);
    if (keep === 0) return;
    this.firstPlace = this.placeOf(keep - 1);
    this.entryNumbers = this.entryNumbers.slice(keep * WIDTH);
  }

  private firstAfter(step: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.stepOf(middle) <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private placeOf(index: number): Place {
    const at = index * WIDTH;
    const entries = this.entryNumbers;
    return { x: entries[at + 1]!, y: entries[at + 2]!, z: entries[at + 3]!, orientation: entries[at + 4]! };
  }
}

function between(a: Place, b: Place, share: number): Place {
  const mix = (from: number, to: number): number => from + (to - from) * share;
  // By the shorter angle.
  const difference = b.orientation - a.orientation;
  const turn = difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI));
  return { x: mix(a.x, b.x), y: mix(a.y, b.y), z: mix(a.z, b.z), orientation: a.orientation + turn * share };
}
