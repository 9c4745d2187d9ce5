/**
 * Delta debugging over the reductions of a front end: makes a counterexample smaller while it violates the same property. Ends when a
 * whole pass changes nothing, or when the budget is used up.
 */
import { canonical } from '../canonical.js';
import type { Case, Found, Reduction } from './knobs.js';

/** Default limit of runs. */
export const DEFAULT_RUNS = 500;

export interface ShrinkOptions {
  /** Runs a case; undefined if it does not violate the property, or cannot be run. */
  readonly attempt: (smaller: Case) => Promise<Found | undefined>;
  /** Default: 500. */
  readonly maxRuns?: number | undefined;
  readonly signal?: { readonly aborted: boolean } | undefined;
  readonly onProgress?: ((progress: ShrinkProgress) => void) | undefined;
}

export interface ShrinkProgress {
  /** Runs so far. */
  readonly runs: number;
  /** The reduction: `robots`, `faults`. */
  readonly what: string;
  /** The smallest so far. */
  readonly found: Found;
}

export interface Shrunk {
  readonly found: Found;
  readonly runs: number;
  /** Number of successful steps per reduction. */
  readonly steps: ReadonlyMap<string, number>;
  /** Whether no reduction makes it smaller; false if the budget was used up. */
  readonly isComplete: boolean;
}

export async function shrink(first: Found, reductions: readonly Reduction[], options: ShrinkOptions): Promise<Shrunk> {
  const { maxRuns = DEFAULT_RUNS, signal, onProgress } = options;
  const tried = new Set([keyOf(first.case)]);
  const steps = new Map<string, number>();
  let found = first;
  let runs = 0;
  let isComplete = true;
  /** The first candidate that still violates the property. */
  const next = async ({ what, candidates }: Reduction): Promise<Found | undefined> => {
    for (const candidate of candidates(found)) {
      const key = keyOf(candidate);
      if (tried.has(key)) continue;
      if (runs >= maxRuns || signal?.aborted === true) {
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

/** The list without a part of it, large parts first: without a half, a quarter, … one item. */
export function* withoutParts<T>(items: readonly T[]): Generator<T[], void> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < items.length; at += size) yield [...items.slice(0, at), ...items.slice(at + size)];
  }
}
