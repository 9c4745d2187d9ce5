/**
 * The playground's one tolerance. In pixels where it is added to a distance or a radius, in squared pixels where to a square, as a
 * share of a cycle where to a time: it was written so, and logs depend on it. Bodies may overlap walls by this much.
 */
export const TOLERANCE = 0.01;

/** A time that misses its interval by less than the tolerance counts as its end; undefined if it misses it by more. */
export function bounded(time: number, low: number, high: number): number | undefined {
  if (time > low && time < high) return time;
  if (time <= low && time > low - TOLERANCE) return low;
  if (time >= high && time < high + TOLERANCE) return high;
  return undefined;
}
