import { productError, sumError } from './double-double.js';

/**
 * Exact sums of any number of products: for centroids and areas, which must not depend on the order of listing, and for the
 * decisions of ray casts.
 */

/**
 * a·b − c·d, within two units in the last place, however much of it cancels. Kahan's method, as proved by Boldo (2009);
 * exact remainders are used only where the plain difference has lost digits.
 */
export function differenceOfProducts(a: number, b: number, c: number, d: number): number {
  const left = a * b;
  const right = c * d;
  const difference = left - right;
  if (Math.abs(left + right) <= 3 * Math.abs(difference)) return difference;
  return difference + roundingErrors(a, b, left, c, d, right);
}

/** The rounding errors of a·b − c·d. They are seldom needed; without them the caller is short enough to be inlined. */
function roundingErrors(a: number, b: number, left: number, c: number, d: number, right: number): number {
  return productError(a, b, left) - productError(c, d, right);
}

/**
 * Adds a term to an exact sum, which is stored as a few doubles of different sizes that do not overlap, the smallest
 * first (Shewchuk, Adaptive precision floating-point arithmetic, 1997: grow-expansion). An empty list is 0.
 */
export function addExactly(sum: number[], term: number): void {
  let carried = term;
  let kept = 0;
  for (let i = 0; i < sum.length; i++) {
    const part = sum[i]!;
    const total = carried + part;
    const rest = sumError(carried, part, total);
    if (rest !== 0) sum[kept++] = rest;
    carried = total;
  }
  sum.length = kept;
  sum.push(carried);
}

/** Adds a·b to an exact sum. */
export function addProductExactly(sum: number[], a: number, b: number): void {
  const product = a * b;
  addExactly(sum, product);
  addExactly(sum, productError(a, b, product));
}

/** The double nearest to an exact sum; halfway cases to even. */
export function roundedSum(sum: readonly number[]): number {
  let index = sum.length - 1;
  if (index < 0) return 0;
  let high = sum[index]!;
  let low = 0;
  while (index > 0 && low === 0) {
    index--;
    const part = sum[index]!;
    const total = high + part;
    low = part - (total - high);
    high = total;
  }
  // A tie was rounded to even, but the parts below decide otherwise: add half a unit in their direction.
  const below = index > 0 ? sum[index - 1]! : 0;
  if (Math.sign(low) * Math.sign(below) > 0) {
    const nudged = high + 2 * low;
    if (nudged - high === 2 * low) return nudged;
  }
  return high;
}
