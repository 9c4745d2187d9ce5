/** Changes of a text that leave the rest of it as it is. */

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
  /** From behind the opening bracket to the closing one. */
  readonly inside: Span;
  /** Where each item stands, in their order. */
  readonly items: readonly Span[];
  /** Between items and before the first one, where nothing shows what is usual: `, `. */
  readonly separator: string;
  readonly lead: string;
  /** Behind the last item of a list that was empty. */
  readonly tail: string;
}

export interface ListEntry {
  /** Which item it was; without it, it is new. */
  readonly was?: number | undefined;
  readonly text: string;
}

/** What is to stand inside the list. What stands before an item, a comment for example, stays with it or goes with it. */
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
    // What is before a later item, a comma or a line break, may not suit the first.
    else result += before(separator.includes(',') || lead === '' ? 0 : (was ?? 0));
    result += own;
  }
  return result + (last === undefined ? tail : text.slice(last.end, inside.end));
}

/** The blanks with which the line of an offset begins. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}
