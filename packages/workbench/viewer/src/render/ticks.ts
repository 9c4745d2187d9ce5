/** Round numbers for axes, grids and scale bars. */

/** The largest of 1, 2 or 5 times a power of ten that is at most a limit. */
export function roundBelow(limit: number): number {
  const power = powerOf(limit);
  // Parsed, because a product of a digit and a power may be off by an ulp.
  return (
    [5, 2, 1].map((digit) => Number(`${digit}e${power}`)).find((each) => each <= limit) ?? Number(`5e${power - 1}`)
  );
}

/** Multiples of a round step in [from, to], at most `most` of them. */
export function ticksBetween(
  from: number,
  to: number,
  most: number,
): { readonly step: number; readonly ticks: number[] } {
  if (!(to > from) || !(most >= 1)) return { step: 1, ticks: [] };
  // The next round number above is at most two and a half times as large.
  const least = (to - from) / most;
  let step = roundBelow(least);
  while (step < least) step = roundBelow(step * 2.5);
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  return {
    step,
    ticks: Array.from({ length: Math.max(0, count) }, (_, k) => Number(((first + k) * step).toPrecision(12))),
  };
}

/** Digits after the point that tell multiples of a step apart. */
export function digitsOf(step: number): number {
  return Math.max(0, -powerOf(step));
}

/** The exponent of the largest power of ten that is at most a positive number, exactly. */
function powerOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}
