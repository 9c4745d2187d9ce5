/** Properties of runs: a condition with a modality, a checker of messages, or an author's function. */
import type { checkers } from '@kineko/neko';
import type { ObservedRun } from '../observed-run.js';
import type { Timeline } from './timeline.js';

/** `always` and `never` at every instant; `eventually` by a time, or by the end; `sometimes` in some run. */
export const MODALITIES = ['always', 'never', 'eventually', 'sometimes'] as const;
export type Modality = (typeof MODALITIES)[number];

export interface Violation {
  /** Simulated seconds. */
  readonly time: number;
  readonly text: string;
  /** Ids of the robots or processes involved. */
  readonly who: readonly number[];
}

/** The verdict on a property after one run, as plain data. */
export interface Verdict {
  /** `absent`: a `sometimes` that did not occur in this run; `open`: a goal that was not reached, but might be later. */
  readonly verdict: 'holds' | 'violated' | 'unknown' | 'absent' | 'open';
  readonly premises: number;
  readonly violation?: Violation | undefined;
  /** Why the verdict is `unknown`, if the premise occurred. */
  readonly reason?: string | undefined;
  /** Distance to a violation: less is closer. */
  readonly score: number | null;
}

export interface Property {
  readonly text: string;
  readonly isSometimes: boolean;
  readonly judge: (run: ObservedRun) => Verdict;
  /** When it is fulfilled and when it is not; undefined if it applies to whole runs. */
  readonly spans?: (run: ObservedRun) => readonly PropertySpan[];
}

export interface PropertySpan {
  readonly from: number;
  readonly to: number;
  readonly isHolding: boolean;
}

/** The spans of a condition; one that must never hold is fulfilled while it fails. */
export function spansOf(modality: Modality, { holding, failing }: Timeline): PropertySpan[] {
  const [good, bad] = modality === 'never' ? [failing, holding] : [holding, failing];
  return [...good.map((span) => ({ span, isHolding: true })), ...bad.map((span) => ({ span, isHolding: false }))]
    .map(({ span: { from, until }, isHolding }) => ({ from, to: until, isHolding }))
    .sort((a, b) => a.from - b.from);
}

export interface AuthorFinding {
  /** Number of premises that occurred; a property without any does not pass. */
  readonly premises: number;
  readonly violations: readonly { readonly time: number; readonly text: string; readonly who?: readonly number[] }[];
  readonly score?: number;
}

export type AuthorProperty = (run: ObservedRun) => AuthorFinding;

export function ofTimeline(
  modality: Modality,
  timeline: Timeline,
  before: number | undefined,
  run: ObservedRun,
  isStable = false,
): Verdict {
  const { premises } = timeline;
  const score = timeline.score?.() ?? null;
  const { undecided: reason } = timeline;
  if (premises === 0 || reason !== undefined) return { verdict: 'unknown', premises, reason, score };
  if (modality === 'sometimes') return { verdict: timeline.holding.length > 0 ? 'holds' : 'absent', premises, score };
  if (modality === 'eventually') return { premises, score, ...eventually(timeline, before, run, isStable) };
  const [bad] = modality === 'always' ? timeline.failing : timeline.holding;
  if (bad === undefined) return { verdict: 'holds', premises, score };
  return { verdict: 'violated', premises, score, violation: { time: bad.from, ...timeline.about(bad.from) } };
}

function eventually(
  { holding, about }: Timeline,
  before: number | undefined,
  { span, isComplete }: ObservedRun,
  isStable: boolean,
): Pick<Verdict, 'verdict' | 'violation'> {
  const [first] = holding;
  const due = before ?? span.until;
  if (first !== undefined && first.from <= due) return { verdict: 'holds' };
  // The run ended before it had to hold.
  if (span.until < due && !isComplete && !isStable) return { verdict: 'unknown' };
  const time = Math.min(due, span.until);
  const { text, who } = about(time);
  if (isStable) return { verdict: 'open', violation: { time, text, who } };
  return {
    verdict: 'violated',
    violation: { time, text: `did not occur by then${text === '' ? '' : `: ${text}`}`, who },
  };
}

export function ofChecker(checker: checkers.Checker, { messages, n, isComplete }: ObservedRun): Verdict {
  const { verdict, premises, violations } = checker.check(messages, n, isComplete);
  const [first] = violations;
  if (first === undefined) return { verdict, premises, score: null };
  const time = Math.max(0, ...first.records.map((record) => record.time));
  const who = [...new Set(first.records.map(({ process }) => process))].sort((a, b) => a - b);
  return { verdict, premises, score: null, violation: { time, text: first.text, who } };
}

export function ofAuthor(find: AuthorProperty, run: ObservedRun): Verdict {
  const { premises, violations, score = null } = find(run);
  const [first] = [...violations].sort((a, b) => a.time - b.time);
  if (first === undefined) return { verdict: premises > 0 ? 'holds' : 'unknown', premises, score };
  return {
    verdict: 'violated',
    premises,
    score,
    violation: { time: first.time, text: first.text, who: first.who ?? [] },
  };
}
