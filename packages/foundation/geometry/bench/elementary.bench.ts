import { atan2, cos, sin } from '@kineko/geometry';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';

/** Few enough to stay in the cache, enough that no branch can be learned by heart. */
const COUNT = 4096;

/** Every loop stores its sum here, so that the compiler cannot remove its work. */
const sink = new Float64Array(1);

const TURN = 2 * Math.PI;

export const comparisons: Comparison[] = [
  {
    name: 'sine, headings within one turn',
    n: COUNT,
    alternatives: [
      { name: 'Math.sin', setUp: () => on(spread(-TURN / 2, TURN / 2), sumOfMathSin) },
      { name: 'sin', setUp: () => on(spread(-TURN / 2, TURN / 2), sumOfSin) },
    ],
  },
  {
    name: 'sine, headings within eight turns',
    n: COUNT,
    alternatives: [
      { name: 'Math.sin', setUp: () => on(spread(-4 * TURN, 4 * TURN), sumOfMathSin) },
      { name: 'sin', setUp: () => on(spread(-4 * TURN, 4 * TURN), sumOfSin) },
    ],
  },
  {
    name: 'cosine, headings within one turn',
    n: COUNT,
    alternatives: [
      { name: 'Math.cos', setUp: () => on(spread(-TURN / 2, TURN / 2), sumOfMathCos) },
      { name: 'cos', setUp: () => on(spread(-TURN / 2, TURN / 2), sumOfCos) },
    ],
  },
  {
    name: 'cosine, headings within eight turns',
    n: COUNT,
    alternatives: [
      { name: 'Math.cos', setUp: () => on(spread(-4 * TURN, 4 * TURN), sumOfMathCos) },
      { name: 'cos', setUp: () => on(spread(-4 * TURN, 4 * TURN), sumOfCos) },
    ],
  },
  {
    name: 'angle of a vector in any direction',
    n: COUNT,
    alternatives: [
      { name: 'Math.atan2', setUp: () => on(spread(-10, 10), sumOfMathAtan2) },
      { name: 'atan2', setUp: () => on(spread(-10, 10), sumOfAtan2) },
    ],
  },
];

/** Work that sums a function over the same numbers again and again. */
function on(numbers: Float64Array, sum: (numbers: Float64Array) => number): Work {
  return () => sum(numbers);
}

// One loop for each function: a loop that is given the function as a value could not inline it.

function sumOfMathSin(angles: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < angles.length; i++) sum += Math.sin(angles[i]!);
  sink[0] = sum;
  return angles.length;
}

function sumOfSin(angles: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < angles.length; i++) sum += sin(angles[i]!);
  sink[0] = sum;
  return angles.length;
}

function sumOfMathCos(angles: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < angles.length; i++) sum += Math.cos(angles[i]!);
  sink[0] = sum;
  return angles.length;
}

function sumOfCos(angles: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < angles.length; i++) sum += cos(angles[i]!);
  sink[0] = sum;
  return angles.length;
}

// Each number with another of them: the angles go all round.

function sumOfMathAtan2(numbers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += Math.atan2(numbers[i]!, numbers[(i * 1103 + 7) & (COUNT - 1)]!);
  sink[0] = sum;
  return numbers.length;
}

function sumOfAtan2(numbers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += atan2(numbers[i]!, numbers[(i * 1103 + 7) & (COUNT - 1)]!);
  sink[0] = sum;
  return numbers.length;
}

/** Numbers all over the interval, in no order a processor could foresee: a linear congruential sequence. */
function spread(low: number, high: number): Float64Array {
  let state = 1;
  return Float64Array.from({ length: COUNT }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (state / 2 ** 32) * (high - low);
  });
}
