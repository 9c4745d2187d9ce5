/** What can be varied about the scenarios of a front end, which alone knows their keys. */
import type { RandomStream } from '@kineko/kernel';
import type { FrontEnd } from '@kineko/run';
import type { Judgement } from '../judging.js';
import type { Verdict } from '../properties/property.js';
import type { Variation } from '../search/schedules.js';

/** A run that can be repeated: what is set on top of its scenario, and its seed. */
export interface Case {
  /** By key; an empty value takes back what the scenario says. */
  readonly settings: ReadonlyMap<string, string>;
  readonly seed: number;
}

/** A case, and what came of it. */
export interface Found {
  readonly case: Case;
  readonly judgement: Judgement;
  /** Of the property that it violates. */
  readonly verdict: Verdict;
}

/** One way to make a case smaller: `robots`, `faults`. */
export interface Reduction {
  readonly what: string;
  /** Smaller cases, the boldest first. They need not make sense: what cannot be run is passed over. */
  readonly candidates: (found: Found) => Iterable<Case>;
}

/** A front end whose scenarios the lab can vary, to shrink counterexamples and to search for new ones. */
export interface LabFrontEnd extends FrontEnd {
  knobs?(variations: ReadonlySet<Variation>, options: KnobsOptions): Promise<Knobs>;
}

export interface KnobsOptions {
  /** Simulated seconds: no case lasts longer, since what happens later is no fault of the scenario. */
  readonly limit?: number | undefined;
  /** The property that is violated: it tells whether messages can be left out. */
  readonly property?: string | undefined;
}

export interface Knobs {
  /** In the order in which they are best tried. */
  readonly reductions: readonly Reduction[];
  /** A case a little different, for searches: other delays, pauses, crashes, places. */
  readonly mutate: (found: Found, random: RandomStream) => Case;
  /** A case chosen at random, within a few kinds of faults at a time. */
  readonly scatter: (first: Found, random: RandomStream) => Case;
  /** How the files of scenarios that `save` writes end: `.config`. */
  readonly ending: string;
  /** The text of a scenario of its own, which includes the original by a path. */
  readonly save: (original: string, small: Case, header: readonly string[]) => string;
}

export function withSettings({ settings, seed }: Case, changes: Iterable<readonly [string, string]>): Case {
  return { settings: new Map([...settings, ...changes]), seed };
}
