import type { TraceValue } from '@kineko/formats/trace';

/** Number of entries up to which a list is recorded in full. */
export const MAX_RECORDED_ENTRIES = 100;

/**
 * The reply of a sensor on the record. A long list is recorded by its length and a digest, since a thousand robots that each
 * list all of them would fill the record with a million entries at every instant; what robots see follows from their legs.
 */
export class ReplyRecords {
  private last: object | undefined;
  private lastDigest: TraceValue = null;

  /** Computes the digest once for a list that several robots are given. */
  of(reply: unknown): TraceValue {
    if (!Array.isArray(reply) || reply.length <= MAX_RECORDED_ENTRIES) return reply as TraceValue;
    if (reply !== this.last) {
      this.lastDigest = { entries: reply.length, digest: digestOf(reply) };
      this.last = reply;
    }
    return this.lastDigest;
  }
}

/** 16 hexadecimal digits that depend on every number and text in a list, in order. */
export function digestOf(list: readonly unknown[]): string {
  const hash = new ValueHash();
  hash.list(list);
  return hash.digits;
}

const BYTES = new DataView(new ArrayBuffer(8));

/** Two 32-bit words (the mixing steps of MurmurHash3); no protection against deliberate collisions. */
class ValueHash {
  private a = 0x243f6a88;
  private b = 0x85a308d3;

  list(list: readonly unknown[]): void {
    for (let i = 0; i < list.length; i++) this.value(list[i]);
    this.word(list.length);
  }

  get digits(): string {
    return hex(finished(this.a ^ this.b)) + hex(finished(this.b + Math.imul(this.a, 5)));
  }

  private value(value: unknown): void {
    if (typeof value === 'number') this.number(value);
    else if (typeof value === 'string') this.text(value);
    else if (Array.isArray(value)) this.list(value);
    else if (typeof value === 'object' && value !== null) {
      for (const key in value) this.member(key, (value as Readonly<Record<string, unknown>>)[key]);
    } else this.word(value === true ? 1 : value === false ? 2 : 3);
  }

  private member(key: string, value: unknown): void {
    // The names of the usual members differ in their first letter.
    this.word(key.charCodeAt(0));
    this.value(value);
  }

  private number(value: number): void {
    BYTES.setFloat64(0, value, true);
    this.word(BYTES.getUint32(0, true));
    this.word(BYTES.getUint32(4, true));
  }

  private text(text: string): void {
    for (let i = 0; i < text.length; i++) this.word(text.charCodeAt(i));
    this.word(text.length);
  }

  private word(word: number): void {
    const mixed = Math.imul(word, 0xcc9e2d51);
    this.a = Math.imul(this.a ^ ((mixed << 15) | (mixed >>> 17)), 0x9e3779b1);
    this.b = (((this.b << 13) | (this.b >>> 19)) + this.a) | 0;
  }
}

function finished(word: number): number {
  let w = word ^ (word >>> 16);
  w = Math.imul(w, 0x85ebca6b);
  w ^= w >>> 13;
  w = Math.imul(w, 0xc2b2ae35);
  return (w ^ (w >>> 16)) >>> 0;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
