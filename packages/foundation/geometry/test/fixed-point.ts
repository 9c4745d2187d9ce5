export const FRACTION_BITS = 300n;

/** A double as a whole number of 2^-300, without rounding. */
export function exact(value: number): bigint {
  let whole = value;
  let shift = 0n;
  for (; !Number.isInteger(whole); shift++) whole *= 2;
  return BigInt(whole) << (FRACTION_BITS - shift);
}

/** The double nearest to a whole number of 2^-300, ties to even as BigInt's own conversion has it. */
export function rounded(value: bigint): number {
  let result = Number(value);
  for (let i = 0n; i < FRACTION_BITS; i++) result /= 2;
  return result;
}
