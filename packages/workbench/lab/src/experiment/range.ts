import { integerFrom, numberWhere } from '@kineko/formats/shape';
import * as z from 'zod/mini';

const MAX_STEPS = 1_000_000;

const finite = numberWhere('a number', Number.isFinite);

/** `{ from: 1, to: 10, step: 1 }`, or `count` instead of `step`; with `scale: log`, in equal factors. */
export const rangeFields = {
  from: z.optional(finite),
  to: z.optional(finite),
  step: z.optional(numberWhere('a number other than 0', (n) => n !== 0)),
  count: z.optional(integerFrom(2, MAX_STEPS)),
  scale: z._default(z.enum(['linear', 'log']), 'linear'),
};

const range = z.object(rangeFields);

/** The values of a range, or why it has none. */
export function valuesInRange({ from, to, step, count, scale }: z.infer<typeof range>): readonly number[] | string {
  if (from === undefined || to === undefined) return 'expected a list, an expression, or a range with from and to';
  if ((step === undefined) === (count === undefined)) return 'expected either step or count';
  if (scale === 'log') {
    if (count === undefined || !(from > 0 && to > 0)) return 'expected a count, and bounds above 0, for a log scale';
    return Array.from({ length: count }, (_, i) => rounded(from * (to / from) ** (i / (count - 1))));
  }
  if (count !== undefined)
    return Array.from({ length: count }, (_, i) => rounded(from + ((to - from) * i) / (count - 1)));
  const steps = Math.floor((to - from) / step! + 1e-9);
  if (steps < 0) return `no steps of ${step} lead from ${from} to ${to}`;
  if (steps > MAX_STEPS) return `expected at most ${MAX_STEPS} values, got ${steps + 1}`;
  return Array.from({ length: steps + 1 }, (_, i) => rounded(from + i * step!));
}

/** So that 0.1 × 3 is 0.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
