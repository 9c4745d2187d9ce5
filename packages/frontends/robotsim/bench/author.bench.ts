/**
 * Overhead of the author's interface: random movement with motions returned or awaited, against the same motions requested
 * by plain callbacks.
 */
import type { Comparison } from '@kineko/tools/bench/comparison';
import { awaited, byCallbacks, returned } from './scenes.js';

/** To be at least 0.8 and 0.5 times as fast with 1,000 robots, and awaited 0.25 times with 100,000. */
export const comparisons: Comparison[] = [100, 1_000, 10_000, 100_000].map((n) => ({
  name: 'random movement by algorithms, motions',
  n,
  alternatives: [
    { name: 'plain callbacks', setUp: () => byCallbacks(n) },
    { name: 'motion returned', setUp: () => returned(n) },
    { name: 'motion awaited', setUp: () => awaited(n) },
  ],
}));
