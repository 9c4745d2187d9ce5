/** Shrinks a run that violates a property. */
import type { JudgeRequest, Judgement } from '../judging.js';
import { LimitError } from '../limits.js';
import type { Verdict } from '../properties/property.js';
import type { Case, Found, Knobs } from '../shrink/knobs.js';
import { shrink, type ShrinkProgress, type Shrunk } from '../shrink/shrink.js';
import type { JudgePool } from './check.js';

export interface ViolatingRun {
  readonly request: JudgeRequest;
  /** Index of the property in the request. */
  readonly property: number;
  readonly judgement: Judgement;
  readonly verdict: Verdict;
}

/** Judges only the violated property. */
export function requestOfCase(request: JudgeRequest, property: number, { settings, seed }: Case): JudgeRequest {
  const { scenario, from, properties, until, limits } = request;
  const changed = { ...scenario, settings: [...settings] };
  return { scenario: changed, seed, from, properties: [properties[property]!], until, limits };
}

export function foundOf({ request, judgement, verdict }: ViolatingRun): Found {
  return { case: { settings: new Map(request.scenario.settings), seed: request.seed }, judgement, verdict };
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

export interface ShrunkRun extends Shrunk {
  /** Candidates that exceeded the wall-time limit: a faster machine might accept one of them. */
  readonly cutOff: number;
}

/** A candidate that needs this many times the events of the original is rejected. */
const EVENTS_FACTOR = 4;
const MIN_EVENT_LIMIT = 10_000;

export async function shrinkRun(
  violating: ViolatingRun,
  knobs: Knobs,
  pool: JudgePool,
  { budget = {}, signal, onProgress }: ShrinkRunOptions = {},
): Promise<ShrunkRun> {
  const { request, property, judgement: first } = violating;
  const kind = kindOf(violating.verdict);
  const events = Math.min(request.limits?.events ?? Infinity, Math.max(MIN_EVENT_LIMIT, EVENTS_FACTOR * first.events));
  const limits = { ...request.limits, events };
  let cutOff = 0;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end);
  const deadline = budget.seconds === undefined ? undefined : setTimeout(end, budget.seconds * 1000);
  const attempt = async (smaller: Case): Promise<Found | undefined> => {
    try {
      const judgement = await pool.run({ ...requestOfCase(request, property, smaller), limits }, ending.signal);
      const [verdict] = judgement.verdicts;
      if (verdict?.verdict !== 'violated' || kindOf(verdict) !== kind) return undefined;
      return { case: smaller, judgement, verdict };
    } catch (error) {
      // Otherwise the candidate is invalid: places overlap, or no process is left.
      if (error instanceof LimitError) cutOff++;
      return undefined;
    }
  };
  try {
    const options = { attempt, maxRuns: budget.runs, signal: ending.signal, onProgress };
    return { ...(await shrink(foundOf(violating), knobs.reductions, options)), cutOff };
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', end);
  }
}

/** The kind of a violation, without names and numbers: a property may be violated in several ways. */
function kindOf({ violation }: Verdict): string {
  const words = violation?.text.replaceAll(/"[^"]*"/g, '').match(/[a-z]{2,}/gi) ?? [];
  return words.filter((word, i) => word !== words[i - 1]).join(' ');
}
