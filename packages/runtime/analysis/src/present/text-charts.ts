/** Small charts of block characters. */

const EIGHTHS_UP = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const EIGHTHS_RIGHT = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/** A bar to the right, its length a share of `width` characters, to an eighth of one. */
export function bar(value: number, largest: number, width: number): string {
  if (!(largest > 0 && value > 0)) return '';
  const eighths = Math.max(1, Math.round(Math.min(1, value / largest) * width * 8));
  return '█'.repeat(eighths >> 3) + EIGHTHS_RIGHT[eighths & 7]!;
}

/** Columns side by side, `height` lines high; values other than 0 are always visible. */
export function columns(values: readonly number[], height: number): string[] {
  const largest = Math.max(...values, 0);
  const eighths = values.map((value) =>
    value > 0 && largest > 0 ? Math.max(1, Math.round((value / largest) * height * 8)) : 0,
  );
  return Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * 8;
    return eighths.map((each) => EIGHTHS_UP[Math.min(8, Math.max(0, each - below))]!).join('');
  });
}

/** The values, or sums of neighbours if there are too many for the width. */
export function joined(values: readonly number[], most: number): number[] {
  const together = Math.max(1, Math.ceil(values.length / most));
  const sums: number[] = [];
  for (let i = 0; i < values.length; i += together) {
    let sum = 0;
    for (const value of values.slice(i, i + together)) sum += value;
    sums.push(sum);
  }
  return sums;
}
