/** As many as a picture has pixels, and some: each is one of equal stretches of time. */
const CELLS = 4096;
/** Seconds: of a cell at first; a power of two, so that two of them always make one of the next size. */
const FIRST_CELL = 2 ** -20;

/**
 * How much happens when, in a number of cells that stays the same: when time leaves the last one, each two become one. So a
 * timeline costs as much of a short run as of one of millions of records.
 */
export class Density {
  private readonly counts = new Float64Array(CELLS);
  private origin = NaN;
  private cell = FIRST_CELL;
  private used = 0;

  get bytes(): number {
    return this.counts.byteLength;
  }

  /** Times never fall. */
  add(time: number, count = 1): void {
    if (Number.isNaN(this.origin)) this.origin = time;
    while ((time - this.origin) / this.cell >= CELLS) this.coarsen();
    const index = Math.floor((time - this.origin) / this.cell);
    this.counts[index]! += count;
    if (index >= this.used) this.used = index + 1;
  }

  /** How many fall into each of some bins of equal width, to within a cell. */
  histogram(from: number, to: number, bins: number): Float64Array {
    const histogram = new Float64Array(bins);
    if (!(to > from)) return histogram;
    for (let index = 0; index < this.used; index++) {
      const count = this.counts[index]!;
      if (count === 0) continue;
      const share = (this.origin + (index + 0.5) * this.cell - from) / (to - from);
      histogram[Math.min(bins - 1, Math.max(0, Math.floor(share * bins)))]! += count;
    }
    return histogram;
  }

  private coarsen(): void {
    const { counts } = this;
    for (let index = 0; index < CELLS / 2; index++) counts[index] = counts[2 * index]! + counts[2 * index + 1]!;
    counts.fill(0, CELLS / 2);
    this.cell *= 2;
    this.used = Math.ceil(this.used / 2);
  }
}
