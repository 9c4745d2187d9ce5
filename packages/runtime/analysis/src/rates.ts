import type { RatesReport } from './report.js';

export const MAX_BINS = 200;

const SERIES = ['records', 'motionRequests', 'collisions', 'sends', 'deliveries', 'drops'] as const;

export type Series = (typeof SERIES)[number];

/** Bins start at a microsecond and are widened, so that a run of any length ends with bins of a suitable size. */
const FIRST_WIDTH_EXPONENT = -6;

/**
 * Counts events in a bounded number of bins of time, which are widened by 2 and by 5 in turn when a time is out of range, so
 * that widths are 1 or 2 times a power of ten. Bins lie at multiples of their width: widening only joins them.
 */
export class Rates {
  private counts = emptyCounts();
  /** The width is 10^exponent, or twice that. */
  private exponent = FIRST_WIDTH_EXPONENT;
  private isDouble = false;
  private width = widthOf(FIRST_WIDTH_EXPONENT, false);
  /** Number of the first bin, which begins at `first * width`. */
  private first = 0;
  private bins = 0;

  add(series: Series, time: number, times = 1): void {
    const bin = this.binOf(time);
    const counts = this.counts[series];
    counts[bin] = (counts[bin] ?? 0) + times;
  }

  report(): RatesReport {
    const { width, first, bins } = this;
    const of = (series: Series): number[] => {
      const counts = this.counts[series];
      return Array.from({ length: bins }, (_, bin) => counts[bin] ?? 0);
    };
    return {
      startSeconds: first * width,
      binSeconds: width,
      records: of('records'),
      motionRequests: of('motionRequests'),
      collisions: of('collisions'),
      sends: of('sends'),
      deliveries: of('deliveries'),
      drops: of('drops'),
    };
  }

  /** The index of the bin of a time; widens the bins if they do not reach it. */
  private binOf(time: number): number {
    const number = Math.floor(time / this.width);
    if (number >= this.first && number < this.first + this.bins) return number - this.first;
    return this.reach(time);
  }

  private reach(time: number): number {
    for (;;) {
      const number = Math.floor(time / this.width);
      if (this.bins === 0 && Number.isSafeInteger(number)) {
        this.first = number;
        this.bins = 1;
        return 0;
      }
      const first = Math.min(this.first, number);
      const last = Math.max(this.first + this.bins - 1, number);
      if (this.bins > 0 && last - first < MAX_BINS) {
        this.prepend(this.first - first);
        this.first = first;
        this.bins = last - first + 1;
        return number - first;
      }
      this.widen();
    }
  }

  private prepend(count: number): void {
    if (count === 0) return;
    for (const series of SERIES) this.counts[series].unshift(...new Array<number>(count).fill(0));
  }

  private widen(): void {
    const ratio = this.isDouble ? 5 : 2;
    const first = Math.floor(this.first / ratio);
    for (const series of SERIES) {
      const counts = this.counts[series];
      const joined: number[] = [];
      for (let bin = 0; bin < counts.length; bin++) {
        const other = Math.floor((this.first + bin) / ratio) - first;
        joined[other] = (joined[other] ?? 0) + (counts[bin] ?? 0);
      }
      this.counts[series] = joined;
    }
    if (this.bins > 0) this.bins = Math.floor((this.first + this.bins - 1) / ratio) - first + 1;
    this.first = first;
    if (this.isDouble) this.exponent++;
    this.isDouble = !this.isDouble;
    this.width = widthOf(this.exponent, this.isDouble);
  }
}

function emptyCounts(): Record<Series, number[]> {
  return { records: [], motionRequests: [], collisions: [], sends: [], deliveries: [], drops: [] };
}

/** Parsed from decimals, so that a width is the nearest double. */
function widthOf(exponent: number, isDouble: boolean): number {
  return Number(`${isDouble ? 2 : 1}e${exponent}`);
}
