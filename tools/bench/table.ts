import type { Comparison } from './comparison.js';
import type { Rate } from './measure.js';

/** The result of one comparison as text: a heading and an aligned line for each alternative. */
export function comparisonTable(
  { name, n, unit }: Pick<Comparison, 'name' | 'n' | 'unit'>,
  rates: readonly Rate[],
): string {
  const rows = rates.map(({ alternative, perSecond, ratio }) => [
    alternative,
    unit === undefined ? `${shortNumber(perSecond)}/s` : `${shortNumber(perSecond)} ${unit}`,
    `${ratio.toFixed(2)} x`,
  ]);
  return [`${name}, n = ${n}`, ...alignedLines(rows).map((line) => `  ${line}`)].join('\n');
}

/** Lines with columns of equal width: the first column is left-aligned, the others, which are numbers, right-aligned. */
export function alignedLines(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** Three digits and a unit: 12 345 678 is `12.3 M`. Two decimals would show nothing of tiny numbers. */
export function shortNumber(value: number): string {
  if (value > 0 && value < 0.01) return value.toExponential(1);
  const units = ['', ' k', ' M', ' G', ' T'];
  let scaled = value;
  let unit = 0;
  // 999.5 would be printed as 1000.
  while (scaled >= 999.5 && unit < units.length - 1) {
    scaled /= 1000;
    unit++;
  }
  const decimals = scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
  return scaled.toFixed(decimals) + units[unit];
}
