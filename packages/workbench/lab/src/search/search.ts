/**
 * Looks for a violation beyond seeds. A swarm tries cases that have nothing to do with each other, each with a few kinds of faults
 * only; a guided search changes the cases that came nearest to a violation. Candidates are made in generations of one size, so
 * that what is found does not depend on how many threads there are.
 */
import { Random } from '@kineko/kernel';
import type { Case, Found, Knobs } from '../shrink/knobs.js';

export interface SearchOptions {
  readonly kind: 'swarm' | 'guided';
  readonly knobs: Knobs;
  /** Runs a case; undefined if it cannot be run. */
  readonly attempt: (candidate: Case) => Promise<Found | undefined>;
  readonly mostRuns: number;
  /** Of the search itself. */
  readonly seed: number;
  readonly signal?: { readonly aborted: boolean } | undefined;
  readonly onRun?: (() => void) | undefined;
}

export interface SearchOutcome {
  /** The first that violates the property. */
  readonly found: Found | undefined;
  readonly runs: number;
  /** Cases that made no sense. */
  readonly refused: number;
  /** The nearest that any run came; null if the property does not tell. */
  readonly best: number | null;
}

const GENERATION = 16;
const ELITE = 6;

export async function search(first: Found, options: SearchOptions): Promise<SearchOutcome> {
  const { kind, knobs, mostRuns, signal } = options;
  const random = new Random(options.seed).stream('search');
  let elite: Found[] = [first];
  let [runs, refused] = [0, 0];
  while (runs < mostRuns && signal?.aborted !== true) {
    const candidates = Array.from({ length: Math.min(GENERATION, mostRuns - runs) }, () =>
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
