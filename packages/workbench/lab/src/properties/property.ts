/** What runs are checked for: a condition with the way in which it has to hold, a checker of messages, or an author's own. */
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
  /** Ids of robots or processes that are part of it. */
  readonly who: readonly number[];
}

/** What is known of a property after one run, as plain data. */
export interface Verdict {
  /** `absent`: what has to occur in some run did not occur in this one. */
  readonly verdict: 'holds' | 'violated' | 'unknown' | 'absent';
  readonly premises: number;
  readonly violation?: Violation | undefined;
  /** How near the run came to a violation: less is nearer. */
  readonly score: number | null;
}

export interface Property {
  /** As it was written. */
  readonly text: string;
  readonly isSometimes: boolean;
  readonly judge: (run: ObservedRun) => Verdict;
}

/** What an author's own property finds. */
export interface AuthorFinding {
  /** How often what it is about happened: none is not a pass. */
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
): Verdict {
  const { premises } = timeline;
  const score = timeline.score?.() ?? null;
  if (premises === 0) return { verdict: 'unknown', premises, score };
  if (modality === 'sometimes') return { verdict: timeline.holding.length > 0 ? 'holds' : 'absent', premises, score };
  if (modality === 'eventually') return { premises, score, ...eventually(timeline, before, run) };
  const [bad] = modality === 'always' ? timeline.failing : timeline.holding;
  if (bad === undefined) return { verdict: 'holds', premises, score };
  return { verdict: 'violated', premises, score, violation: { time: bad.from, ...timeline.about(bad.from) } };
}

function eventually(
  { holding, about }: Timeline,
  before: number | undefined,
  { span, isComplete }: ObservedRun,
): Pick<Verdict, 'verdict' | 'violation'> {
  const [first] = holding;
  const due = before ?? span.until;
  if (first !== undefined && first.from <= due) return { verdict: 'holds' };
  // A run that was cut off before had no chance to show it.
  if (span.until < due && !isComplete) return { verdict: 'unknown' };
  const time = Math.min(due, span.until);
  const { text, who } = about(time);
  return {
    verdict: 'violated',
    violation: { time, text: `it did not come to it by then${text === '' ? '' : `: ${text}`}`, who },
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
