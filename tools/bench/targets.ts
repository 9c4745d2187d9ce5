/** Compares measured figures with the targets of the project, and shows the result as a table. */
import type { Comparison, Target } from './comparison.js';
import { median, type Rate } from './measure.js';
import { markdownTable } from '../shared/markdown-table.js';
import { alignedLines, shortNumber } from './table.js';

export type Verdict = 'aim reached' | 'reached' | 'missed';

/** A target and what was measured. */
export interface Result {
  readonly figure: string;
  readonly n: number;
  readonly measured: number;
  readonly unit: string;
  readonly target: Target;
  readonly verdict: Verdict;
}

/** The results of a comparison: one for each alternative with a target, and one for each derived figure. */
export function resultsOf(comparison: Comparison, rates: readonly Rate[]): Result[] {
  return [...resultsOfAlternatives(comparison, rates), ...derivedResults(comparison, rates)];
}

function derivedResults({ derived = [] }: Comparison, rates: readonly Rate[]): Result[] {
  return derived.map(({ figure, n, target, of }) => {
    const rounds = rates[0]!.rounds.map((_, round) => of(rates.map((rate) => rate.rounds[round]!)));
    const measured = median(rounds);
    return { figure, n, measured, unit: '×', target, verdict: verdictOf(target, measured) };
  });
}

function resultsOfAlternatives({ name, n, unit, alternatives }: Comparison, rates: readonly Rate[]): Result[] {
  return alternatives.flatMap(({ target, name: alternative }, index) => {
    const rate = rates[index];
    if (target === undefined || rate === undefined) return [];
    const measured = measuredOf(target, rate);
    const figure = target.figure ?? `${name}: ${alternative}`;
    return [
      {
        figure,
        n,
        measured,
        unit: isRatio(target) ? '×' : (unit ?? '/s'),
        target,
        verdict: verdictOf(target, measured),
      },
    ];
  });
}

function measuredOf({ compares }: Target, { perSecond, ratio }: Rate): number {
  if (compares === 'speed' || compares === 'growth') return ratio;
  return compares === 'cost' ? 1 / ratio : perSecond;
}

function isRatio({ compares }: Target): boolean {
  return compares === 'speed' || compares === 'cost' || compares === 'growth';
}

function verdictOf(target: Target, measured: number): Verdict {
  const { must, aim } = target;
  const reaches = (bound: number): boolean => (isLowerBetter(target) ? measured <= bound : measured >= bound);
  if (aim !== undefined && reaches(aim)) return 'aim reached';
  return reaches(must) ? 'reached' : 'missed';
}

function isLowerBetter({ compares }: Target): boolean {
  return compares === 'cost' || compares === 'growth' || compares === 'at most';
}

const HEADINGS = ['figure', 'n', 'measured', 'must', 'aim', 'verdict'];

/** The table as aligned text. */
export function targetsText(results: readonly Result[]): string {
  return alignedLines([HEADINGS, ...results.map(cellsOf)]).join('\n');
}

/** The table in Markdown. */
export function targetsMarkdown(results: readonly Result[]): string {
  return markdownTable(
    HEADINGS,
    results.map((result) => cellsOf(result).map((cell) => cell.replaceAll('|', '\\|'))),
  );
}

function cellsOf({ figure, n, measured, unit, target, verdict }: Result): string[] {
  const bound = (value: number | undefined): string =>
    value === undefined ? '' : `${isLowerBetter(target) ? '≤' : '≥'} ${shortNumber(value)}`;
  return [
    figure,
    n.toLocaleString('en'),
    `${shortNumber(measured)} ${unit}`,
    bound(target.must),
    bound(target.aim),
    verdict,
  ];
}
