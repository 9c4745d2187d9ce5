/**
 * The simulation log of the DEECo playground, once: what stands where in it, for its reader and its writer.
 *
 * The header has the ground, the robots and the objects, each with a RULE after it; every line of the body is a cycle: the
 * status, the robots and the objects.
 */

/** In place of a bitmap. */
export const NO_BITMAP = 'null';

/** A line that ends a part of the header. */
export const RULE = '---';

/** Ends the status, and the robots. */
export const PART_END = '&&';

/** Ends a number of a robot or an object. */
export const FIELD_END = ',,';

/** Ends the tag, and with it a robot or an object. */
export const COMPONENT_END = ';;';

/** The numbers of a robot, and of an object, in their order; the tag follows. */
export const NUMBERS = { robot: ['x', 'y', 'angle'], object: ['x', 'y', 'size'] } as const;

export type Kind = keyof typeof NUMBERS;

/** Between the class and the size of a robot, in the header. */
export const SIZE_MARK = ',';

const BACKSLASH = 0x5c;

const [AMPERSAND, COMMA, SEMICOLON] = [0x26, 0x2c, 0x3b];

/** What has a meaning when it stands twice. */
function isMark(code: number): boolean {
  return code === AMPERSAND || code === COMMA || code === SEMICOLON;
}

/**
 * A status or a tag as it is written: a backslash before each mark; line feeds are left out. Backslashes themselves get none,
 * yet the text can be read back, see `readText`. Half a surrogate pair, which no encoding has, is a question mark, as Java
 * writes it.
 */
export function escaped(text: string): string {
  return text.replace(/[&,;\n]|\p{Surrogate}/gu, (character) => {
    if (character === '\n') return '';
    return isMark(character.charCodeAt(0)) ? `\\${character}` : '?';
  });
}

export interface ReadText {
  readonly text: string;
  /** Where what ends it starts. */
  readonly end: number;
}

/**
 * Reads a status or a tag up to two marks of the kind that ends it; undefined if there are none. Two marks of another kind
 * are told to `onStray`.
 *
 * A backslash before marks takes the meaning from the first of them, if their number is odd. If it is even it is a
 * backslash: a text ends in it, and two marks follow, since within a text every mark has a backslash of its own.
 */
export function readText(
  line: string,
  start: number,
  end: string,
  onStray?: (at: number) => void,
): ReadText | undefined {
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

/** A number as Java prints doubles, or as people write them; undefined if it is none. */
export function readJavaNumber(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

const NUMBER = /^(?:[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|Infinity)|NaN)$/;
