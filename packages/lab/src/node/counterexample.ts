/** From a run that violates something to the smallest one that does, kept as a scenario of its own. */
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { JudgeOrder, Judgement } from '../judging.js';
import type { Verdict } from '../properties/property.js';
import type { Case, Found, Knobs } from '../shrink/knobs.js';
import { shrink, type Shrunk } from '../shrink/shrink.js';
import type { JudgePool } from './check.js';

export interface ViolatingRun {
  readonly order: JudgeOrder;
  /** Its place among the properties of the order. */
  readonly property: number;
  readonly judgement: Judgement;
  readonly verdict: Verdict;
}

/** Looks only at the property that was violated. */
export function orderOfCase(order: JudgeOrder, property: number, { settings, seed }: Case): JudgeOrder {
  const { scenario, from, properties, until } = order;
  return { scenario: { ...scenario, settings: [...settings] }, seed, from, properties: [properties[property]!], until };
}

export function foundOf({ order, judgement, verdict }: ViolatingRun): Found {
  return { case: { settings: new Map(order.scenario.settings), seed: order.seed }, judgement, verdict };
}

export async function shrinkRun(
  violating: ViolatingRun,
  knobs: Knobs,
  pool: JudgePool,
  options: {
    readonly mostRuns?: number | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: (runs: number, what: string) => void;
  } = {},
): Promise<Shrunk> {
  const { order, property } = violating;
  const kind = kindOf(violating.verdict);
  const attempt = async (smaller: Case): Promise<Found | undefined> => {
    try {
      const judgement = await pool.judge(orderOfCase(order, property, smaller), options.signal);
      const [verdict] = judgement.verdicts;
      if (verdict?.verdict !== 'violated' || kindOf(verdict) !== kind) return undefined;
      return { case: smaller, judgement, verdict };
    } catch {
      // It cannot be run: places overlap, nobody is left.
      return undefined;
    }
  };
  return shrink(foundOf(violating), knobs.reductions, { ...options, attempt });
}

/** A property may be violated in several ways: that nobody is let in is not that two are inside. Who and when does not matter. */
function kindOf({ violation }: Verdict): string {
  const words = violation?.text.replaceAll(/"[^"]*"/g, '').match(/[a-z]{2,}/gi) ?? [];
  return words.filter((word, i) => word !== words[i - 1]).join(' ');
}

export interface SavedCase {
  /** Absolute. */
  readonly scenario: string;
  readonly trace: string;
  /** Of the run's records: a replay has the same. */
  readonly hash: string;
  readonly verdict: Verdict;
}

/** Writes the scenario beside its original, and the trace of its run beside that; throws if it does not fail there as it did here. */
export async function saveCase(
  violating: ViolatingRun,
  small: Found,
  knobs: Knobs,
  pool: JudgePool,
  signal?: AbortSignal,
): Promise<SavedCase> {
  const { order, property } = violating;
  const original = resolve(order.scenario.path);
  const text = order.properties[property]!;
  const { violation } = small.verdict;
  const header = [
    `A counterexample of ${basename(original)}, made smaller: it violates`,
    `  ${text}`,
    ...(violation === undefined ? [] : [`at t = ${violation.time}: ${violation.text}`]),
  ];
  const saved = knobs.save(basename(original), small.case, header);
  const scenario = join(dirname(original), saved.name);
  const trace = scenario.replace(/\.[^.]*$/, '.trace');
  await writeFile(scenario, saved.text);
  const replay = {
    scenario: { path: scenario, settings: [], environment: {} },
    seed: small.case.seed,
    from: order.from,
    properties: [text],
    until: order.until,
    trace,
  };
  const replayed = await pool.judge(replay, signal);
  const [verdict] = replayed.verdicts;
  if (verdict?.verdict !== 'violated')
    throw new Error(`${scenario}: as a scenario of its own it does not violate ${text} any more`);
  return { scenario, trace, hash: replayed.hash!, verdict };
}
