/** The verdict on a property after many runs. */
import type { Verdict, Violation } from './property.js';

export interface PropertyResult {
  readonly property: string;
  /** `unknown`: its premise never occurred, which is not a pass. */
  readonly verdict: 'holds' | 'violated' | 'unknown';
  readonly runs: number;
  /** Sum over all runs. */
  readonly premises: number;
  /** Violating runs; for `sometimes`, runs in which it did not occur. */
  readonly violations: number;
  readonly first?: { readonly run: number; readonly violation: Violation } | undefined;
}

export class PropertyTally {
  private runs = 0;
  private premises = 0;
  private violations = 0;
  private held = 0;
  private first: PropertyResult['first'];

  constructor(
    private readonly property: string,
    private readonly isSometimes: boolean,
  ) {}

  add(run: number, { verdict, premises, violation }: Verdict): void {
    this.runs++;
    this.premises += premises;
    if (verdict === 'holds') this.held++;
    if (verdict !== 'violated' && verdict !== 'absent') return;
    this.violations++;
    if (violation !== undefined) this.first ??= { run, violation };
  }

  result(): PropertyResult {
    const { property, runs, premises, violations, first, held, isSometimes } = this;
    const isViolated = isSometimes ? held === 0 && violations > 0 : violations > 0;
    const verdict = isViolated ? 'violated' : held > 0 ? 'holds' : 'unknown';
    return { property, verdict, runs, premises, violations, first };
  }
}
