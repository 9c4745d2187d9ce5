/**
 * Searches for a violation beyond seeds. A swarm tries independent cases, each with a few kinds of faults; a guided search mutates
 * the cases that came closest to a violation. Generations have a fixed size, so that the result does not depend on the number of
 * threads.
 */
import { Random } from '@kineko/kernel';
import type { Case, Found, Knobs } from '../shrink/knobs.js';

export interface SearchOptions {
  readonly kind: 'swarm' | 'guided';
  readonly knobs: Knobs;
  /** Runs a case; undefined if it cannot be run. */
  readonly attempt: (candidate: Case) => Promise<Found | undefined>;
  readonly maxRuns: number;
  /** Seed of the search itself. */
  readonly seed: number;
  readonly signal?: { readonly aborted: boolean } | undefined;
  readonly onRun?: (() => void) | undefined;
}

export interface SearchOutcome {
  readonly found: Found | undefined;
  readonly runs: number;
  /** Invalid cases. */
  readonly refused: number;
  /** The lowest score; null if the property has none. */
  readonly best: number | null;
}

const GENERATION = 16;
const ELITE = 6;

export async function search(first: Found, options: SearchOptions): Promise<SearchOutcome> {
  const { kind, knobs, maxRuns, signal } = options;
  const random = new Random(options.seed).stream('search');
  let elite: Found[] = [first];
  let [runs, refused] = [0, 0];
  while (runs < maxRuns && signal?.aborted !== true) {
    const candidates = Array.from({ length: Math.min(GENERATION, maxRuns - runs) }, () =>
      kind === 'swarm'
        ? knobs.scatter(first, random)
        : knobs.mutate(elite[random.integer(0, elite.length - 1)]!, random),
    );
    const tried = await Promise.all(
      candidates.map(async (candidate) => {
        const found = await options.attempt(candidate);
        options.onRun?.();
        return found;
      }),
    );
    runs += candidates.length;
    refused += tried.filter((found) => found === undefined).length;
    const able = tried.filter((found) => found !== undefined);
    const violating = able.find(({ verdict }) => verdict.verdict === 'violated');
    if (violating !== undefined) return { found: violating, runs, refused, best: violating.verdict.score };
    elite = [...elite, ...able].sort((a, b) => scoreOf(a) - scoreOf(b)).slice(0, ELITE);
  }
  return { found: undefined, runs, refused, best: elite[0]!.verdict.score };
}

function scoreOf({ verdict }: Found): number {
  return verdict.score ?? 0;
}
