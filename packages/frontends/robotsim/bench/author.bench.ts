/**
 * Overhead of the author's interface: random movement with motions returned or awaited, against the same motions requested
 * by plain callbacks.
 */
import type { Alternative, Comparison, Target } from '@kineko/tools/bench/comparison';
import { awaited, byCallbacks, returned } from './scenes.js';

const target = (must: number, aim: number): Target => ({ compares: 'speed', must, aim });

const RETURNED: Readonly<Record<number, Target>> = { 1_000: target(0.8, 0.9), 100_000: target(0.8, 0.9) };
const AWAITED: Readonly<Record<number, Target>> = { 1_000: target(0.5, 0.7), 100_000: target(0.4, 0.6) };

export const comparisons: Comparison[] = [100, 1_000, 10_000, 100_000].map((n) => ({
  name: 'random movement by algorithms, motions',
  n,
  alternatives: [
    { name: 'plain callbacks', setUp: () => byCallbacks(n) },
    { name: 'motion returned', setUp: () => returned(n), ...targetOf(RETURNED[n]) },
    { name: 'motion awaited', setUp: () => awaited(n), ...targetOf(AWAITED[n]) },
  ],
}));

function targetOf(bounds: Target | undefined): Pick<Alternative, 'target'> {
  return bounds === undefined ? {} : { target: bounds };
}
