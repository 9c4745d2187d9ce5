/**
 * The grammar of the DEECo playground's simulation log, for its reader and its writer.
 *
 * The header has the field, the robots and the objects, each followed by a RULE; every line of the body is a cycle: the
 * status, the robots and the objects.
 */

/** Stands in place of a bitmap. */
export const NO_BITMAP = 'null';

/** A line that ends a part of the header. */
export const RULE = '---';

/** Ends the status, and the robots. */
export const PART_END = '&&';

/** Ends a number of a robot or an object. */
export const FIELD_END = ',,';

/** Ends the tag, and with it a robot or an object. */
export const COMPONENT_END = ';;';

/** The numbers of a robot and of an object, in order; the tag follows. */
export const NUMBERS = { robot: ['x', 'y', 'angle'], object: ['x', 'y', 'size'] } as const;

export type ItemKind = keyof typeof NUMBERS;

/** Separates the class and the size of a robot in the header. */
export const SIZE_MARK = ',';

const BACKSLASH = 0x5c;

const [AMPERSAND, COMMA, SEMICOLON] = [0x26, 0x2c, 0x3b];

/** Whether two of this character are a separator. */
function isMark(code: number): boolean {
  return code === AMPERSAND || code === COMMA || code === SEMICOLON;
}

/**
 * Escapes a status or a tag: a backslash goes before each mark, and line feeds are dropped. Backslashes themselves are not
 * escaped, but the text can still be read back, see `readText`. A lone surrogate becomes a question mark, as in Java.
 */
export function escaped(text: string): string {
  return text.replace(/[&,;\n]|\p{Surrogate}/gu, (character) => {
    if (character === '\n') return '';
    return isMark(character.charCodeAt(0)) ? `\\${character}` : '?';
  });
}

/**
 * Reads a status or a tag up to the separator `end`, and returns the offset of that; undefined if there is none. Calls
 * `onStray` for other separators.
 *
 * A backslash before an odd number of marks escapes the first of them. Before an even number it is a plain backslash at the
 * end of a text, because within a text every mark has its own backslash.
 */
export function readText(
  line: string,
  start: number,
  end: string,
  onStray?: (at: number) => void,
): { readonly text: string; readonly end: number } | undefined {
  const ending = end.charCodeAt(0);
  let text = '';
  let from = start;
  for (let at = start; at < line.length; at++) {
    const mark = line.charCodeAt(at);
    if (!isMark(mark)) continue;
    let count = 1;
    while (line.charCodeAt(at + count) === mark) count++;
    if (count % 2 === 1 && at > from && line.charCodeAt(at - 1) === BACKSLASH) {
      text += line.slice(from, at - 1);
      from = at;
      at++;
      count--;
    }
    if (count > 1) {
      if (mark === ending) return { text: text + line.slice(from, at), end: at };
      onStray?.(at);
    }
    at += count - 1;
  }
  return undefined;
}

/** Reads a number as Java prints doubles, or in plain decimal notation; undefined if it is none. */
export function readJavaNumber(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

const NUMBER = /^(?:[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|Infinity)|NaN)$/;
