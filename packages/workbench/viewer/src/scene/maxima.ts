import { Rows } from './rows.js';

const FANOUT = 16;
const SHIFT = 4;

/** A list of numbers with the maxima of blocks and of blocks of blocks, which makes the search for large ones fast. */
export class Maxima {
  /** The numbers, the maximum of each block, and so on up to a level with a single block. */
  private readonly levels: Rows[] = [new Rows(1)];

  get length(): number {
    return this.levels[0]!.length;
  }

  get bytes(): number {
    return this.levels.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  at(index: number): number {
    return this.levels[0]!.get(index, 0);
  }

  push(value: number): void {
    const index = this.levels[0]!.add();
    this.levels[0]!.set(index, 0, -Infinity);
    this.set(index, value);
  }

  set(index: number, value: number): void {
    const { levels } = this;
    let old = levels[0]!.get(index, 0);
    let now = value;
    levels[0]!.set(index, 0, value);
    for (let [level, at] = [1, index >>> SHIFT]; ; level++, at >>>= SHIFT) {
      const below = levels[level - 1]!;
      if (level === levels.length) {
        if (below.length <= FANOUT) return;
        levels.push(new Rows(1, 64));
      }
      const own = levels[level]!;
      const known = at < own.length ? own.get(at, 0) : undefined;
      // A number that was not the maximum and is not now changes nothing above.
      if (known !== undefined && old < known && now <= known) return;
      const largest = known === undefined || now < known ? largestOf(below, at, known) : now;
      if (known === largest) return;
      while (own.length <= at) own.set(own.add(), 0, largestOf(below, own.length - 1));
      own.set(at, 0, largest);
      [old, now] = [known ?? -Infinity, largest];
    }
  }

  /** The last index up to a given one whose number is larger than a bound; -1 if there is none. */
  lastAbove(index: number, bound: number): number {
    const { levels } = this;
    let level = 0;
    let at = Math.min(index, this.length - 1);
    while (at >= 0) {
      if (levels[level]!.get(at, 0) > bound) {
        if (level === 0) return at;
        level--;
        at = (at << SHIFT) + FANOUT - 1;
      } else if (at % FANOUT === 0 && level + 1 < levels.length) {
        // Everything before it is in whole blocks.
        level++;
        at = (at >>> SHIFT) - 1;
      } else at--;
    }
    return -1;
  }
}

/** The maximum of a block, which is at most `known`. */
function largestOf(numbers: Rows, block: number, known = Infinity): number {
  let largest = -Infinity;
  const end = Math.min(numbers.length, (block + 1) << SHIFT);
  // From the end, because the latest numbers are the likely maxima.
  for (let i = end - 1; i >= block << SHIFT && largest < known; i--) largest = Math.max(largest, numbers.get(i, 0));
  return largest;
}
