/**
 * Makes a counterexample smaller, as long as it violates the same property: delta debugging over the reductions that a front end offers.
 * It ends when a whole pass changes nothing, or when its budget is spent.
 */
import { canonical } from '../canonical.js';
import type { Case, Found, Reduction } from './knobs.js';

/** Runs that shrinking takes at most, if nobody says otherwise. */
export const DEFAULT_RUNS = 500;

export interface ShrinkOptions {
  /** Runs a case; undefined if it does not violate the property, or cannot be run. */
  readonly attempt: (smaller: Case) => Promise<Found | undefined>;
  /** Number of runs. Default: 500. */
  readonly mostRuns?: number | undefined;
  readonly signal?: { readonly aborted: boolean } | undefined;
  readonly onProgress?: ((progress: ShrinkProgress) => void) | undefined;
}

export interface ShrinkProgress {
  /** Runs so far. */
  readonly runs: number;
  /** What is tried to make smaller: `robots`, `faults`. */
  readonly what: string;
  /** The smallest so far. */
  readonly found: Found;
}

export interface Shrunk {
  readonly found: Found;
  readonly runs: number;
  /** How often each way made it smaller. */
  readonly steps: ReadonlyMap<string, number>;
  /** Whether nothing that is left to try makes it smaller; false if the budget was spent before. */
  readonly isComplete: boolean;
}

export async function shrink(first: Found, reductions: readonly Reduction[], options: ShrinkOptions): Promise<Shrunk> {
  const { mostRuns = DEFAULT_RUNS, signal, onProgress } = options;
  const tried = new Set([keyOf(first.case)]);
  const steps = new Map<string, number>();
  let found = first;
  let runs = 0;
  let isComplete = true;
  /** The first candidate that still fails. */
  const next = async ({ what, candidates }: Reduction): Promise<Found | undefined> => {
    for (const candidate of candidates(found)) {
      const key = keyOf(candidate);
      if (tried.has(key)) continue;
      if (runs >= mostRuns || signal?.aborted === true) {
        isComplete = false;
        return undefined;
      }
      tried.add(key);
      runs++;
      onProgress?.({ runs, what, found });
      const smaller = await options.attempt(candidate);
      if (smaller !== undefined) return smaller;
    }
    return undefined;
  };
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const reduction of reductions) {
      for (let smaller = await next(reduction); smaller !== undefined; smaller = await next(reduction)) {
        found = smaller;
        hasChanged = true;
        steps.set(reduction.what, (steps.get(reduction.what) ?? 0) + 1);
      }
    }
  }
  return { found, runs, steps, isComplete };
}

function keyOf({ settings, seed }: Case): string {
  return canonical([Object.fromEntries(settings), seed]);
}

/** Lists without a part of them, large parts first: all but a half, a quarter, … one item. */
export function* withoutParts<T>(items: readonly T[]): Generator<T[], void> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < items.length; at += size) yield [...items.slice(0, at), ...items.slice(at + size)];
  }
}
