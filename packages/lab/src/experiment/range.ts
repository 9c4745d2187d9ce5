import type { Given } from '../given.js';

/** `{ from: 1, to: 10, step: 1 }`, or with `count` in place of `step`, evenly or, with `scale: log`, by equal factors. */
export function readRange(given: Given): readonly number[] | undefined {
  given.only('from', 'to', 'step', 'count', 'scale', 'expression');
  const from = given.entry('from')?.number('a number', Number.isFinite);
  const to = given.entry('to')?.number('a number', Number.isFinite);
  const step = given.entry('step')?.number('a number that is not 0', (n) => Number.isFinite(n) && n !== 0);
  const count = given
    .entry('count')
    ?.number(`a whole number from 2 to ${MOST_STEPS}`, (n) => Number.isInteger(n) && n >= 2 && n <= MOST_STEPS);
  const scale = given.entry('scale')?.data ?? 'linear';
  if (from === undefined || to === undefined)
    return given.fail('a list, an expression, or a range with from and to is right');
  if (scale !== 'linear' && scale !== 'log') return given.fail('the scale is linear or log');
  if ((step === undefined) === (count === undefined)) return given.fail('either a step or a count is right');
  if (scale === 'log') {
    if (count === undefined || !(from > 0 && to > 0))
      return given.fail('a log scale needs a count, and bounds above 0');
    return Array.from({ length: count }, (_, i) => rounded(from * (to / from) ** (i / (count - 1))));
  }
  if (count !== undefined)
    return Array.from({ length: count }, (_, i) => rounded(from + ((to - from) * i) / (count - 1)));
  const steps = Math.floor((to - from) / step! + 1e-9);
  if (steps < 0) return given.fail(`from ${from} no steps of ${step} lead to ${to}`);
  if (steps > MOST_STEPS) return given.fail(`it has ${steps + 1} values; ${MOST_STEPS} are the most`);
  return Array.from({ length: steps + 1 }, (_, i) => rounded(from + i * step!));
}

const MOST_STEPS = 1_000_000;

/** 0.1 × 3 is 0.3 to whoever wrote the range. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
