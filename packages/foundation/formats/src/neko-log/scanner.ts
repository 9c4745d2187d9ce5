import { decodeUtf8 } from '../trace/byte-source.js';
import type { NumberRun } from './number-run.js';

export const LINE_END = 0x0a;
const RETURN = 0x0d;
export const SPACE = 0x20;
export const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
export const ZERO = 0x30;
export const LETTER_P = 0x70;

const TENS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Maximum number of digits that a double represents exactly. */
const EXACT_DIGITS = 15;

/** No program prints longer numbers. */
const MAX_DIGITS = 400;

/** Text of the time of a motion without an end. */
const ENDLESS = 'Infinity';

/** Above this length, the decoder of the host is faster. */
const SHORT_TEXT = 24;

/**
 * Reads the bytes of a line from left to right. It never searches for the end of the line: every line ends in a LINE_END, which
 * is part of no token, so that no method reads beyond it. Methods return NaN or undefined where the text does not fit.
 */
export class Scanner {
  bytes: Uint8Array = new Uint8Array(0);
  /** The same bytes, to read four at a time. */
  view = new DataView(this.bytes.buffer);
  at = 0;
  private readonly words = new WordStore();

  aim(bytes: Uint8Array, at: number): void {
    this.at = at;
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  spaces(): void {
    while (this.bytes[this.at] === SPACE) this.at++;
  }

  isAtEnd(): boolean {
    const byte = this.bytes[this.at];
    return byte === LINE_END || (byte === RETURN && this.bytes[this.at + 1] === LINE_END);
  }

  /** Returns the end of the line without its line end, at least `start`. */
  lineEnd(start = this.at): number {
    const end = this.nextEnd();
    return end > start && this.bytes[end - 1] === RETURN ? end - 1 : end;
  }

  /** Moves to the start of the next line. */
  passLine(): void {
    this.at = this.nextEnd() + 1;
  }

  private nextEnd(): number {
    const { bytes, view } = this;
    let at = this.at;
    for (const last = view.byteLength - 4; at <= last && !hasLineEnd(view.getInt32(at, true)); at += 4);
    while (bytes[at] !== LINE_END) at++;
    return at;
  }

  /** Reads exactly these bytes. */
  literal(literal: Uint8Array): boolean {
    const { bytes, at } = this;
    for (let i = 0; i < literal.length; i++) if (bytes[at + i] !== literal[i]) return false;
    this.at = at + literal.length;
    return true;
  }

  /** Reads these bytes, with any number of spaces; stops at the first byte that differs. */
  looseLiteral(literal: Uint8Array): boolean {
    const { bytes } = this;
    let at = this.at;
    for (let i = 0; i < literal.length;) {
      const byte = bytes[at];
      if (byte === literal[i]) {
        at++;
        i++;
      } else if (literal[i] === SPACE) {
        i++;
      } else if (byte === SPACE) {
        at++;
      } else {
        this.at = at;
        return false;
      }
    }
    this.at = at;
    return true;
  }

  /** Reads numbers with texts between them; returns false without moving if they are not a common case. */
  run(run: NumberRun, numbers: Float64Array): boolean {
    const end = run.read(numbers, this.view, this.at);
    if (end < 0) return false;
    this.at = end;
    return true;
  }

  /** Reads `12.345`, or with a decimal comma; never returns -0. */
  decimal(): number {
    this.spaces();
    const { bytes } = this;
    const start = this.at;
    const isNegative = bytes[start] === MINUS;
    let at = isNegative ? start + 1 : start;
    const firstDigit = at;
    let value = 0;
    let digit = bytes[at]! - ZERO;
    while (digit >= 0 && digit <= 9) {
      value = 10 * value + digit;
      digit = bytes[++at]! - ZERO;
    }
    if (at === firstDigit) return this.endless(at) ? (isNegative ? -Infinity : Infinity) : NaN;
    let decimals = 0;
    const mark = bytes[at];
    if (mark === POINT || mark === COMMA) {
      const firstDecimal = at + 1;
      digit = bytes[firstDecimal]! - ZERO;
      while (digit >= 0 && digit <= 9) {
        value = 10 * value + digit;
        decimals++;
        digit = bytes[firstDecimal + decimals]! - ZERO;
      }
      if (decimals > 0) at = firstDecimal + decimals;
    }
    this.at = at;
    if (at - firstDigit > EXACT_DIGITS) value = this.longDecimal(firstDigit, at);
    else if (decimals > 0) value /= TENS[decimals]!;
    return isNegative && value !== 0 ? -value : value;
  }

  /** Reads a number as Java prints it, `1.0E-5`. */
  double(): number {
    this.spaces();
    const start = this.at;
    const word = this.word();
    if (word !== undefined && /^-?(?:\d+(?:[.,]\d*)?(?:E-?\d+)?|Infinity)$/.test(word))
      return Number(word.replace(',', '.'));
    this.at = start;
    return NaN;
  }

  /** Reads an id; returns NaN without moving if there is none. */
  whole(): number {
    this.spaces();
    const { bytes } = this;
    const start = bytes[this.at] === MINUS ? this.at + 1 : this.at;
    let at = start;
    let value = 0;
    let digit = bytes[at]! - ZERO;
    while (digit >= 0 && digit <= 9) {
      value = 10 * value + digit;
      digit = bytes[++at]! - ZERO;
    }
    if (at === start || at - start > EXACT_DIGITS) return NaN;
    const isNegative = start > this.at && value !== 0;
    this.at = at;
    return isNegative ? -value : value;
  }

  /** Reads up to the next space or the end of the line, without the last `following` bytes. Words are cached. */
  word(following = 0): string | undefined {
    const { bytes, at: start } = this;
    let end = start;
    for (let byte = bytes[end]!; byte > SPACE || (byte < SPACE && !isEnd(bytes, end)); byte = bytes[++end]!);
    end = Math.max(start, end - following);
    this.at = end;
    return this.words.text(bytes, start, end);
  }

  /** Reads the rest of the line; undefined if it is not UTF-8. */
  rest(): string | undefined {
    const start = this.at;
    this.at = this.lineEnd();
    return textOf(this.bytes, start, this.at);
  }

  /** Reads up to the next occurrence of these bytes; undefined if they are not in the line. */
  upTo(literal: Uint8Array): string | undefined {
    const start = this.at;
    for (const end = this.lineEnd(); this.at < end; this.at++) {
      const at = this.at;
      if (!this.literal(literal)) continue;
      this.at = at;
      return textOf(this.bytes, start, at);
    }
    return undefined;
  }

  /** A piece of the line for a message. */
  shown(): string {
    const end = Math.min(this.lineEnd(), this.at + 40);
    const text = String.fromCharCode(...this.bytes.subarray(this.at, end));
    return JSON.stringify(end < this.lineEnd() ? `${text}…` : text);
  }

  /** Reads a number with more digits than a double represents exactly. */
  private longDecimal(start: number, end: number): number {
    if (end - start > MAX_DIGITS) return NaN;
    return Number(String.fromCharCode(...this.bytes.subarray(start, end)).replace(',', '.'));
  }

  private endless(at: number): boolean {
    for (let i = 0; i < ENDLESS.length; i++) if (this.bytes[at + i] !== ENDLESS.charCodeAt(i)) return false;
    this.at = at + ENDLESS.length;
    return true;
  }
}

/** Whether one of four bytes is a LINE_END: its difference is then 0, and only a byte below 1 borrows into its top bit. */
export function hasLineEnd(four: number): boolean {
  const difference = four ^ 0x0a0a0a0a;
  return ((difference - 0x01010101) & ~difference & 0x80808080) !== 0;
}

function isEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LINE_END || (bytes[at] === RETURN && bytes[at + 1] === LINE_END);
}

/** Undefined if the bytes are not UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start <= SHORT_TEXT) {
    let text = '';
    let at = start;
    for (; at < end && bytes[at]! < 0x80; at++) text += String.fromCharCode(bytes[at]!);
    if (at === end) return text;
  }
  try {
    return decodeUtf8(bytes.subarray(start, end));
  } catch {
    return undefined;
  }
}

const STORE_SIZE = 1024;

/** Longer words are not cached. */
const LONGEST_KEPT = 64;

/** A cache of words by their bytes: a log repeats few words. */
class WordStore {
  private readonly bytes: (Uint8Array | undefined)[] = new Array<Uint8Array | undefined>(STORE_SIZE).fill(undefined);
  private readonly texts: string[] = new Array<string>(STORE_SIZE).fill('');

  text(bytes: Uint8Array, start: number, end: number): string | undefined {
    if (start === end) return '';
    const slot = slotOf(bytes, start, end);
    const kept = this.bytes[slot];
    if (kept !== undefined && isSame(kept, bytes, start, end)) return this.texts[slot];
    const text = textOf(bytes, start, end);
    if (text === undefined || end - start > LONGEST_KEPT) return text;
    this.bytes[slot] = bytes.slice(start, end);
    this.texts[slot] = text;
    return text;
  }
}

/** Computes the slot from the few bytes in which words usually differ. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  const first = 5 * bytes[start]! + 7 * bytes[(start + end) >> 1]!;
  return (first + 11 * bytes[Math.max(start, end - 2)]! + 13 * bytes[end - 1]! + 31 * (end - start)) & (STORE_SIZE - 1);
}

function isSame(kept: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (kept.length !== end - start) return false;
  for (let i = 0; i < kept.length; i++) if (kept[i] !== bytes[start + i]) return false;
  return true;
}
