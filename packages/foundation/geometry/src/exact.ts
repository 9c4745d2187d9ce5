import type { DoubleDouble } from './double-double.js';

/**
 * Exact arithmetic as the last resort: every double is an integer times a power of two, so sums and products of doubles,
 * and above all their signs, can be computed without error. Costs microseconds; needed about once in a billion pairs.
 */
export interface Dyadic {
  readonly mantissa: bigint;
  /** The value is mantissa * 2^exponent. */
  readonly exponent: number;
}

const bits = new DataView(new ArrayBuffer(8));

/** A finite double, exactly. */
export function dyadic(value: number): Dyadic {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: high >>> 31 === 0 ? mantissa : -mantissa, exponent: Math.max(biased, 1) - 1075 };
}

export function plus(a: Dyadic, b: Dyadic): Dyadic {
  const exponent = Math.min(a.exponent, b.exponent);
  const mantissa = (a.mantissa << BigInt(a.exponent - exponent)) + (b.mantissa << BigInt(b.exponent - exponent));
  return { mantissa, exponent };
}

export function minus(a: Dyadic, b: Dyadic): Dyadic {
  return plus(a, { mantissa: -b.mantissa, exponent: b.exponent });
}

export function times(a: Dyadic, b: Dyadic): Dyadic {
  return { mantissa: a.mantissa * b.mantissa, exponent: a.exponent + b.exponent };
}

/** -1, 0 or 1. */
export function signOf(a: Dyadic): number {
  return a.mantissa > 0n ? 1 : a.mantissa < 0n ? -1 : 0;
}

export function sizeOfDyadic(a: Dyadic): Dyadic {
  return a.mantissa < 0n ? { mantissa: -a.mantissa, exponent: a.exponent } : a;
}

/** The sign of u - w √s, where s is not negative: by squares, where u and w √s have the same sign. */
export function signWithRoot(u: Dyadic, w: Dyadic, s: Dyadic): number {
  const ofU = signOf(u);
  const ofRoot = signOf(w) * signOf(s);
  if (ofU !== ofRoot) return ofU > ofRoot ? 1 : -1;
  const [squareOfU, squareOfRoot] = [times(u, u), times(times(w, w), s)];
  return signOf(ofU > 0 ? minus(squareOfU, squareOfRoot) : minus(squareOfRoot, squareOfU));
}

/** The nearest double, or its neighbour; 0 only for 0, so that the sign is kept. */
export function toNumber(a: Dyadic): number {
  if (a.mantissa === 0n) return 0;
  const size = a.mantissa < 0n ? -a.mantissa : a.mantissa;
  const excess = Math.max(0, size.toString(16).length * 4 - 64);
  const exponent = a.exponent + excess;
  // In two steps, since a power of two may be too small for a double where the product is not.
  const half = Math.trunc(exponent / 2);
  const rounded = Number(size >> BigInt(excess)) * powerOfTwo(half) * powerOfTwo(exponent - half);
  const kept = Math.max(rounded, Number.MIN_VALUE);
  return a.mantissa < 0n ? -kept : kept;
}

/** The nearest double-double. */
export function toDoubleDouble(a: Dyadic): DoubleDouble {
  const hi = toNumber(a);
  return { hi, lo: toNumber(minus(a, dyadic(hi))) };
}

/** 2^exponent; exponents outside the normal range are clamped to it. */
export function powerOfTwo(exponent: number): number {
  bits.setUint32(0, Math.min(Math.max(exponent + 1023, 1), 2046) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}
