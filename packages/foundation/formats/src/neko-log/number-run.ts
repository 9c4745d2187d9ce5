/**
 * A part of a line that consists of numbers with fixed texts between them, like most of a line. It is written and read in
 * one call, instead of one per number. Both directions handle only the common case (numbers of a few digits; when reading,
 * lines with our spacing) and leave the rest to the slower functions of the caller.
 */
import { DEGREE } from './degree.js';
import { thousandths } from './three-decimals.js';

/** Kinds of numbers: three decimals; radians printed in degrees, as a direction or as a turn; an id. */
export const NUMBER_KINDS = ['decimal', 'degrees', 'direction', 'turn', 'whole'] as const;

export type NumberKind = (typeof NUMBER_KINDS)[number];

const [DECIMAL, , DIRECTION, TURN, WHOLE] = NUMBER_KINDS.map((_, i) => i) as [number, number, number, number, number];

const [MINUS, POINT, ZERO] = [0x2d, 0x2e, 0x30];

/** A constant of this module, which V8 need not look up. */
const RADIANS = DEGREE;
const FULL_TURN = 360_000;

/** Maximum number of bytes of a number: a sign, seven digits, a point, three digits. */
const ROOM = 12;

/** Limit on the absolute value of thousandths and of ids. */
const LIMIT = 0x8000_0000;

/** More than the error of the product that gives the thousandths. */
const DOUBT = 1 / 0x10_0000;

/** Returned if no number was read. */
const NO = -1;

export class NumberRun {
  readonly count: number;
  /** Maximum number of bytes of the whole part. */
  readonly room: number;
  /** The texts before the numbers, concatenated. */
  private readonly texts: Uint8Array;
  /** End of each text. */
  private readonly ends: Uint16Array;
  private readonly kinds: Uint8Array;
  /** The first (up to) four bytes of each text as a number, and the mask of the bits that count. */
  private readonly firsts: Int32Array;
  private readonly masks: Int32Array;

  constructor(texts: readonly Uint8Array[], kinds: readonly NumberKind[]) {
    this.count = kinds.length;
    this.room = texts.reduce((room, { length }) => room + length + ROOM, 0);
    this.kinds = Uint8Array.from(kinds, (kind) => NUMBER_KINDS.indexOf(kind));
    this.texts = Uint8Array.from(texts.flatMap((text) => [...text]));
    this.firsts = Int32Array.from(texts, (text) => text.slice(0, 4).reduceRight((word, byte) => (word << 8) | byte, 0));
    this.masks = Int32Array.from(texts, ({ length }) => (length < 4 ? (1 << (8 * length)) - 1 : -1));
    let end = 0;
    this.ends = Uint16Array.from(texts, (text) => (end += text.length));
  }

  /**
   * Writes the numbers and returns the end of the written bytes, for which there must be room; NO if a number is not a
   * common case.
   */
  print(numbers: Float64Array, bytes: Uint8Array, start: number): number {
    const texts = this.texts;
    const ends = this.ends;
    const kinds = this.kinds;
    let at = start;
    let t = 0;
    for (let i = 0; i < kinds.length; i++) {
      for (const end = ends[i]!; t < end; t++) bytes[at++] = texts[t]!;
      const kind = kinds[i]!;
      const given = numbers[i]!;
      if (kind === WHOLE) {
        if (!(given >= 0 && given < LIMIT && given === Math.floor(given))) return NO;
        at = digits(given | 0, bytes, at);
        continue;
      }
      let x = given;
      if (kind !== DECIMAL) {
        x = given / RADIANS;
        if (kind === DIRECTION && !(x >= 0 && x < 360)) x = ((x % 360) + 360) % 360;
        else if (kind === TURN && !(x > -360 && x < 360)) x %= 360;
      }
      const product = x * 1000;
      if (!(product > -LIMIT && product < LIMIT)) return NO;
      let count = (product < 0 ? product - 0.5 : product + 0.5) | 0;
      const off = product - count;
      if (!(off < 0.5 - DOUBT && off > DOUBT - 0.5)) count = thousandths(x) | 0;
      if ((kind === DIRECTION || kind === TURN) && (count === FULL_TURN || count === -FULL_TURN)) count = 0;
      if (count < 0) {
        bytes[at++] = MINUS;
        count = -count;
      }
      const whole = (count / 1000) | 0;
      const fraction = count - 1000 * whole;
      at = digits(whole, bytes, at);
      const hundreds = (fraction / 100) | 0;
      const rest = fraction - 100 * hundreds;
      const tens = (rest / 10) | 0;
      bytes[at] = POINT;
      bytes[at + 1] = ZERO + hundreds;
      bytes[at + 2] = ZERO + tens;
      bytes[at + 3] = ZERO + rest - 10 * tens;
      at += 4;
    }
    return at;
  }

  /**
   * Reads the numbers and returns the end of the bytes read; NO if they are not a common case, or too close to the end of
   * the buffer.
   */
  read(numbers: Float64Array, view: DataView, start: number): number {
    const texts = this.texts;
    const ends = this.ends;
    const kinds = this.kinds;
    const firsts = this.firsts;
    const masks = this.masks;
    if (start + this.room > view.byteLength) return NO;
    let at = start;
    let t = 0;
    for (let i = 0; i < kinds.length; i++) {
      // Compares four bytes at a time: texts are short, and loops of varying length are slow.
      if ((view.getInt32(at, true) & masks[i]!) !== firsts[i]!) return NO;
      const end = ends[i]!;
      for (let more = t + 4; more < end; more++) if (view.getUint8(at + more - t) !== texts[more]) return NO;
      at += end - t;
      t = end;
      let digit = view.getUint8(at) - ZERO;
      const isNegative = digit === MINUS - ZERO;
      if (isNegative) digit = view.getUint8(++at) - ZERO;
      if (digit >>> 0 > 9) return NO;
      let value = digit;
      let length = 1;
      for (digit = view.getUint8(++at) - ZERO; digit >>> 0 <= 9; digit = view.getUint8(++at) - ZERO) {
        value = 10 * value + digit;
        // Up to this length, the number is a small integer even with three more digits.
        if (++length > 6) return NO;
      }
      const kind = kinds[i]!;
      if (kind === WHOLE) {
        numbers[i] = isNegative && value > 0 ? -value : value;
        continue;
      }
      const four = view.getInt32(at, true);
      const hundreds = ((four >>> 8) & 0xff) - ZERO;
      const tens = ((four >>> 16) & 0xff) - ZERO;
      const ones = (four >>> 24) - ZERO;
      if ((four & 0xff) !== POINT || hundreds >>> 0 > 9 || tens >>> 0 > 9 || ones >>> 0 > 9) return NO;
      at += 4;
      value = 1000 * value + 100 * hundreds + 10 * tens + ones;
      const size = kind === DECIMAL ? value / 1000 : (value / 1000) * RADIANS;
      numbers[i] = isNegative && value > 0 ? -size : size;
    }
    return at;
  }
}

/** Writes the digits of a number; returns their end. */
function digits(number: number, bytes: Uint8Array, start: number): number {
  let end = start + 1;
  for (let rest = number; rest >= 10; rest = (rest / 10) | 0) end++;
  let rest = number;
  for (let at = end - 1; at >= start; at--) {
    const next = (rest / 10) | 0;
    bytes[at] = ZERO + rest - 10 * next;
    rest = next;
  }
  return end;
}
