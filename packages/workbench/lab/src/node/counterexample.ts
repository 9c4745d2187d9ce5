/** From a run that violates something to the smallest one that does. */
import type { JudgeOrder, Judgement } from '../judging.js';
import { LimitError } from '../limits.js';
import type { Verdict } from '../properties/property.js';
import type { Case, Found, Knobs } from '../shrink/knobs.js';
import { shrink, type ShrinkProgress, type Shrunk } from '../shrink/shrink.js';
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
  const { scenario, from, properties, until, limits } = order;
  const changed = { ...scenario, settings: [...settings] };
  return { scenario: changed, seed, from, properties: [properties[property]!], until, limits };
}

export function foundOf({ order, judgement, verdict }: ViolatingRun): Found {
  return { case: { settings: new Map(order.scenario.settings), seed: order.seed }, judgement, verdict };
}

export interface ShrinkBudget {
  /** Number of runs. Default: 500. */
  readonly runs?: number | undefined;
  /** Wall-clock seconds: the result then depends on the machine. */
  readonly seconds?: number | undefined;
}

export interface ShrinkRunOptions {
  readonly budget?: ShrinkBudget | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ShrinkProgress) => void) | undefined;
}

/** What shrinking came to. */
export interface ShrunkRun extends Shrunk {
  /** Candidates that exceeded the limit of wall time: on a faster machine one of them may have been accepted. */
  readonly cutOff: number;
}

/** A candidate is smaller than what it was made of: one that needs many more events than that is given up. */
const EVENTS_FACTOR = 4;
const MIN_EVENT_LIMIT = 10_000;

export async function shrinkRun(
  violating: ViolatingRun,
  knobs: Knobs,
  pool: JudgePool,
  { budget = {}, signal, onProgress }: ShrinkRunOptions = {},
): Promise<ShrunkRun> {
  const { order, property, judgement: first } = violating;
  const kind = kindOf(violating.verdict);
  const events = Math.min(order.limits?.events ?? Infinity, Math.max(MIN_EVENT_LIMIT, EVENTS_FACTOR * first.events));
  const limits = { ...order.limits, events };
  let cutOff = 0;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end);
  const deadline = budget.seconds === undefined ? undefined : setTimeout(end, budget.seconds * 1000);
  const attempt = async (smaller: Case): Promise<Found | undefined> => {
    try {
      const judgement = await pool.judge({ ...orderOfCase(order, property, smaller), limits }, ending.signal);
      const [verdict] = judgement.verdicts;
      if (verdict?.verdict !== 'violated' || kindOf(verdict) !== kind) return undefined;
      return { case: smaller, judgement, verdict };
    } catch (error) {
      // Otherwise it cannot be run: places overlap, no process is left.
      if (error instanceof LimitError) cutOff++;
      return undefined;
    }
  };
  try {
    const options = { attempt, mostRuns: budget.runs, signal: ending.signal, onProgress };
    return { ...(await shrink(foundOf(violating), knobs.reductions, options)), cutOff };
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', end);
  }
}

/** A property may be violated in several ways: that nobody is let in is not that two are inside. Who and when does not matter. */
function kindOf({ violation }: Verdict): string {
  const words = violation?.text.replaceAll(/"[^"]*"/g, '').match(/[a-z]{2,}/gi) ?? [];
  return words.filter((word, i) => word !== words[i - 1]).join(' ');
}
