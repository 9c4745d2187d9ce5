/** Changes of a text that leave the rest unchanged. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Splice extends Span {
  readonly text: string;
}

/** Splices must not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

export interface ListText {
  readonly text: string;
  /** The range between the brackets. */
  readonly inside: Span;
  /** The ranges of the items, in order. */
  readonly items: readonly Span[];
  /** Separator if the list shows none: `, `. */
  readonly separator: string;
  readonly lead: string;
  /** Text after the last item of a list that was empty. */
  readonly tail: string;
}

export interface ListEntry {
  /** Index of the original item; undefined for a new one. */
  readonly was?: number | undefined;
  readonly text: string;
}

/** The new text inside the list. Text before an item, such as a comment, stays or is removed with it. */
export function relisted(
  { text, inside, items, separator, lead, tail }: ListText,
  entries: readonly ListEntry[],
): string {
  const before = (index: number): string => text.slice(items[index - 1]?.end ?? inside.start, items[index]!.start);
  const first = items[0];
  const last = items.at(-1);
  if (entries.length === 0) return first === undefined ? text.slice(inside.start, inside.end) : '';
  let result = '';
  for (const [place, { was, text: own }] of entries.entries()) {
    if (was !== undefined && was > 0 && place > 0) result += before(was);
    else if (place > 0) result += separator;
    else if (first === undefined) result += lead;
    // The text before a later item, such as a comma, may not suit the first one.
    else result += before(separator.includes(',') || lead === '' ? 0 : (was ?? 0));
    result += own;
  }
  return result + (last === undefined ? tail : text.slice(last.end, inside.end));
}

/** The indentation of the line at an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}
