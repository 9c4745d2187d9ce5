/** Reads the bytes of a text file one after the other, without making strings of its parts; collects problems. */
import { expected, type Place, type Problem, shortened } from '@kineko/formats/problem';
import { textOf } from '@kineko/run';

/** Bytes that have a meaning in the formats. */
export const [TAB, NEW_LINE, RETURN, QUOTE, COMMA, MINUS, COLON] = [9, 10, 13, 34, 44, 45, 58] as const;
const [SPACE, ZERO] = [32, 48] as const;
export const [OPEN, CLOSE] = [40, 41] as const;

/** Characters of a line that a message shows. */
const MAX_SHOWN = 40;
/** Problems that are listed per file. */
const MAX_PROBLEMS = 100;

/** Thrown where the rest of a file cannot be read; its problem is in the list. */
class StopReading extends Error {
  override readonly name = 'StopReading';
}

export class TextReader {
  at = 0;
  readonly problems: Problem[] = [];
  private line = 1;
  /** Start of the line that was found last. */
  private lineStart = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly file: string,
  ) {
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3;
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** The byte at the present position; NaN at the end. */
  get byte(): number {
    return this.bytes[this.at] ?? NaN;
  }

  placeAt(offset: number): Place {
    const { bytes } = this;
    if (offset < this.lineStart) [this.line, this.lineStart] = [1, 0];
    for (let end = bytes.indexOf(NEW_LINE, this.lineStart); end >= 0 && end < offset;) {
      this.line++;
      this.lineStart = end + 1;
      end = bytes.indexOf(NEW_LINE, this.lineStart);
    }
    return { file: this.file, line: this.line, column: offset - this.lineStart + 1 };
  }

  error(text: string, offset = this.at): void {
    if (this.problems.length < MAX_PROBLEMS) {
      this.problems.push({ severity: 'error', place: this.placeAt(offset), text });
    }
  }

  warn(text: string, offset = this.at): void {
    if (this.problems.length < MAX_PROBLEMS) {
      this.problems.push({ severity: 'warning', place: this.placeAt(offset), text });
    }
  }

  /** Reports a problem after which the rest cannot be read. */
  stop(text: string, offset = this.at): never {
    this.error(text, offset);
    throw new StopReading(text);
  }

  /** Runs a reader; undefined if it stopped or found errors. */
  reading<T>(read: () => T): T | undefined {
    try {
      const value = read();
      return this.hasErrors ? undefined : value;
    } catch (error) {
      if (error instanceof StopReading) return undefined;
      throw error;
    }
  }

  get hasErrors(): boolean {
    return this.problems.some(({ severity }) => severity === 'error');
  }

  /** The end of the line, without its line break. */
  lineEnd(): number {
    const end = this.bytes.indexOf(NEW_LINE, this.at);
    const stop = end < 0 ? this.bytes.length : end;
    return stop > this.at && this.bytes[stop - 1] === RETURN ? stop - 1 : stop;
  }

  /** Goes to the next line. */
  nextLine(): void {
    const end = this.bytes.indexOf(NEW_LINE, this.at);
    this.at = end < 0 ? this.bytes.length : end + 1;
  }

  /** A carriage return is blank only where a line ends: alone it separates lines in some files, which would become one. */
  skipBlanks(): void {
    while (this.byte === SPACE || this.byte === TAB || (this.byte === RETURN && this.at >= this.lineEnd())) this.at++;
  }

  skipSpace(): void {
    while (this.byte <= SPACE) this.at++;
  }

  textFrom(start: number, end: number): string {
    return textOf(this.bytes.subarray(start, end));
  }

  /** The rest of the line, for a message. */
  restOfLine(): string {
    const end = this.lineEnd();
    return (
      shortened(this.textFrom(this.at, Math.min(end, this.at + MAX_SHOWN)), MAX_SHOWN) ||
      (end >= this.bytes.length ? 'the end of the file' : '')
    );
  }

  /** An integer of up to nine digits; NaN, and the position stays, if there is none. */
  integer(): number {
    const start = this.at;
    const isNegative = this.byte === MINUS;
    let at = isNegative ? start + 1 : start;
    const first = at;
    let value = 0;
    for (let digit = this.bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = this.bytes[++at]! - ZERO) {
      value = 10 * value + digit;
    }
    if (at === first || at - first > 9) return NaN;
    this.at = at;
    return isNegative && value !== 0 ? -value : value;
  }

  /** The nearest double of a decimal number; NaN, and the position stays, if there is none. */
  decimal(): number {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    const sign = bytes[at];
    if (sign === MINUS || sign === 43) at++;
    let [digits, value, point] = [0, 0, -1];
    for (; ; at++) {
      const digit = bytes[at]! - ZERO;
      if (digit >= 0 && digit <= 9) {
        value = 10 * value + digit;
        digits++;
      } else if (bytes[at] === 46 && point < 0) point = digits;
      else break;
    }
    if (digits === 0) return NaN;
    const mark = bytes[at]! | 32;
    const isPlain = mark !== 101 && digits <= 15;
    if (!isPlain) {
      while (isNumberByte(bytes[at])) at++;
      value = Number(this.textFrom(start, at));
      if (at - start > 200 || !Number.isFinite(value)) return NaN;
      this.at = at;
      return value;
    }
    this.at = at;
    // Both are exact, so that the quotient is the nearest double.
    const size = point < 0 ? value : value / POWERS_OF_TEN[digits - point]!;
    return sign === MINUS ? -size : size;
  }

  /** Reads a number that must be there. */
  required(what: string, read: () => number): number {
    const value = read.call(this);
    if (Number.isNaN(value)) this.stop(expected(what, this.restOfLine()));
    return value;
  }
}

const POWERS_OF_TEN = Array.from({ length: 16 }, (_, k) => Number(`1e${k}`));

function isNumberByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= ZERO && byte <= 57) || byte === 46 || byte === MINUS || byte === 43 || (byte | 32) === 101;
}
