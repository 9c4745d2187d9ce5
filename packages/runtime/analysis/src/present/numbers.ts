/** Human-readable numbers, the same in every locale. */

export const NOTHING = '–';

/** 12345 is 12,345. */
export function counted(count: number): string {
  const digits = String(Math.abs(count));
  // Fractions and exponents are unchanged.
  const grouped = /^\d+$/.test(digits) ? digits.replace(/\B(?=(?:\d{3})+$)/g, ',') : digits;
  return count < 0 ? `-${grouped}` : grouped;
}

/** A number of significant digits, without an exponent if possible. */
export function significant(value: number | null, digits = 3): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-6 || size >= 1e15)) return value.toExponential(digits - 1);
  const before = size < 1 ? 0 : exponentOf(size) + 1;
  if (before >= digits) return counted(Math.round(value));
  if (size >= 1 || size === 0) return value.toFixed(digits - Math.max(before, 1));
  return value.toFixed(Math.min(20, digits - 1 - exponentOf(size)));
}

/** The power of ten of the first digit: 2 for 314. */
function exponentOf(size: number): number {
  return Number(size.toExponential().split('e')[1]);
}

/** Prints seconds in a suitable unit. */
export function duration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return NOTHING;
  // A value that rounds to 1,000 of a unit is printed as 1 of the next.
  const size = Math.abs(seconds);
  if (size === 0) return '0 s';
  if (size < 0.9995e-3) return `${trimmed(significant(seconds * 1e6))} µs`;
  return size < 0.9995 ? `${trimmed(significant(seconds * 1e3))} ms` : `${trimmed(significant(seconds, 4))} s`;
}

/** An instant, with the three decimals of a log. */
export function instant(seconds: number | null): string {
  return seconds === null ? NOTHING : trimmed(seconds.toFixed(3));
}

/** Without zeros at the end of a fraction. */
function trimmed(decimal: string): string {
  return decimal.includes('.') && !decimal.includes('e') ? decimal.replace(/\.?0+$/, '') : decimal;
}

export function percent(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)}` : NOTHING;
}

/** A number and its noun: `1 robot`, `2 robots`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : many}`;
}

/** The multiples in a range of a round step that divides it into about `about` parts. */
export function ticks(from: number, to: number, about: number): number[] {
  const span = to - from;
  if (!(span > 0 && span < Infinity) || about < 1) return [from];
  const raw = span / about;
  const power = Number(`1e${exponentOf(raw)}`);
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw * (1 - 1e-9))!;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first;
  // Far from 0 the ends of a range may be too close for any step.
  if (!(step > 0 && count >= 0 && count <= 10 * about && from + step > from)) return [from];
  return Array.from({ length: count + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
