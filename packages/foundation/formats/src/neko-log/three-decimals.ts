/**
 * Numbers as Java's pattern `0.000` prints them: the exact value of the double, rounded to the nearest thousandth, and
 * to the even one if two are as near. The host's `toFixed` takes the larger one then.
 */

/** Below this, in size, the thousandths of a number are a small integer, and nearly always found by one product. */
export const LARGEST_QUICK = 0x2_0000_0000;

/** By how much the product may be wrong: half of the last bit of 1000 · 2^33. Closer than this to a half, it decides nothing. */
const DOUBT = 1 / 0x200;

/** How many thousandths a number is nearest to; its size must be below LARGEST_QUICK. Never -0. */
export function thousandths(x: number): number {
  const product = x * 1000;
  const nearest = Math.round(product);
  if (Math.abs(product - nearest) < 0.5 - DOUBT) return nearest + 0;
  return Number(rounded(x).replace('.', '')) + 0;
}

/** Without a sign if all its digits are zeros; of no number, the host's word for it. */
export function threeDecimals(x: number): string {
  if (Math.abs(x) < LARGEST_QUICK) {
    const count = thousandths(x);
    const size = Math.abs(count);
    const whole = Math.floor(size / 1000);
    return `${count < 0 ? '-' : ''}${whole}.${String(size - 1000 * whole).padStart(3, '0')}`;
  }
  if (!Number.isFinite(x)) return String(x);
  // `toFixed` gives up at 10^21, where no double has a fraction.
  return Math.abs(x) < 1e21 ? rounded(x) : `${BigInt(x)}.000`;
}

function rounded(x: number): string {
  const text = x.toFixed(3);
  if (!isTie(x)) return text;
  // The larger one, in size: if it is odd, the even one is a thousandth less, and its last digit is not 0.
  const last = text.charCodeAt(text.length - 1) - 0x30;
  return last % 2 === 0 ? text : `${text.slice(0, -1)}${last - 1}`;
}

/** Half a thousandth is 1/2000 = 1/(16 · 125), so that a double has it only if it is an odd number of sixteenths. */
function isTie(x: number): boolean {
  return Math.abs(16 * x) % 2 === 1;
}
