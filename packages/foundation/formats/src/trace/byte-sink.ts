import { writeUtf8 } from '../utf8.js';
import { KnownBytes, SLACK } from './known-bytes.js';
import { MAX_RECORD } from './limits.js';
import { expected } from '../problem.js';
import { Misfit } from './trace-error.js';

const FIRST_CAPACITY = 1 << 16;

/** Collects bytes, little-endian, in one buffer that grows as needed and is reused. */
export class ByteSink {
  private bytes = new Uint8Array(FIRST_CAPACITY);
  private dataView = new DataView(this.bytes.buffer);
  private at = 0;
  /** A small integer for V8: a double would be boxed. */
  private maxBytes = 0x3fff_ffff;

  get length(): number {
    return this.at;
  }

  /** From now on, refuses to grow by more than `bytes`. */
  limit(bytes: number): void {
    this.maxBytes = this.at + bytes;
  }

  /** Truncates the content to an earlier length. */
  cut(length: number): void {
    this.at = length;
  }

  /** Returns a copy of the content and empties the sink. */
  take(): Uint8Array {
    return this.lend().slice();
  }

  /** Returns the content without a copy, valid until the next write, and empties the sink. */
  lend(): Uint8Array {
    const lent = this.bytes.subarray(0, this.at);
    this.at = 0;
    return lent;
  }

  /** Reserves `count` bytes, which the caller writes through `view`; returns their offset. */
  reserve(count: number): number {
    return this.room(count);
  }

  /** A view of the buffer; invalid after a call of any other method. */
  get view(): DataView {
    return this.dataView;
  }

  u8(value: number): void {
    const at = this.room(1);
    this.bytes[at] = value;
  }

  u16(value: number): void {
    const at = this.room(2);
    this.dataView.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.room(4);
    this.dataView.setUint32(at, value, true);
  }

  /** Overwrites earlier bytes. */
  setU32(at: number, value: number): void {
    this.dataView.setUint32(at, value, true);
  }

  /** Checks the type, because the host would convert any other value to NaN. */
  f64(value: unknown): void {
    if (typeof value !== 'number') throw new Misfit(expected('a number', value));
    const at = this.room(8);
    if (value === value) this.dataView.setFloat64(at, value, true);
    else writeNaN(this.dataView, at);
  }

  /** Seven bits per byte, the lowest first; the top bit is set if more bytes follow. */
  varint(value: number): void {
    while (value >= 0x80) {
      this.u8((value & 0x7f) | 0x80);
      value >>>= 7;
    }
    this.u8(value);
  }

  /**
   * The length in bytes, then UTF-8. Written by hand: the encoder of the host allocates two objects per text and hides lone
   * surrogates.
   */
  text(text: string): void {
    const { length } = text;
    const place = placeOf(text, length);
    if (knownTexts[place] === text) {
      const known = knownBytes[place];
      if (known !== undefined) return this.known(known);
    }
    const start = this.at;
    const size = utf8Length(text);
    this.varint(size);
    const at = this.room(size);
    writeUtf8(text, this.bytes, at);
    if (length <= LONGEST_KNOWN) this.remember(text, place, start);
  }

  /** Writes cached bytes of a text. */
  known(bytes: KnownBytes): void {
    const at = this.room(bytes.length + SLACK);
    this.at = bytes.writeTo(this.dataView, at);
  }

  /** Writes bytes unchanged. */
  raw(bytes: Uint8Array): void {
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** A copy of what was written after a length was reached. */
  since(length: number): Uint8Array {
    return this.bytes.slice(length, this.at);
  }

  /** Caches a text at its second occurrence: a text that occurs once is not worth a copy. */
  private remember(text: string, place: number, start: number): void {
    const isKnown = knownTexts[place] === text;
    knownTexts[place] = text;
    knownBytes[place] = isKnown ? new KnownBytes(this.bytes.slice(start, this.at)) : undefined;
  }

  /** Reserves `count` bytes; returns their offset. */
  private room(count: number): number {
    const at = this.at;
    if (at + count > this.bytes.length) this.grow(at + count);
    this.at = at + count;
    return at;
  }

  private grow(needed: number): void {
    if (needed > this.maxBytes) throw new Misfit(TOO_LONG);
    const larger = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.dataView = new DataView(larger.buffer);
  }
}

/** The upper half of the canonical NaN; the lower half is 0. */
export const NAN_HIGH = 0x7ff80000;

export const HALF_A_CHARACTER = 'is a text with half a surrogate pair, which UTF-8 cannot express';

export const TOO_LONG = `the record is longer than the ${MAX_RECORD} bytes that are allowed`;

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      length += 1;
    } else if (unit < 0xd800 || unit > 0xdfff) {
      length += 2;
    } else {
      if (text.codePointAt(i)! < 0x10000) throw new Misfit(HALF_A_CHARACTER);
      length += 2; // two units, four bytes
      i++;
    }
  }
  return length;
}

/** The host may choose the bits of a NaN; here it has one form. */
export function writeNaN(view: DataView, at: number): void {
  view.setUint32(at, 0, true);
  view.setUint32(at + 4, NAN_HIGH, true);
}

// A cache of the bytes of short texts that recur (kinds, phases, names of members). Each text has one slot, which another
// text may overwrite.
const LONGEST_KNOWN = 32;
const PLACES = 256;
const knownTexts: string[] = new Array<string>(PLACES).fill('');
const knownBytes: (KnownBytes | undefined)[] = new Array<undefined>(PLACES).fill(undefined);

function placeOf(text: string, length: number): number {
  if (length === 0) return 0;
  return (length * 31 + text.charCodeAt(0) * 7 + text.charCodeAt(length - 1)) & (PLACES - 1);
}
