import type { RandomStream } from '@kineko/kernel';

/**
 * A reading with normal noise; `errorFactor` is the standard deviation. If it is 0, no number is drawn, so a sensor without
 * noise does not advance its stream.
 */
export function noisy(reading: number, errorFactor: number, noise: RandomStream): number {
  return errorFactor === 0 ? reading : noise.normal(reading, errorFactor);
}

/** The same for a distance, which is never negative. */
export function noisyDistance(distance: number, errorFactor: number, noise: RandomStream): number {
  return Math.max(0, noisy(distance, errorFactor, noise));
}
