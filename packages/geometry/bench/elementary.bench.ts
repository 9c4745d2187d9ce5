import { atan2, cos, sin } from '@kineko/geometry';
import type { Comparison } from '../../../tools/bench/comparison.js';

/** Few enough to stay in the cache, enough that no branch can be learned by heart. */
const COUNT = 4096;

/** Every loop leaves its sum here, so that none of its work is in vain. */
const sink = new Float64Array(1);

const TURN = 2 * Math.PI;

export const comparisons: Comparison[] = [
  {
    name: 'sine, headings within one turn',
    n: COUNT,
    setUp: () => {
      const angles = spread(-TURN / 2, TURN / 2);
      return [
        { name: 'Math.sin', run: () => sumOfMathSin(angles) },
        { name: 'sin', run: () => sumOfSin(angles) },
      ];
    },
  },
  {
    name: 'sine, headings within eight turns',
    n: COUNT,
    setUp: () => {
      const angles = spread(-4 * TURN, 4 * TURN);
      return [
        { name: 'Math.sin', run: () => sumOfMathSin(angles) },
        { name: 'sin', run: () => sumOfSin(angles) },
      ];
    },
  },
  {
    name: 'cosine, headings within one turn',
    n: COUNT,
    setUp: () => {
      const angles = spread(-TURN / 2, TURN / 2);
      return [
        { name: 'Math.cos', run: () => sumOfMathCos(angles) },
        { name: 'cos', run: () => sumOfCos(angles) },
      ];
    },
  },
  {
    name: 'cosine, headings within eight turns',
    n: COUNT,
    setUp: () => {
      const angles = spread(-4 * TURN, 4 * TURN);
      return [
        { name: 'Math.cos', run: () => sumOfMathCos(angles) },
        { name: 'cos', run: () => sumOfCos(angles) },
      ];
    },
  },
  {
    name: 'angle of a vector in any direction',
    n: COUNT,
    setUp: () => {
      const ys = spread(-10, 10);
      // Another order of the same numbers: their angles go all round.
      const xs = ys.map((_, i) => ys[(i * 1103 + 7) % COUNT]!);
      return [
        { name: 'Math.atan2', run: () => sumOfMathAtan2(ys, xs) },
        { name: 'atan2', run: () => sumOfAtan2(ys, xs) },
      ];
    },
  },
];

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

function sumOfMathAtan2(ys: Float64Array, xs: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < ys.length; i++) sum += Math.atan2(ys[i]!, xs[i]!);
  sink[0] = sum;
  return ys.length;
}

function sumOfAtan2(ys: Float64Array, xs: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < ys.length; i++) sum += atan2(ys[i]!, xs[i]!);
  sink[0] = sum;
  return ys.length;
}

/** Numbers all over the interval, in no order a processor could foresee: a linear congruential sequence. */
function spread(low: number, high: number): Float64Array {
  let state = 1;
  return Float64Array.from({ length: COUNT }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (state / 2 ** 32) * (high - low);
  });
}
