/** The verdict on a property after many runs. */
import type { Verdict, Violation } from './property.js';

export interface PropertyResult {
  readonly property: string;
  /** `unknown`: its premise never occurred, which is not a pass; `open`: a goal that some runs did not reach in time. */
  readonly verdict: 'holds' | 'violated' | 'unknown' | 'open';
  readonly runs: number;
  /** Sum over all runs. */
  readonly premises: number;
  /** Violating runs; for `sometimes`, runs in which it did not occur; for an open goal, runs that did not reach it. */
  readonly violations: number;
  /** Why the verdict is `unknown`, if a premise occurred. */
  readonly reason?: string | undefined;
  readonly first?: { readonly run: number; readonly violation: Violation } | undefined;
}

export class PropertyTally {
  private runs = 0;
  private premises = 0;
  private violations = 0;
  private open = 0;
  private reason: string | undefined;
  private held = 0;
  private first: PropertyResult['first'];

  constructor(
    private readonly property: string,
    private readonly isSometimes: boolean,
  ) {}

  add(run: number, { verdict, premises, violation, reason }: Verdict): void {
    this.runs++;
    this.premises += premises;
    if (verdict === 'holds') this.held++;
    if (verdict === 'open') this.open++;
    this.reason ??= reason;
    if (verdict === 'open' && violation !== undefined) this.first ??= { run, violation };
    if (verdict !== 'violated' && verdict !== 'absent') return;
    this.violations++;
    if (violation !== undefined) this.first ??= { run, violation };
  }

  result(): PropertyResult {
    const { property, runs, premises, first, held, isSometimes, open } = this;
    const violations = this.violations + open;
    const isViolated = isSometimes ? held === 0 && violations > 0 : this.violations > 0;
    const verdict = isViolated ? 'violated' : open > 0 ? 'open' : held > 0 ? 'holds' : 'unknown';
    const why = verdict === 'unknown' && this.reason !== undefined ? { reason: this.reason } : {};
    return { property, verdict, runs, premises, violations, first, ...why };
  }
}
