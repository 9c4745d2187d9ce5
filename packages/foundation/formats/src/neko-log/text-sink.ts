import { writeUtf8 } from '../utf8.js';
import { javaDouble } from './java-double.js';
import type { NumberRun } from './number-run.js';
import { asColumn, escaped } from './one-line.js';
import { LARGEST_QUICK, thousandths, threeDecimals } from './three-decimals.js';

const FIRST_CAPACITY = 1 << 16;

/** More bytes than any number that is written digit by digit. */
const NUMBER_ROOM = 32;

const [SPACE, MINUS, POINT, ZERO, BACKSLASH, LAST_ASCII] = [0x20, 0x2d, 0x2e, 0x30, 0x5c, 0x7e];

/** Collects UTF-8 in one buffer that grows as needed and is reused. */
export class TextSink {
  private buffer = new Uint8Array(FIRST_CAPACITY);
  private at = 0;

  get length(): number {
    return this.at;
  }

  /** Truncates the content to an earlier length. */
  cut(length: number): void {
    this.at = length;
  }

  /** Returns a copy of the content and empties the sink. */
  take(): Uint8Array {
    const taken = this.buffer.slice(0, this.at);
    this.at = 0;
    return taken;
  }

  /** Returns a copy of the content after an offset. */
  since(length: number): Uint8Array {
    return this.buffer.slice(length, this.at);
  }

  byte(byte: number): void {
    this.reserve(1);
    this.buffer[this.at++] = byte;
  }

  bytes(bytes: Uint8Array): void {
    const { length } = bytes;
    this.reserve(length);
    const own = this.buffer;
    let at = this.at;
    // A loop: for so few bytes, `set` takes longer.
    for (let i = 0; i < length; i++) own[at++] = bytes[i]!;
    this.at = at;
  }

  /** Writes numbers with texts between them; returns false, without writing, if they are not a common case. */
  run(run: NumberRun, numbers: Float64Array): boolean {
    this.reserve(run.room);
    const end = run.print(numbers, this.buffer, this.at);
    if (end < 0) return false;
    this.at = end;
    return true;
  }

  /** Three decimals. */
  decimal(x: number): void {
    if (Math.abs(x) < LARGEST_QUICK) this.thousandths(thousandths(x));
    else this.raw(threeDecimals(x));
  }

  /** Three decimals of a direction in [0, 360); a value that would be rounded to 360 is printed as 0. */
  direction(degrees: number): void {
    const within = degrees >= 0 && degrees < 360 ? degrees : ((degrees % 360) + 360) % 360;
    if (within !== within) return this.raw('NaN');
    const count = thousandths(within);
    this.thousandths(count === 360_000 ? 0 : count);
  }

  /** Three decimals of an angle without its full turns, with its sign. */
  turn(degrees: number): void {
    const within = degrees % 360;
    if (within !== within) return this.raw('NaN');
    const count = thousandths(within);
    this.thousandths(Math.abs(count) === 360_000 ? 0 : count);
  }

  /** Writes an id; other values are written without spaces. */
  whole(x: number): void {
    if (x >= 0 && x < 1e9 && x === Math.floor(x)) {
      this.reserve(NUMBER_ROOM);
      this.digits(x);
    } else this.raw(String(x));
  }

  double(x: number): void {
    this.raw(javaDouble(x));
  }

  /** Writes a text at the end of a line, with line breaks escaped. */
  text(text: string): void {
    if (!this.plain(text, SPACE)) this.raw(escaped(text));
  }

  /** Writes a text as one column. */
  word(text: string): void {
    if (text === '' || !this.plain(text, SPACE + 1)) this.raw(asColumn(text));
  }

  /** Writes a text without escaping; it must have no lone surrogate. */
  raw(text: string): void {
    this.reserve(3 * text.length);
    this.at = writeUtf8(text, this.buffer, this.at);
  }

  /** Writes a text of plain characters from `lowest` on; returns false, without writing, if there are others. */
  private plain(text: string, lowest: number): boolean {
    const { length } = text;
    this.reserve(length);
    const bytes = this.buffer;
    const at = this.at;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code < lowest || code > LAST_ASCII || code === BACKSLASH) return false;
      bytes[at + i] = code;
    }
    this.at = at + length;
    return true;
  }

  private thousandths(count: number): void {
    if (count < 0) this.byte(MINUS);
    const size = Math.abs(count);
    const whole = Math.floor(size / 1000);
    const fraction = size - 1000 * whole;
    this.whole(whole);
    this.reserve(4);
    const bytes = this.buffer;
    const at = this.at;
    const tens = (fraction / 10) | 0;
    const hundreds = (tens / 10) | 0;
    bytes[at] = POINT;
    bytes[at + 1] = ZERO + hundreds;
    bytes[at + 2] = ZERO + tens - 10 * hundreds;
    bytes[at + 3] = ZERO + fraction - 10 * tens;
    this.at = at + 4;
  }

  /** Writes a small integer; there must be room. */
  private digits(whole: number): void {
    const bytes = this.buffer;
    let count = 1;
    for (let limit = 10; whole >= limit; limit *= 10) count++;
    const end = this.at + count;
    let rest = whole | 0;
    for (let at = end - 1; count > 0; count--, at--) {
      const next = (rest / 10) | 0;
      bytes[at] = ZERO + rest - 10 * next;
      rest = next;
    }
    this.at = end;
  }

  private reserve(count: number): void {
    if (this.at + count <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.at + count, 2 * this.buffer.length));
    larger.set(this.buffer.subarray(0, this.at));
    this.buffer = larger;
  }
}
