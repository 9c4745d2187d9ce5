import type { Place } from './problem.js';

/** Finds the line and column of an offset. */
export function placesIn(text: string, file: string): (offset: number) => Place {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return (offset) => {
    const line = lastUpTo(offset, starts.length, (index) => starts[index]!);
    return { file, line: line + 1, column: offset - starts[line]! + 1 };
  };
}

/** Index of the last of `count` ascending numbers that is at most `max`; 0 if none is. */
export function lastUpTo(max: number, count: number, at: (index: number) => number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(middle) <= max) low = middle;
    else high = middle - 1;
  }
  return low;
}
