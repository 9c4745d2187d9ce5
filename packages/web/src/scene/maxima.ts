const FANOUT = 16;
const SHIFT = 4;

/** Numbers in a row, with the largest of each block of them, and of each block of blocks: large ones are found at once. */
export class Maxima {
  /** The numbers, the largest of each block, and so on up to a level of one block. */
  private readonly levels: number[][] = [[]];

  get length(): number {
    return this.levels[0]!.length;
  }

  at(index: number): number {
    return this.levels[0]![index]!;
  }

  push(value: number): void {
    const index = this.length;
    this.levels[0]!.push(-Infinity);
    this.set(index, value);
  }

  set(index: number, value: number): void {
    const { levels } = this;
    let old = levels[0]![index]!;
    let now = value;
    levels[0]![index] = value;
    for (let [level, at] = [1, index >>> SHIFT]; ; level++, at >>>= SHIFT) {
      const below = levels[level - 1]!;
      if (level === levels.length) {
        if (below.length <= FANOUT) return;
        levels.push([]);
      }
      const own = levels[level]!;
      const known = own[at];
      // One that was not the largest, and is not now, changes nothing further up.
      if (known !== undefined && old < known && now <= known) return;
      const largest = known === undefined || now < known ? largestOf(below, at, known) : now;
      if (known === largest) return;
      own[at] = largest;
      [old, now] = [known ?? -Infinity, largest];
    }
  }

  /** The last index up to a given one whose number is larger than a bound; -1 if there is none. */
  lastAbove(index: number, bound: number): number {
    const { levels } = this;
    let level = 0;
    let at = Math.min(index, this.length - 1);
    while (at >= 0) {
      if (levels[level]![at]! > bound) {
        if (level === 0) return at;
        level--;
        at = (at << SHIFT) + FANOUT - 1;
      } else if (at % FANOUT === 0 && level + 1 < levels.length) {
        // All before it is in whole blocks.
        level++;
        at = (at >>> SHIFT) - 1;
      } else at--;
    }
    return -1;
  }
}

/** Of a block; nothing of it is larger than what is known to have been the largest. */
function largestOf(numbers: readonly number[], block: number, known = Infinity): number {
  let largest = -Infinity;
  const end = Math.min(numbers.length, (block + 1) << SHIFT);
  // From the end: what was put in last is what has not ended yet.
  for (let i = end - 1; i >= block << SHIFT && largest < known; i--) if (numbers[i]! > largest) largest = numbers[i]!;
  return largest;
}
