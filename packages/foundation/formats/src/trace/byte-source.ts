import { NAN_HIGH } from './byte-sink.js';
import { Misfit } from './trace-error.js';

/** The part of the host's decoder that is used; this package is compiled without the types of a host. */
declare const TextDecoder: new (
  encoding: 'utf-8',
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

/** A byte order mark is treated like any other character. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Above this length, the decoder of the host is faster. */
const SHORT_TEXT = 32;

/**
 * Reads the bytes that a ByteSink has written, between two bounds. Only the form that a sink writes is accepted, so that
 * equal records have equal bytes.
 */
export class ByteSource {
  private bytes: Uint8Array = new Uint8Array(0);
  private view = new DataView(this.bytes.buffer);
  /** Offset of the first byte in the file. */
  private base = 0;
  private at = 0;
  private end = 0;

  aim(bytes: Uint8Array, base: number): void {
    this.base = base;
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  between(start: number, end: number): void {
    this.at = start;
    this.end = end;
  }

  /** Index of the next byte in the current range. */
  get position(): number {
    return this.at;
  }

  set position(at: number) {
    this.at = at;
  }

  /** Offset of the next byte in the file. */
  get offset(): number {
    return this.base + this.at;
  }

  get left(): number {
    return this.end - this.at;
  }

  /** `back` is the number of bytes since the start of the problem. */
  misfit(problem: string, back = 0): Misfit {
    return new Misfit(problem, this.offset - back);
  }

  u8(): number {
    return this.bytes[this.take(1)]!;
  }

  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  f64(): number {
    const at = this.take(8);
    const value = this.view.getFloat64(at, true);
    if (value !== value && (this.view.getUint32(at, true) !== 0 || this.view.getUint32(at + 4, true) !== NAN_HIGH)) {
      throw this.misfit('expected NaN as 00 00 00 00 00 00 f8 7f, got another NaN', 8);
    }
    return value;
  }

  /** Number of items that follow, checked against the bytes left. @param size Minimum bytes per item. */
  count(size: number): number {
    const first = this.u8();
    let value = first & 0x7f;
    let byte = first;
    let length = 1;
    let weight = 1;
    while (byte >= 0x80) {
      byte = this.u8();
      weight *= 0x80;
      value += (byte & 0x7f) * weight;
      length++;
      if (byte === 0 || length > 5 || value >= 0x1_0000_0000) {
        throw this.misfit('expected a count from 0 to 2^32 - 1 in its shortest form', length);
      }
    }
    if (value * size > this.left) {
      throw this.misfit(`expected at most ${this.left} bytes, got ${value} items of ${size} or more bytes`, length);
    }
    return value;
  }

  text(): string {
    const length = this.count(1);
    const at = this.take(length);
    if (length <= SHORT_TEXT && length > 0) {
      const short = this.short(at, length);
      if (short !== undefined) return short;
    }
    try {
      return decodeUtf8(this.bytes.subarray(at, at + length));
    } catch {
      throw this.misfit(`expected UTF-8, got a text of ${length} other bytes`, length);
    }
  }

  /** Returns the same string for a text that was read before, which is faster than decoding it, and takes no memory. */
  private short(start: number, length: number): string | undefined {
    const bytes = this.bytes;
    const place = placeOf(bytes[start]!, bytes[start + length - 1]!, length);
    const known = knownTexts[place]!;
    if (known.length === length && this.isThere(known, start)) return known;
    let text = '';
    for (let i = start; i < start + length; i++) {
      const byte = bytes[i]!;
      if (byte >= 0x80) return undefined;
      text += String.fromCharCode(byte);
    }
    knownTexts[place] = text;
    return text;
  }

  private isThere(text: string, start: number): boolean {
    const bytes = this.bytes;
    for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** Consumes the next `count` bytes; returns their start. */
  private take(count: number): number {
    const at = this.at;
    if (at + count > this.end) {
      throw this.misfit(`expected ${count} more bytes, got ${this.left} at the end of the record`);
    }
    this.at = at + count;
    return at;
  }
}

// Slots of a cache of short texts that recur (kinds, phases, names of members). Each text has one slot, which another text
// may overwrite.
const PLACES = 256;
const knownTexts: string[] = new Array<string>(PLACES).fill('');

function placeOf(first: number, last: number, length: number): number {
  return (length * 31 + first * 7 + last) & (PLACES - 1);
}
