/** How the scenarios of a front end can be varied: only the front end knows their keys. */
import type { RandomStream } from '@kineko/kernel';
import type { ExploreOptions, ExploreSystem } from '@kineko/neko';
import type { FrontEnd, Scenario } from '@kineko/run';
import type { Judgement } from '../judging.js';
import type { Verdict } from '../properties/property.js';

/** Parts of a scenario that a search varies. */
export const VARIATIONS = ['seeds', 'delays', 'pauses', 'crashes', 'losses', 'places'] as const;
export type Variation = (typeof VARIATIONS)[number];

/** A repeatable run: settings on top of its scenario, and a seed. */
export interface Case {
  /** By key; an empty value removes that of the scenario. */
  readonly settings: ReadonlyMap<string, string>;
  readonly seed: number;
}

/** A case with its judgement. */
export interface Found {
  readonly case: Case;
  readonly judgement: Judgement;
  /** Verdict on the violated property. */
  readonly verdict: Verdict;
}

export interface Reduction {
  /** `robots`, `faults`. */
  readonly what: string;
  /** Smaller cases, the smallest first. Invalid ones are skipped. */
  readonly candidates: (found: Found) => Iterable<Case>;
}

/** The parts of a front end for the lab. */
export interface LabFrontEnd extends FrontEnd {
  /** Varies scenarios, to search for counterexamples and to shrink them. */
  knobs?(variations: ReadonlySet<Variation>, options: KnobsOptions): Promise<Knobs>;
  /**
   * Modules that stand for a student's while the scenario of an assignment is checked, one for each kind of algorithm;
   * undefined if its algorithms cannot be graded.
   */
  submissions?(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The processes of a scenario of this front end, to explore all orders of their steps. Throws an `InputError`. */
  processes?(scenario: Scenario, seed: number): Promise<ProcessSystem>;
}

/** Processes without bodies, and the order of their links. */
export type ProcessSystem = ExploreSystem<unknown> & Pick<ExploreOptions<unknown>, 'links'>;

export interface KnobsOptions {
  /** Time limit of all cases, in simulated seconds. */
  readonly limit?: number | undefined;
  /** The violated property, which decides whether messages can be omitted. */
  readonly property?: string | undefined;
}

export interface Knobs {
  /** In the order in which they are tried. */
  readonly reductions: readonly Reduction[];
  /** A slightly different case: other delays, pauses, crashes, places. */
  readonly mutate: (found: Found, random: RandomStream) => Case;
  /** A random case with a few kinds of faults. */
  readonly scatter: (first: Found, random: RandomStream) => Case;
  /** File ending of saved scenarios: `.config`. */
  readonly ending: string;
  /** The text of a scenario that includes the original by its path. */
  readonly save: (original: string, small: Case, header: readonly string[]) => string;
}

export function withSettings({ settings, seed }: Case, changes: Iterable<readonly [string, string]>): Case {
  return { settings: new Map([...settings, ...changes]), seed };
}
