/** Number of cells, more than a picture has pixels; all cover equal times. */
const CELLS = 4096;
/** Initial duration of a cell in seconds; a power of two, so that merging two cells is exact. */
const FIRST_CELL = 2 ** -20;

/**
 * Event counts over time in a fixed number of cells: when the time exceeds the last cell, pairs of cells are merged. So the cost
 * of a timeline does not depend on the length of the run.
 */
export class Density {
  private readonly counts = new Uint32Array(CELLS);
  private origin = NaN;
  private cell = FIRST_CELL;
  private used = 0;

  get bytes(): number {
    return this.counts.byteLength;
  }

  /** Times never decrease. */
  add(time: number, count = 1): void {
    if (Number.isNaN(this.origin)) this.origin = time;
    while ((time - this.origin) / this.cell >= CELLS) this.coarsen();
    const index = Math.floor((time - this.origin) / this.cell);
    this.counts[index]! += count;
    if (index >= this.used) this.used = index + 1;
  }

  /** Counts in bins of equal width, accurate to one cell. */
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
