import { log } from '@kineko/kernel';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';

/** Few enough to stay in the cache, enough to defeat branch prediction. */
const COUNT = 4096;

/** Every loop stores its sum here, so that its work is not optimized away. */
const sink = new Float64Array(1);

export const comparisons: Comparison[] = [
  {
    name: 'logarithm of draws between 0 and 1',
    n: COUNT,
    alternatives: [
      { name: 'Math.log', setUp: () => on(spread(1), sumOfMathLog) },
      { name: 'log', setUp: () => on(spread(1), sumOfLog) },
    ],
  },
  {
    name: 'logarithm of numbers up to a million',
    n: COUNT,
    alternatives: [
      { name: 'Math.log', setUp: () => on(spread(1e6), sumOfMathLog) },
      { name: 'log', setUp: () => on(spread(1e6), sumOfLog) },
    ],
  },
];

/** Work that sums a function over the same numbers. */
function on(numbers: Float64Array, sum: (numbers: Float64Array) => number): Work {
  return () => sum(numbers);
}

// One loop for each function: a loop that takes the function as a value could not inline it.

function sumOfMathLog(numbers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += Math.log(numbers[i]!);
  sink[0] = sum;
  return numbers.length;
}

function sumOfLog(numbers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += log(numbers[i]!);
  sink[0] = sum;
  return numbers.length;
}

/** Numbers from the whole interval, without zero, in an unpredictable order (a linear congruential generator). */
function spread(high: number): Float64Array {
  let state = 1;
  return Float64Array.from({ length: COUNT }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state + 1) / 2 ** 32) * high;
  });
}
