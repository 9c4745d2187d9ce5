/** Confidence intervals of means and shares that never leave the range of possible values. */
import { Random } from '@kineko/kernel';
import { studentQuantile } from './student.js';

export interface Interval {
  readonly low: number;
  readonly high: number;
  /** How it was computed: `wilson` for shares, `student` or `bootstrap` for means. */
  readonly method: 'wilson' | 'student' | 'bootstrap';
}

/** The range of possible values of a metric. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** With fewer values, resampling is less accurate than Student's interval. */
const MIN_RESAMPLED = 10;
const RESAMPLES = 4000;
/** Degrees of freedom at which Student's distribution is normal to all printed digits. */
const NORMAL = 1e9;

/** Wilson's score interval: inside [0, 1], and not empty if all values are equal. */
export function wilsonInterval(successes: number, count: number, confidence: number): Interval {
  const z = studentQuantile(confidence, NORMAL);
  const [share, square] = [successes / count, (z * z) / count];
  const middle = (share + square / 2) / (1 + square);
  const half = (z / (1 + square)) * Math.sqrt((share * (1 - share) + square / 4) / count);
  // Rounding must not move an end past 0, 1 or the share.
  const low = successes === 0 ? 0 : Math.max(0, Math.min(share, middle - half));
  const high = successes === count ? 1 : Math.min(1, Math.max(share, middle + half));
  return { low, high, method: 'wilson' };
}

/**
 * Student's interval if it lies within the bounds. Otherwise the values are skewed towards a bound: then the means of resamples,
 * or for few values Student's interval without its impossible part, which never contains the mean.
 */
export function meanInterval(
  values: readonly number[],
  confidence: number,
  { min, max }: Bounds,
): Interval | undefined {
  const count = values.length;
  if (count < 2) return undefined;
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const half = studentQuantile(confidence, count - 1) * Math.sqrt(squares / (count - 1) / count);
  const [low, high] = [mean - half, mean + half];
  if ((low >= min && high <= max) || count < MIN_RESAMPLED) {
    return { low: Math.max(low, min), high: Math.min(high, max), method: 'student' };
  }
  return bootstrapInterval(values, confidence);
}

/** The same values give the same interval. */
function bootstrapInterval(values: readonly number[], confidence: number): Interval {
  const random = new Random(1).stream('bootstrap');
  const means = new Float64Array(RESAMPLES);
  for (let k = 0; k < RESAMPLES; k++) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[random.integer(0, values.length - 1)]!;
    means[k] = sum / values.length;
  }
  means.sort();
  const at = (share: number): number =>
    means[Math.min(RESAMPLES - 1, Math.max(0, Math.round(share * (RESAMPLES - 1))))]!;
  return { low: at((1 - confidence) / 2), high: at((1 + confidence) / 2), method: 'bootstrap' };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
