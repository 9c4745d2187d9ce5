import type { HistogramReport, LatencyReport } from './report.js';
import { type Bucket, RELATIVE_ERROR, Sketch, valueOfRank } from './sketch.js';

/** Up to this number of values are stored; beyond it, a sketch replaces them. */
export const MAX_EXACT = 10_000;

const HISTOGRAM_BINS = 40;

/** Statistics of latencies in bounded memory. Values are seconds, not negative. */
export class Latency {
  private count = 0;
  private mean = 0;
  private squares = 0;
  private min = Infinity;
  private max = -Infinity;
  private values: number[] = [];
  private sketch: Sketch | undefined;

  add(seconds: number): void {
    this.count++;
    // Welford's algorithm: sums of squares would cancel if latencies hardly differ.
    const off = seconds - this.mean;
    this.mean += off / this.count;
    this.squares += off * (seconds - this.mean);
    if (seconds < this.min) this.min = seconds;
    if (seconds > this.max) this.max = seconds;
    if (this.sketch !== undefined) this.sketch.add(seconds);
    else if (this.values.push(seconds) > MAX_EXACT) this.sketchInstead();
  }

  report(): LatencyReport {
    const { count, sketch } = this;
    if (count === 0) return NOTHING;
    const buckets = sketch?.buckets() ?? this.values.map((value) => ({ value, count: 1 }));
    const quantile = sketch === undefined ? quantilesOf(this.values) : this.quantilesOfSketch(buckets);
    return {
      count,
      meanSeconds: this.mean,
      standardDeviationSeconds: count > 1 ? Math.sqrt(this.squares / (count - 1)) : null,
      minSeconds: this.min,
      maxSeconds: this.max,
      medianSeconds: quantile(0.5),
      p90Seconds: quantile(0.9),
      p99Seconds: quantile(0.99),
      quantiles: sketch === undefined ? 'exact' : 'sketch',
      quantileRelativeError: sketch === undefined ? 0 : RELATIVE_ERROR,
      histogram: this.histogramOf(buckets),
    };
  }

  private sketchInstead(): void {
    this.sketch = new Sketch();
    for (const value of this.values) this.sketch.add(value);
    this.values = [];
  }

  private quantilesOfSketch(buckets: readonly Bucket[]): (share: number) => number {
    const { count, min, max } = this;
    return (share) => Math.min(max, Math.max(min, valueOfRank(buckets, Math.floor(share * (count - 1)))));
  }

  private histogramOf(buckets: readonly Bucket[]): HistogramReport {
    const { min, max } = this;
    const width = (max - min) / HISTOGRAM_BINS;
    // All values are equal, or too close for separate bins.
    if (!(min + width > min && max - width < max)) return { startSeconds: min, binSeconds: 0, counts: [this.count] };
    const counts = new Array<number>(HISTOGRAM_BINS).fill(0);
    for (const { value, count } of buckets) {
      const bin = Math.floor((value - min) / width);
      counts[Math.min(HISTOGRAM_BINS - 1, Math.max(0, bin))]! += count;
    }
    return { startSeconds: min, binSeconds: width, counts };
  }
}

/** Interpolates between the two nearest ranks: type 7 of Hyndman and Fan, the default of R and NumPy. */
function quantilesOf(values: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(values).sort();
  return (share) => {
    const rank = share * (sorted.length - 1);
    const low = Math.floor(rank);
    const below = sorted[low]!;
    const above = sorted[Math.min(low + 1, sorted.length - 1)]!;
    return below + (rank - low) * (above - below);
  };
}

const NOTHING: LatencyReport = {
  count: 0,
  meanSeconds: null,
  standardDeviationSeconds: null,
  minSeconds: null,
  maxSeconds: null,
  medianSeconds: null,
  p90Seconds: null,
  p99Seconds: null,
  quantiles: 'exact',
  quantileRelativeError: 0,
  histogram: { startSeconds: 0, binSeconds: 0, counts: [] },
};
