/** The part of an XML text before its first element. */

export interface Prolog {
  /** Name of the first element, or of the document type if one is declared; undefined if the text ends before it. */
  readonly root: string | undefined;
  /** Offset of the declaration of a document type. */
  readonly doctypeAt: number | undefined;
}

/** Start and end of the parts that are skipped. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

const BLANKS = /[\ufeff \t\r\n]*/y;
const DOCTYPE = /<!DOCTYPE(?:[ \t\r\n]+([^ \t\r\n>[]+))?/y;
const START_TAG = /<([^!?/> \t\r\n][^/> \t\r\n]*)(?=[/> \t\r\n])/y;

/** Skips comments and processing instructions. The text may be the head of a longer one. */
export function prologOf(text: string): Prolog {
  for (let at = 0; ;) {
    at += matchAt(BLANKS, text, at)?.[0].length ?? 0;
    const skipped = SKIPPED.find(([open]) => text.startsWith(open, at));
    if (skipped === undefined) return firstOf(text, at);
    const [open, close] = skipped;
    const end = text.indexOf(close, at + open.length);
    if (end < 0) return { root: undefined, doctypeAt: undefined };
    at = end + close.length;
  }
}

function firstOf(text: string, at: number): Prolog {
  const doctype = matchAt(DOCTYPE, text, at);
  if (doctype !== undefined) return { root: doctype[1], doctypeAt: at };
  return { root: matchAt(START_TAG, text, at)?.[1], doctypeAt: undefined };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
