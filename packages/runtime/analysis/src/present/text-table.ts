import { shortened } from './plain-text.js';

export interface Column {
  readonly title: string;
  /** Texts are left-aligned; numbers, which are the default, right-aligned. */
  readonly isText?: boolean;
}

const GAP = '  ';

/** Rows under their titles. If they are too wide, the widest column of texts is truncated. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const widths = columns.map(({ title }, i) => Math.max(lengthOf(title), ...rows.map((row) => lengthOf(row[i] ?? ''))));
  const excess = widths.reduce((sum, each) => sum + each, GAP.length * (columns.length - 1)) - width;
  if (excess > 0) narrow(columns, widths, excess);
  const lineOf = (cells: readonly string[]): string =>
    columns
      .map(({ isText }, i) => {
        const cell = shortened(cells[i] ?? '', widths[i]!);
        const padding = ' '.repeat(widths[i]! - lengthOf(cell));
        return isText === true ? cell + padding : padding + cell;
      })
      .join(GAP)
      .trimEnd();
  return [lineOf(columns.map(({ title }) => title)), ...rows.map(lineOf)];
}

function narrow(columns: readonly Column[], widths: number[], excess: number): void {
  let widest = -1;
  for (const [i, { isText }] of columns.entries()) {
    if (isText === true && (widest < 0 || widths[i]! > widths[widest]!)) widest = i;
  }
  if (widest >= 0) widths[widest] = Math.max(lengthOf(columns[widest]!.title), widths[widest]! - excess);
}

/** Width in a terminal, except for wide characters. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
