/** The least distance of two agents over several spans: doubles narrow it down, integers decide. */
import { compareFractions, type Fraction, nearestRoot } from './fraction.js';
import { type KnotLeg, type KnotPaths, relativeSpan } from './knot-paths.js';
import { nearestOf } from './relative-span.js';

/** Two legs from time a to time b. */
export interface PairSpan {
  readonly first: KnotLeg;
  readonly second: KnotLeg;
  readonly a: number;
  readonly b: number;
}

export interface ExactLeast {
  readonly squared: Fraction;
  /** The first time at which the distance is reached. */
  readonly time: number;
}

export function exactLeast(paths: KnotPaths, { first, second, a, b }: PairSpan): ExactLeast {
  const { squared, share } = nearestOf(relativeSpan(paths, first, second, a, b, [0, 0]));
  return { squared, time: a + share * (b - a) };
}

/** Candidates that are kept before they are decided. */
const MAX_CANDIDATES = 16;

export class LeastSpan {
  /** The least distance is at most this. */
  private upper = Infinity;
  private candidates: { readonly span: PairSpan; readonly lower: number }[] = [];
  private decided: ExactLeast | undefined;

  /** Adds a span later than all others; @param error bounds the error of the distance. */
  add(paths: KnotPaths, span: PairSpan, distance: number, error: number): void {
    if (distance - error > this.upper) return;
    if (distance + error < this.upper) {
      this.upper = distance + error;
      if (this.candidates.length > 0) this.candidates = this.candidates.filter(({ lower }) => lower <= this.upper);
    }
    this.candidates.push({ span, lower: distance - error });
    if (this.candidates.length > MAX_CANDIDATES) this.decide(paths);
  }

  least(paths: KnotPaths): ExactLeast & { readonly distance: number } {
    this.decide(paths);
    const decided = this.decided!;
    return { ...decided, distance: nearestRoot(decided.squared) };
  }

  private decide(paths: KnotPaths): void {
    for (const { span, lower } of this.candidates) {
      if (lower > this.upper) continue;
      const exact = exactLeast(paths, span);
      if (this.decided === undefined || compareFractions(exact.squared, this.decided.squared) < 0) this.decided = exact;
    }
    this.candidates = [];
  }
}
