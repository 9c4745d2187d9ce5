/** Packs canonical records: see "Packed records" in `docs/trace.md`. */
import { crc32 } from './crc32.js';
import {
  CLASSES,
  MAX_DIFFERENCE,
  NumberClass,
  NumberCode,
  placeOfNumber,
  placeOfOwner,
  Predictions,
} from './predictions.js';
import { isInteger, ITEM_BYTES, Mark, type Marks, TemplateWalk } from './template-walk.js';
import { Piece, MAX_TEMPLATES } from './template.js';

/** Records of the same bytes except for their numbers. */
interface Template {
  /** Number that refers to it, from 1. */
  readonly number: number;
  readonly bytes: DataView;
  /** Ranges of the bytes that are the same in all records: start, end, start, end, … */
  readonly same: Int32Array;
  readonly offsets: Int32Array;
  readonly classes: Uint8Array;
  /** The next one for records of the same type and length. */
  readonly next: Template | undefined;
}

const FIRST_CAPACITY = 1 << 18;
/** Templates that are compared with a record before a map is searched. */
const MAX_COMPARED = 8;
const SLOTS = 1 << 10;
/** Longest form of a number, with its share of the codes. */
const NUMBER_ROOM = 9;

export class Packer {
  private bytes = new Uint8Array(FIRST_CAPACITY);
  private view = new DataView(this.bytes.buffer);
  private at = 0;
  private readonly predictions = new Predictions();
  private readonly walker = new TemplateWalk();
  /** The latest template by type and length. */
  private readonly slots: (Template | undefined)[] = new Array<undefined>(SLOTS).fill(undefined);
  private readonly byHash = new Map<number, Template>();
  /** Classes of the numbers of templates, by hash. */
  private readonly learned = new Map<number, Uint8Array>();
  private templates = 0;
  private input: Uint8Array = new Uint8Array(0);
  private inputView = new DataView(this.input.buffer);

  /** Bytes of the records since `reset`. */
  get length(): number {
    return this.at;
  }

  /** Shared: valid until the next record is added. */
  since(from: number): Uint8Array {
    return this.bytes.subarray(from, this.at);
  }

  /** Begins a block, which can be read without those before it. */
  reset(): void {
    this.at = 0;
    this.predictions.reset();
    this.slots.fill(undefined);
    this.byHash.clear();
    this.templates = 0;
  }

  /** Sets the bytes in which `add` finds records. */
  aim(bytes: Uint8Array): void {
    this.input = bytes;
    this.inputView = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Adds the canonical record from `from`, its length, to `to`. */
  add(from: number, to: number): void {
    const slot = (Math.imul(to - from, 31) + this.input[from + 4]!) & (SLOTS - 1);
    let template = this.slots[slot];
    for (let compared = 0; template !== undefined; template = template.next) {
      if (this.fits(template, from, to)) return this.addKnown(template, from);
      if (++compared === MAX_COMPARED) break;
    }
    this.addByWalk(from, to, slot);
  }

  private fits({ bytes, same }: Template, from: number, to: number): boolean {
    if (bytes.byteLength !== to - from) return false;
    const view = this.inputView;
    for (let i = 0; i < same.length; i += 2) {
      let at = same[i]!;
      const end = same[i + 1]!;
      for (; at + 4 <= end; at += 4) if (bytes.getInt32(at) !== view.getInt32(from + at)) return false;
      for (; at < end; at++) if (bytes.getUint8(at) !== view.getUint8(from + at)) return false;
    }
    return true;
  }

  private addKnown(template: Template, from: number): void {
    this.room(5 + NUMBER_ROOM * template.offsets.length + 1);
    this.count(template.number);
    this.addNumbers(template.offsets, template.classes, from);
  }

  private addNumbers(offsets: ArrayLike<number>, classes: ArrayLike<number>, from: number): void {
    const { last, known } = this.predictions;
    const { inputView: input, view } = this;
    const count = offsets.length;
    let codesAt = this.at;
    let codes = 0;
    let at = codesAt + ((count + 3) >> 2);
    let owner = 0;
    for (let i = 0; i < count; i++) {
      const position = from + offsets[i]!;
      const low = input.getInt32(position, true);
      const high = input.getInt32(position + 4, true);
      const numberClass = classes[i]!;
      const place = numberClass <= NumberClass.Owner ? 2 * numberClass : owner + 2 * numberClass;
      const lastLow = last[place]!;
      const lastHigh = last[place + 1]!;
      if (low !== lastLow || high !== lastHigh) {
        last[place] = low;
        last[place + 1] = high;
        let code = NumberCode.Difference;
        if (low === lastLow && high === (lastHigh ^ 0x80000000)) {
          view.setUint8(at++, 0);
        } else {
          const value = input.getFloat64(position, true);
          const difference = isInteger(value) ? value - integerOf(lastLow, lastHigh) : 0;
          if (difference !== 0 && Math.abs(difference) <= MAX_DIFFERENCE) {
            this.at = at;
            this.count(difference > 0 ? 2 * difference - 1 : -2 * difference);
            at = this.at;
          } else {
            const entry = placeOfNumber(low, high);
            if (known[entry] === low && known[entry + 1] === high) {
              code = NumberCode.Known;
              view.setUint16(at, entry >> 1, true);
              at += 2;
            } else {
              code = NumberCode.Literal;
              known[entry] = low;
              known[entry + 1] = high;
              view.setInt32(at, low, true);
              view.setInt32(at + 4, high, true);
              at += 8;
            }
          }
        }
        codes |= code << (2 * (i & 3));
      }
      if (numberClass === NumberClass.Owner) owner = placeOfOwner(input.getFloat64(position, true));
      if ((i & 3) === 3) {
        view.setUint8(codesAt++, codes);
        codes = 0;
      }
    }
    if ((count & 3) !== 0) view.setUint8(codesAt, codes);
    this.at = at;
  }

  /** Finds the template by a hash of the bytes that are the same, or writes a new one. */
  private addByWalk(from: number, to: number, slot: number): void {
    const marks = this.walker.walk(this.inputView, from);
    const same = sameRanges(marks, to - from);
    const hash = this.hashOf(same, from, to);
    const known = this.byHash.get(hash);
    if (known !== undefined && this.fits(known, from, to)) return this.addKnown(known, from);
    this.learn(marks, hash, from);
    this.writeTemplate(marks, from, to);
    const numbers = marks.kinds.flatMap((kind, i) => (kind === Mark.Number ? [i] : []));
    const offsets = Int32Array.from(numbers, (i) => marks.offsets[i]!);
    const classes = Uint8Array.from(numbers, (i) => marks.details[i]!);
    if (this.templates < MAX_TEMPLATES) {
      const bytes = new DataView(Uint8Array.from(this.input.subarray(from, to)).buffer);
      const template = { number: ++this.templates, bytes, same, offsets, classes, next: this.slots[slot] };
      this.slots[slot] = template;
      this.byHash.set(hash, template);
    }
    this.room(NUMBER_ROOM * offsets.length + 1);
    this.addNumbers(offsets, classes, from);
  }

  /**
   * Gives each number the class that predicts it in this record, if there is one: a destination that is the present position, say.
   * The classes are kept for the next blocks.
   */
  private learn({ kinds, offsets, details }: Marks, hash: number, from: number): void {
    const { last } = this.predictions;
    const learned = this.learned.get(hash);
    let owner = 0;
    let isOwned = false;
    for (let i = 0; i < kinds.length; i++) {
      if (kinds[i] !== Mark.Number) continue;
      const position = from + offsets[i]!;
      if (details[i] === NumberClass.Owner) {
        owner = placeOfOwner(this.inputView.getFloat64(position, true));
        isOwned = true;
      } else if (isOwned && details[i]! >= NumberClass.First) {
        details[i] = learned?.[i] ?? details[i]!;
        const low = this.inputView.getInt32(position, true);
        const high = this.inputView.getInt32(position + 4, true);
        // Integers are often equal by accident.
        if (low !== 0) details[i] = classWith(last, owner, low, high, details[i]!);
      }
    }
    if (this.learned.size < MAX_TEMPLATES) this.learned.set(hash, Uint8Array.from(details));
  }

  private hashOf(same: Int32Array, from: number, to: number): number {
    let hash = to - from;
    for (let i = 0; i < same.length; i += 2) {
      const part = this.input.subarray(from + same[i]!, from + same[i + 1]!);
      hash = crc32(part, hash);
    }
    return hash;
  }

  /** 0, then the pieces of the record without its length. */
  private writeTemplate({ kinds, offsets, details }: Marks, from: number, to: number): void {
    this.room(1);
    this.count(0);
    let at = from + 4;
    for (let i = 0; i < kinds.length; i++) {
      const start = from + offsets[i]!;
      this.plain(at, start);
      const kind = kinds[i] as Mark;
      at = start + (kind === Mark.Number ? 1 : details[i]!) * ITEM_BYTES[kind];
      if (kind === Mark.Number) {
        this.room(2);
        this.count(Piece.Number);
        this.count(details[i]!);
      } else {
        this.integers(kind, start, details[i]!);
      }
    }
    this.plain(at, to);
    this.room(1);
    this.count(Piece.End);
  }

  private plain(from: number, to: number): void {
    if (to === from) return;
    this.room(6 + to - from);
    this.count(Piece.Plain);
    this.count(to - from);
    this.bytes.set(this.input.subarray(from, to), this.at);
    this.at += to - from;
  }

  /** The differences from one to the next. */
  private integers(kind: Mark.Integers | Mark.IntegerValues, start: number, count: number): void {
    this.room(6 + 5 * count);
    this.count(kind === Mark.Integers ? Piece.Integers : Piece.IntegerValues);
    this.count(count);
    const step = ITEM_BYTES[kind];
    let before = 0;
    for (let i = 0, at = start + step - 8; i < count; i++, at += step) {
      const value = this.inputView.getFloat64(at, true);
      const difference = value - before;
      this.count(difference < 0 ? -2 * difference - 1 : 2 * difference);
      before = value;
    }
  }

  private count(value: number): void {
    while (value >= 0x80) {
      this.view.setUint8(this.at++, (value & 0x7f) | 0x80);
      value >>>= 7;
    }
    this.view.setUint8(this.at++, value);
  }

  private room(count: number): void {
    const needed = this.at + count;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}

/** A class whose last number is the given one; `numberClass` if that is one, or there is none. */
function classWith(last: Int32Array, owner: number, low: number, high: number, numberClass: number): number {
  const isLast = (each: number): boolean => last[owner + 2 * each] === low && last[owner + 2 * each + 1] === high;
  if (isLast(numberClass)) return numberClass;
  for (let other = NumberClass.First; other < CLASSES; other++) if (isLast(other)) return other;
  return numberClass;
}

const words = new Int32Array(2);
const double = new Float64Array(words.buffer);

/** The predicted number if it is a small integer, otherwise 0. */
function integerOf(low: number, high: number): number {
  words[0] = low;
  words[1] = high;
  const value = double[0]!;
  return isInteger(value) ? value : 0;
}

/** Everything but the length and the numbers. */
function sameRanges({ kinds, offsets }: Marks, length: number): Int32Array {
  const ranges: number[] = [];
  let at = 4;
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== Mark.Number) continue;
    if (offsets[i]! > at) ranges.push(at, offsets[i]!);
    at = offsets[i]! + 8;
  }
  if (at < length) ranges.push(at, length);
  return Int32Array.from(ranges);
}
