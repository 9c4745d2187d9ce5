/** Finds places in the files of a project in a message. */
import type { Place } from '@kineko/formats/problem';

export type Piece = string | { readonly text: string; readonly place: Place };

/** Follows the name of a file: `:12:6`. */
const LINE_AND_COLUMN = /:(\d{1,7})(?::(\d{1,7}))?(?!\w)/g;
const IN_NAMES = /[\w./-]/;

export function placesIn(text: string, files: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: numbers, 1: line, 2: column, index } of text.matchAll(LINE_AND_COLUMN)) {
    const file = [...files].find((each) => startOf(each, text, index) >= end);
    if (file === undefined) continue;
    const start = startOf(file, text, index);
    if (start > end) pieces.push(text.slice(end, start));
    const place = { file, line: Number(line), ...(column !== undefined && { column: Number(column) }) };
    pieces.push({ text: text.slice(start, index) + numbers, place });
    end = index + numbers.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** Start of a file name that ends at a position, with `./` if present; -1 if there is none. */
function startOf(file: string, text: string, position: number): number {
  const start = position - file.length;
  if (start < 0 || !text.startsWith(file, start)) return -1;
  const first = start >= 2 && text.startsWith('./', start - 2) ? start - 2 : start;
  return first > 0 && IN_NAMES.test(text[first - 1]!) ? -1 : first;
}
