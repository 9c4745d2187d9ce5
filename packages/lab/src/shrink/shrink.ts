/**
 * Makes a counterexample smaller, as long as it violates the same property: delta debugging over the ways that a front-end offers.
 * It ends when a whole pass changes nothing, or when enough has been tried.
 */
import { canonical } from '../canonical.js';
import type { Case, Found, Reduction } from './knobs.js';

export interface ShrinkOptions {
  /** Runs a case; undefined if it does not violate the property, or cannot be run. */
  readonly attempt: (smaller: Case) => Promise<Found | undefined>;
  /** Default: 500. */
  readonly mostRuns?: number | undefined;
  readonly signal?: { readonly aborted: boolean } | undefined;
  readonly onProgress?: ((runs: number, what: string) => void) | undefined;
}

export interface Shrunk {
  readonly found: Found;
  readonly runs: number;
  /** How often each way made it smaller. */
  readonly steps: ReadonlyMap<string, number>;
}

export async function shrink(first: Found, reductions: readonly Reduction[], options: ShrinkOptions): Promise<Shrunk> {
  const { mostRuns = 500, signal, onProgress } = options;
  const tried = new Set([keyOf(first.case)]);
  const steps = new Map<string, number>();
  let found = first;
  let runs = 0;
  /** The first candidate that still fails. */
  const next = async ({ what, candidates }: Reduction): Promise<Found | undefined> => {
    for (const candidate of candidates(found)) {
      if (runs >= mostRuns || signal?.aborted === true) return undefined;
      const key = keyOf(candidate);
      if (tried.has(key)) continue;
      tried.add(key);
      runs++;
      onProgress?.(runs, what);
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
  return { found, runs, steps };
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
