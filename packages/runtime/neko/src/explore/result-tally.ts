import type { CheckResult } from '../checkers/checker.js';

/** Merges the results of many runs: violated if any is, unknown if all are. */
export class ResultTally {
  readonly results: CheckResult[];

  constructor(names: readonly string[]) {
    this.results = names.map((name) => ({ name, verdict: 'unknown', premises: 0, violations: [] }));
  }

  add(index: number, { verdict, premises, violations }: CheckResult): void {
    const before = this.results[index]!;
    // The first violation is the one with the fewest steps.
    const isFirst = before.violations.length === 0;
    this.results[index] = {
      name: before.name,
      verdict: verdict === 'unknown' || before.verdict === 'violated' ? before.verdict : verdict,
      premises: before.premises + premises,
      violations: isFirst ? violations : before.violations,
    };
  }
}
