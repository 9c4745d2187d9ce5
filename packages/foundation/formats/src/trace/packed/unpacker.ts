/** Restores the canonical records of a packed block. It stays within bounds for any bytes. */
import { MAX_RECORD } from '../limits.js';
import { Misfit } from '../trace-error.js';
import { NAN_HIGH } from '../byte-sink.js';
import { CLASSES, NumberClass, NumberCode, placeOfNumber, placeOfOwner, Predictions } from './predictions.js';
import { MAX_TEMPLATES, Piece } from './template.js';
import { isInteger } from './template-walk.js';

/** A record that was read before, whose bytes are still in the output. */
interface Template {
  readonly start: number;
  readonly length: number;
  readonly offsets: Int32Array;
  readonly classes: Uint8Array;
}

const LENGTH = 4;
/** Shorter copies are faster by hand. */
const SHORT = 256;

/** Shared by all readers: a block is unpacked in one go. */
let shared: Predictions | undefined;

export class Unpacker {
  private readonly predictions = (shared ??= new Predictions());
  private input: Uint8Array = new Uint8Array(0);
  private inputView: DataView = new DataView(this.input.buffer);
  private at = 0;
  private output = new Uint8Array(0);
  private outputView = new DataView(this.output.buffer);
  private written = 0;
  private templates: Template[] = [];

  /** Unpacks a block into `length` bytes, which it hands over. Throws a Misfit, at the byte of the block that is wrong. */
  unpack(block: Uint8Array, length: number, records: number): Uint8Array {
    this.predictions.reset();
    this.templates = [];
    this.input = block;
    this.inputView = new DataView(block.buffer, block.byteOffset, block.length);
    this.at = 0;
    this.output = new Uint8Array(length);
    this.outputView = new DataView(this.output.buffer);
    this.written = 0;
    for (let i = 0; i < records; i++) this.record();
    if (this.at !== block.length) throw this.misfit(`expected ${records} records, got more`);
    if (this.written !== length) throw this.misfit(`expected ${length} bytes of records, got ${this.written}`);
    const { output } = this;
    this.output = new Uint8Array(0);
    return output;
  }

  private record(): void {
    const number = this.count();
    if (number === 0) {
      const template = this.readTemplate();
      if (this.templates.length < MAX_TEMPLATES) this.templates.push(template);
      this.readNumbers(template, template.start);
      return;
    }
    const template = this.templates[number - 1];
    if (template === undefined) throw this.misfit(`expected a template up to ${this.templates.length}, got ${number}`);
    const { start, length } = template;
    const to = this.make(length);
    this.copy(start, to, length);
    this.readNumbers(template, to);
  }

  private copy(from: number, to: number, length: number): void {
    if (length > SHORT) {
      this.output.copyWithin(to, from, from + length);
      return;
    }
    const view = this.outputView;
    let i = 0;
    for (; i + 4 <= length; i += 4) view.setInt32(to + i, view.getInt32(from + i));
    for (; i < length; i++) view.setUint8(to + i, view.getUint8(from + i));
  }

  private readNumbers({ offsets, classes }: Template, to: number): void {
    const { last, known } = this.predictions;
    const { inputView: input, outputView: output } = this;
    const count = offsets.length;
    let codesAt = this.at;
    this.take((count + 3) >> 2);
    let codes = 0;
    let owner = 0;
    for (let i = 0; i < count; i++) {
      if ((i & 3) === 0) codes = input.getUint8(codesAt++);
      const numberClass = classes[i]!;
      const place = numberClass <= NumberClass.Owner ? 2 * numberClass : owner + 2 * numberClass;
      let low = last[place]!;
      let high = last[place + 1]!;
      const code = codes & 3;
      codes >>= 2;
      if (code !== NumberCode.Same) {
        if (code === NumberCode.Literal) {
          const at = this.take(8);
          low = input.getInt32(at, true);
          high = input.getInt32(at + 4, true);
          if ((high & 0x7ff00000) === 0x7ff00000) this.requireCanonical(low, high);
          const entry = placeOfNumber(low, high);
          known[entry] = low;
          known[entry + 1] = high;
        } else if (code === NumberCode.Known) {
          const entry = input.getUint16(this.take(2), true) << 1;
          low = known[entry]!;
          high = known[entry + 1]!;
        } else {
          const difference = this.count();
          if (difference === 0) {
            high ^= 0x80000000;
            if ((high & 0x7ff00000) === 0x7ff00000) this.requireCanonical(low, high);
          } else {
            words[0] = low;
            words[1] = high;
            const before = isInteger(double[0]!) ? double[0]! : 0;
            double[0] = before + ((difference & 1) === 1 ? (difference + 1) / 2 : -difference / 2);
            low = words[0];
            high = words[1];
          }
        }
        last[place] = low;
        last[place + 1] = high;
      }
      const target = to + offsets[i]!;
      output.setInt32(target, low, true);
      output.setInt32(target + 4, high, true);
      if (numberClass === NumberClass.Owner) owner = placeOfOwner(output.getFloat64(target, true));
    }
  }

  /** Writes the bytes of a new template, with zeros for its numbers, and returns it. */
  private readTemplate(): Template {
    const start = this.make(LENGTH);
    const offsets: number[] = [];
    const classes: number[] = [];
    for (;;) {
      const piece = this.count();
      switch (piece) {
        case Piece.End:
          return this.endTemplate(start, offsets, classes);
        case Piece.Plain: {
          const length = this.count();
          const from = this.take(length);
          this.output.set(this.input.subarray(from, from + length), this.make(length));
          break;
        }
        case Piece.Number: {
          const numberClass = this.count();
          if (numberClass >= CLASSES) throw this.misfit(`expected a class below ${CLASSES}, got ${numberClass}`);
          offsets.push(this.make(8) - start);
          classes.push(numberClass);
          break;
        }
        case Piece.Integers:
        case Piece.IntegerValues:
          this.readIntegers(piece === Piece.IntegerValues);
          break;
        default:
          throw this.misfit(`unknown piece ${piece} of a template; expected 0 to ${Piece.IntegerValues}`);
      }
    }
  }

  private endTemplate(start: number, offsets: number[], classes: number[]): Template {
    const length = this.written - start;
    if (length === LENGTH) throw this.misfit('expected a record, got none');
    if (length - LENGTH > MAX_RECORD) throw this.misfit(`expected a record of at most ${MAX_RECORD} bytes`);
    this.outputView.setUint32(start, length - LENGTH, true);
    return { start, length, offsets: Int32Array.from(offsets), classes: Uint8Array.from(classes) };
  }

  private readIntegers(areValues: boolean): void {
    let value = 0;
    for (let left = this.count(); left > 0; left--) {
      const difference = this.count();
      value += (difference & 1) === 1 ? -(difference + 1) / 2 : difference / 2;
      if (areValues) this.outputView.setUint8(this.make(1), NUMBER_VALUE);
      this.outputView.setFloat64(this.make(8), value, true);
    }
  }

  /** A NaN has one form; this also keeps a known number from being another one. */
  private requireCanonical(low: number, high: number): void {
    const isNaN = (high & 0xfffff) !== 0 || low !== 0;
    if (isNaN && (low !== 0 || high !== NAN_HIGH)) {
      throw this.misfit('expected NaN as 00 00 00 00 00 00 f8 7f, got another NaN');
    }
  }

  private count(): number {
    let value = 0;
    for (let weight = 1; weight < 0x1_0000_0000; weight *= 0x80) {
      const byte = this.inputView.getUint8(this.take(1));
      value += (byte & 0x7f) * weight;
      if (byte < 0x80 && value < 0x1_0000_0000) return value;
    }
    throw this.misfit('expected a count from 0 to 2^32 - 1');
  }

  private take(count: number): number {
    const { at } = this;
    if (at + count > this.input.length) throw this.misfit('expected more bytes, got the end of the block');
    this.at = at + count;
    return at;
  }

  /** Makes room in the output. */
  private make(count: number): number {
    const { written } = this;
    if (written + count > this.output.length) {
      throw this.misfit(`expected ${this.output.length} bytes of records, got more`);
    }
    this.written = written + count;
    return written;
  }

  private misfit(problem: string): Misfit {
    return new Misfit(problem, this.at);
  }
}

const NUMBER_VALUE = 3;
const words = new Int32Array(2);
const double = new Float64Array(words.buffer);
