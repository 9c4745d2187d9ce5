/**
 * Numbers as Java's pattern `0.000` prints them: the exact value of the double, rounded to the nearest thousandth, ties to
 * even. The host's `toFixed` rounds ties away from zero.
 */

/** Below this absolute value, the thousandths of a number are a small integer, which one product nearly always gives. */
export const LARGEST_QUICK = 0x2_0000_0000;

/**
 * Error bound of the product: half of the last bit of 1000 · 2^33. Closer than this to a half, the product does not decide.
 */
const DOUBT = 1 / 0x200;

/** The nearest number of thousandths, for an absolute value below LARGEST_QUICK; never -0. */
export function thousandths(x: number): number {
  const product = x * 1000;
  const nearest = Math.round(product);
  if (Math.abs(product - nearest) < 0.5 - DOUBT) return nearest + 0;
  return Number(rounded(x).replace('.', '')) + 0;
}

/** Prints no sign if all digits are zeros; NaN and the infinities are printed as by the host. */
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
  // `toFixed` has rounded away from zero. If the last digit is odd, the even result is a thousandth smaller.
  const last = text.charCodeAt(text.length - 1) - 0x30;
  return last % 2 === 0 ? text : `${text.slice(0, -1)}${last - 1}`;
}

/** Half a thousandth is 1/2000 = 1/(16 · 125), so a tie is possible only for an odd number of sixteenths. */
function isTie(x: number): boolean {
  return Math.abs(16 * x) % 2 === 1;
}
