/** Finds the numbers in the canonical bytes of a record, by the tables. */
import { type Field, LEG, PARTY, RECORD, type Shape, type Variant } from '../shapes.js';
import { CLASSES, NumberClass } from './predictions.js';

/** Meaning of a range of a record; other ranges are plain bytes. */
export const enum Mark {
  /** A number that changes from record to record. */
  Number,
  /** Integers that stay the same, such as the receivers of a message. */
  Integers,
  /** The same in a value, each behind its kind. */
  IntegerValues,
}

/** Bytes of the items of a mark. */
export const ITEM_BYTES = { [Mark.Number]: 8, [Mark.Integers]: 8, [Mark.IntegerValues]: 9 } as const;

export interface Marks {
  readonly kinds: number[];
  readonly offsets: number[];
  /** Class of a number, or number of integers. */
  readonly details: number[];
}

const OWNERS = new Set(['robot', 'process', 'obstacle', 'object']);

/** Fields of frequent records have a class of their own. */
const NAMED = [
  'task',
  'x',
  'y',
  'heading',
  'toX',
  'toY',
  'turn',
  'distance',
  'turnRate',
  'speed',
  'end',
  'vx',
  'vy',
  'radius',
  'message',
  'from',
  'id',
];

const classes = new Map<string, number>([
  ['time', NumberClass.Time],
  // A leg starts at the time of its record.
  ['start', NumberClass.Time],
  ...NAMED.map((name, i) => [name, NumberClass.First + i] as const),
]);

/** All other fields, and the members of values, share the rest. */
const FIRST_SHARED = NumberClass.First + NAMED.length;

function classOf(name: string): number {
  return classes.get(name) ?? sharedClassOf(name);
}

function sharedClassOf(name: string): number {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (31 * hash + name.charCodeAt(i)) | 0;
  return FIRST_SHARED + ((hash >>> 1) % (CLASSES - FIRST_SHARED));
}

const RECORDS_BY_NUMBER = byNumber(RECORD);
const LEGS_BY_NUMBER = byNumber(LEG);
const PARTIES_BY_NUMBER = byNumber(PARTY);

interface KnownField extends Field {
  readonly class: number;
}

interface KnownVariant {
  readonly fields: readonly KnownField[];
}

function byNumber({ variants }: Shape): readonly (KnownVariant | undefined)[] {
  const known: KnownVariant[] = [];
  for (const variant of variants)
    known[variant.number] = { fields: variant.fields.map((field) => knownField(variant, field)) };
  return known;
}

function knownField({ fields }: Variant, field: Field): KnownField {
  const isOwner = OWNERS.has(field.name) && fields[1] === field;
  return { ...field, class: isOwner ? NumberClass.Owner : classOf(field.name) };
}

/** Walks over one canonical record. The record must be valid. */
export class TemplateWalk {
  readonly marks: Marks = { kinds: [], offsets: [], details: [] };
  private view: DataView = new DataView(new ArrayBuffer(0));
  private start = 0;
  private at = 0;

  /** Finds the marks of the record from `start` (its length) on. Offsets count from there. */
  walk(view: DataView, start: number): Marks {
    const { kinds, offsets, details } = this.marks;
    kinds.length = offsets.length = details.length = 0;
    this.view = view;
    this.start = start;
    this.at = start + 4;
    const variant = RECORDS_BY_NUMBER[this.byte()];
    if (variant !== undefined) this.variant(variant);
    return this.marks;
  }

  private variant({ fields }: KnownVariant): void {
    for (const field of fields) {
      if (field.isOptional && this.byte() === 0) continue;
      this.field(field);
    }
  }

  private field(field: KnownField): void {
    switch (field.type) {
      case 'f64':
        this.number(field.class);
        break;
      case 'f64s':
      case 'knots':
        this.numbers(field.class);
        break;
      case 'text':
        this.text();
        break;
      case 'value':
        this.value(field.class);
        break;
      case 'leg':
        this.variant(LEGS_BY_NUMBER[this.byte()]!);
        break;
      case 'party':
        this.variant(PARTIES_BY_NUMBER[this.byte()]!);
        break;
      default:
        // A word, or true or false.
        this.at++;
    }
  }

  private number(numberClass: number): void {
    this.mark(Mark.Number, numberClass);
    this.at += 8;
  }

  private numbers(numberClass: number): void {
    const count = this.count();
    if (this.integersHere(count, 8) === count) this.integers(Mark.Integers, count);
    else for (let i = 0; i < count; i++) this.number(numberClass);
  }

  /** The number of integers from here on, up to `max`. @param step From one to the next. */
  private integersHere(max: number, step: number): number {
    const { view } = this;
    let count = 0;
    for (let at = this.at + step - 8; count < max && isInteger(view.getFloat64(at, true)); at += step) {
      if (step === 9 && view.getUint8(at - 1) !== NUMBER_VALUE) break;
      count++;
    }
    return count;
  }

  private integers(kind: Mark.Integers | Mark.IntegerValues, count: number): void {
    if (count === 0) return;
    this.mark(kind, count);
    this.at += count * ITEM_BYTES[kind];
  }

  private text(): void {
    const length = this.count();
    this.at += length;
  }

  private value(numberClass: number): void {
    switch (this.byte()) {
      case NUMBER_VALUE:
        this.number(numberClass);
        break;
      case TEXT_VALUE:
        this.text();
        break;
      case LIST_VALUE:
        this.list(numberClass);
        break;
      case OBJECT_VALUE:
        for (let left = this.count(); left > 0; left--) this.value(this.memberClass());
        break;
      default:
    }
  }

  private list(numberClass: number): void {
    const count = this.count();
    for (let i = 0; i < count;) {
      const room = this.view.byteLength - this.at;
      const integers = this.integersHere(Math.min(count - i, Math.floor(room / 9)), 9);
      if (integers >= MIN_INTEGERS) {
        this.integers(Mark.IntegerValues, integers);
        i += integers;
      } else {
        this.value(numberClass);
        i++;
      }
    }
  }

  /** Reads the name of a member. */
  private memberClass(): number {
    const length = this.count();
    let name = '';
    for (let i = 0; i < Math.min(length, MAX_NAME); i++) name += String.fromCharCode(this.view.getUint8(this.at + i));
    this.at += length;
    return sharedClassOf(name);
  }

  private mark(kind: Mark, detail: number): void {
    const { kinds, offsets, details } = this.marks;
    kinds.push(kind);
    offsets.push(this.at - this.start);
    details.push(detail);
  }

  private byte(): number {
    return this.view.getUint8(this.at++);
  }

  private count(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
    }
  }
}

const NUMBER_VALUE = 3;
const TEXT_VALUE = 4;
const LIST_VALUE = 5;
const OBJECT_VALUE = 6;

/** Shorter runs of integers are numbers like others. */
const MIN_INTEGERS = 3;
const MAX_NAME = 32;
const MAX_INTEGER = 0x1fff_ffff;

/** Whether a number is a small integer; -0 is none. */
export function isInteger(value: number): boolean {
  return Math.abs(value) <= MAX_INTEGER && Math.floor(value) === value && (value !== 0 || 1 / value > 0);
}
