/** Places in the files of a project, found in what is said about them. */
import type { Place } from '@kineko/formats/problem';

/** A text in pieces: plain ones, and those that name a place. */
export type Piece = string | { readonly text: string; readonly place: Place };

/** `gathering.ts:12:6`, with the path as it may be written. */
const PLACE = /(?<![\w./-])(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*):(\d{1,7})(?::(\d{1,7}))?(?!\w)/g;

export function placesIn(text: string, files: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, 1: file, 2: line, 3: column, index } of text.matchAll(PLACE)) {
    if (file === undefined || !files.has(file)) continue;
    if (index > end) pieces.push(text.slice(end, index));
    const place = { file, line: Number(line), ...(column !== undefined && { column: Number(column) }) };
    pieces.push({ text: found, place });
    end = index + found.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}
