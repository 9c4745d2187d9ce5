/** The radius up to which a plan is free of contacts, and how deep discs overlap beyond it. */
import { compareFractions, type Fraction, integerRoot, integersOf, nearestDouble, nearestRoot } from './fraction.js';

export interface CriticalRadius {
  /** The least distance of two centres, rounded to the nearest double. */
  readonly distance: number;
  /** Half of it. */
  readonly radius: number;
  /** The largest double r for which discs of radius r have no contact: 2 r is at most the least distance. */
  readonly largestSafe: number;
}

/** @param squared Square of the least distance. */
export function criticalRadius(squared: Fraction): CriticalRadius {
  const distance = nearestRoot(squared);
  const radius = distance / 2;
  let largestSafe = radius;
  while (largestSafe > 0 && compareFractions(squareOf(2 * largestSafe), squared) > 0)
    largestSafe = doubleBelow(largestSafe);
  return { distance, radius, largestSafe };
}

/** Binary places of an overlap: it may be far below the last digit of the distance. */
const PLACES = 200;

/** The sum of two radii minus a distance, to the nearest double. @param squared Square of the distance, if it is known exactly. */
export function overlapDepth(radii: readonly [number, number], distance: number, squared = squareOf(distance)): number {
  const { over, under } = squared;
  const { integers, exponent } = integersOf(radii);
  const sum = (integers[0]! + integers[1]!) << BigInt(PLACES);
  const root = integerRoot((over << BigInt(2 * PLACES)) / under);
  const depth = sum - (root << BigInt(-exponent));
  return nearestDouble({ over: depth, under: 1n << BigInt(PLACES - exponent) });
}

/** The square of a product with a scale, exactly. */
export function scaledSquare({ over, under }: Fraction, scale: number): Fraction {
  const square = squareOf(scale);
  return { over: over * square.over, under: under * square.under };
}

function squareOf(value: number): Fraction {
  const { integers, exponent } = integersOf([value]);
  return { over: integers[0]! * integers[0]!, under: 1n << BigInt(-2 * exponent) };
}

/** The next double below a positive one. */
function doubleBelow(value: number): number {
  const double = new Float64Array([value]);
  new BigInt64Array(double.buffer)[0]! -= 1n;
  return double[0]!;
}
