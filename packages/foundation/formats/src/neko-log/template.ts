/**
 * The text of a line with holes, `MoveTo: ( {x} , {y} ) with …`, used to write and to read lines. A hole is `{name}`, for a
 * number with three decimals, or `{name:type}`; `{name:type=0}` has a default for a missing value. When a line is read, the
 * number of spaces may differ, except at the start of a text.
 */
import type { TraceValue } from '../trace/values.js';
import { contentText, jsonText, readContent, readJson } from './content.js';
import { DEGREE } from './degree.js';
import { NUMBER_KINDS, type NumberKind, NumberRun } from './number-run.js';
import { unescaped } from './one-line.js';
import { type Scanner, SPACE } from './scanner.js';
import { areReadings, type Reading, readReadings, readingsText } from './sensor-readings.js';
import type { TextSink } from './text-sink.js';

/** Types of holes, with their descriptions in the document. */
export const HOLE_TYPES = {
  decimal: 'a number with three decimals',
  degrees: 'an angle in degrees, or degrees per second, anticlockwise, with three decimals',
  direction: 'an angle in degrees from 0.000 to 359.999, with three decimals',
  turn: 'an angle in degrees without its full turns, anticlockwise, or clockwise with a minus sign, with three decimals',
  whole: 'a whole number',
  double: 'a number as Java prints it: `0.0`, `172.6449505651384`, `1.0E-5`',
  word: 'a text without spaces; one that has some, or control characters, has `_` in their place; an empty one is `_`',
  term: 'a text up to the text that follows',
  text: 'a text to the end of the line',
  content: 'a value to the end of the line, as messages have it',
  json: 'a value in JSON to the end of the line, as in the trace',
  readings:
    'readings of a sensor to the end of the line, `robot 3 distance 1.250 bearing -90.000, obstacle 0 …`, or `nothing`',
  form: 'the form of its kind',
  processes: 'a space and ids with `p` and commas, `p1,p2`; nothing if there are none',
} as const;

export type HoleType = keyof typeof HOLE_TYPES;

export interface Hole {
  readonly name: string;
  readonly type: HoleType;
  readonly otherwise: number | undefined;
}

const MAX_HOLES = 16;

/** Values of the holes of one line, in order; numbers are stored separately, so that they are not boxed. */
export class Slots {
  readonly numbers = new Float64Array(MAX_HOLES);
  readonly others: unknown[] = new Array<unknown>(MAX_HOLES).fill(undefined);
}

const NUMBERS: ReadonlySet<HoleType> = new Set<HoleType>([
  'decimal',
  'degrees',
  'direction',
  'turn',
  'whole',
  'double',
] as const);

export class Template {
  readonly holes: readonly Hole[];
  /** The texts before the holes, and the one after the last. */
  private readonly literals: readonly Uint8Array[];
  private readonly last: Uint8Array;
  /** The numbers at the start of the line. */
  private readonly run: NumberRun;
  /** Number of bytes after each hole up to the next space. */
  private readonly following: readonly number[];

  constructor(readonly text: string) {
    const parts = text.split(/\{(\w+)(?::(\w+))?(?:=(\w+))?\}/);
    const holes: Hole[] = [];
    const literals: Uint8Array[] = [];
    for (let i = 0; i + 4 < parts.length; i += 4) {
      const [literal, name, type, otherwise] = parts.slice(i, i + 4) as [string, string, HoleType?, string?];
      literals.push(ascii(literal));
      holes.push({ name, type: type ?? 'decimal', otherwise: otherwise === undefined ? undefined : Number(otherwise) });
    }
    this.holes = holes;
    this.literals = literals;
    this.last = ascii(parts.at(-1)!);
    this.following = [...literals.slice(1), this.last].map(
      (literal) => (literal.indexOf(SPACE) + 1 || literal.length + 1) - 1,
    );
    const firstOther = holes.findIndex(({ type }) => !isRunning(type));
    const count = firstOther < 0 ? holes.length : firstOther;
    this.run = new NumberRun(
      literals.slice(0, count),
      holes.slice(0, count).map(({ type }) => type as NumberKind),
    );
  }

  /** Index of a hole. */
  slot(name: string): number {
    const slot = this.holes.findIndex((hole) => hole.name === name);
    if (slot < 0) throw new RangeError(`there is no hole ${name} in ${this.text}`);
    return slot;
  }

  /** Takes the values of the holes from an object, or readings unchanged; false if they do not fit. */
  fill(slots: Slots, source: unknown): boolean {
    if (this.holes[0]?.type === 'readings') {
      slots.others[0] = source;
      return areReadings(source);
    }
    if (typeof source !== 'object' || source === null || Array.isArray(source)) return false;
    const members = source as Readonly<Record<string, unknown>>;
    for (let i = 0; i < this.holes.length; i++) {
      const { name, type, otherwise } = this.holes[i]!;
      const member = members[name] === undefined ? otherwise : members[name];
      if (!fits(type, member)) return false;
      if (NUMBERS.has(type)) slots.numbers[i] = member as number;
      else slots.others[i] = member;
    }
    return true;
  }

  /** The inverse of `fill`: readings, or else the members. */
  value(slots: Slots): TraceValue {
    return this.holes[0]?.type === 'readings' ? (slots.others[0] as TraceValue) : this.members(slots);
  }

  /** Values of the holes, by name. */
  members(slots: Slots): Record<string, TraceValue> {
    const object: Record<string, TraceValue> = {};
    for (let i = 0; i < this.holes.length; i++) {
      const { name, type } = this.holes[i]!;
      object[name] = NUMBERS.has(type) ? slots.numbers[i]! : (slots.others[i] as TraceValue);
    }
    return object;
  }

  print(sink: TextSink, slots: Slots): void {
    const { numbers, others } = slots;
    for (let i = sink.run(this.run, numbers) ? this.run.count : 0; i < this.holes.length; i++) {
      sink.bytes(this.literals[i]!);
      switch (this.holes[i]!.type) {
        case 'decimal':
          sink.decimal(numbers[i]!);
          break;
        case 'degrees':
          sink.decimal(numbers[i]! / DEGREE);
          break;
        case 'direction':
          sink.direction(numbers[i]! / DEGREE);
          break;
        case 'turn':
          sink.turn(numbers[i]! / DEGREE);
          break;
        case 'whole':
          sink.whole(numbers[i]!);
          break;
        case 'double':
          sink.double(numbers[i]!);
          break;
        case 'word':
          sink.word(others[i] as string);
          break;
        case 'term':
        case 'text':
          sink.text(others[i] as string);
          break;
        case 'content':
          printContent(sink, others[i] as TraceValue);
          break;
        case 'json':
          sink.raw(jsonText(others[i]));
          break;
        case 'readings':
          sink.raw(readingsText(others[i] as readonly Reading[]));
          break;
        case 'processes':
          printProcesses(sink, others[i] as readonly number[]);
          break;
        case 'form':
          // The caller knows the kind and continues here.
          break;
      }
    }
    sink.bytes(this.last);
  }

  /**
   * Reads a line to its end, or to its form; returns false, with the scanner at the difference, if the line does not match.
   */
  read(scanner: Scanner, slots: Slots): boolean {
    const { numbers, others } = slots;
    for (let i = scanner.run(this.run, numbers) ? this.run.count : 0; i < this.holes.length; i++) {
      if (!scanner.looseLiteral(this.literals[i]!)) return false;
      const { type } = this.holes[i]!;
      if (type === 'form') return true;
      switch (type) {
        case 'decimal':
          if (Number.isNaN((numbers[i] = scanner.decimal()))) return false;
          break;
        case 'double':
          if (Number.isNaN((numbers[i] = scanner.double()))) return false;
          break;
        case 'degrees':
        case 'direction':
        case 'turn':
          if (Number.isNaN((numbers[i] = scanner.decimal() * DEGREE))) return false;
          break;
        case 'whole':
          if (Number.isNaN((numbers[i] = scanner.whole()))) return false;
          break;
        case 'word': {
          const word = scanner.word(this.following[i]);
          if (word === undefined || word === '') return false;
          others[i] = word;
          break;
        }
        default:
          if ((others[i] = this.readText(type, scanner, i)) === undefined) return false;
      }
    }
    if (!scanner.looseLiteral(this.last)) return false;
    scanner.spaces();
    return scanner.isAtEnd();
  }

  private readText(type: HoleType, scanner: Scanner, hole: number): unknown {
    switch (type) {
      case 'term':
        return ifThere(scanner.upTo(this.literals[hole + 1] ?? this.last), unescaped);
      case 'text':
        return ifThere(scanner.rest(), unescaped);
      case 'content':
        return ifThere(scanner.rest(), readContent);
      case 'json':
        return ifThere(scanner.rest(), readJson);
      case 'readings':
        return ifThere(scanner.rest(), readReadings);
      default:
        throw new TypeError(`a hole of the type ${type} is not read here`);
    }
  }
}

function isRunning(type: HoleType): boolean {
  return (NUMBER_KINDS as readonly HoleType[]).includes(type);
}

function ifThere<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text);
}

function fits(type: HoleType, member: unknown): boolean {
  if (NUMBERS.has(type)) return typeof member === 'number';
  switch (type) {
    case 'word':
    case 'text':
      return typeof member === 'string';
    case 'term':
      // The text must be separable from the text that follows.
      return typeof member === 'string' && member !== '' && !/(?:^| )[,)](?: |$)|^ | $/.test(member);
    case 'processes':
      return Array.isArray(member);
    default:
      return member !== undefined;
  }
}

function printContent(sink: TextSink, value: TraceValue): void {
  if (typeof value === 'string') sink.text(value);
  else sink.raw(contentText(value));
}

function printProcesses(sink: TextSink, processes: readonly number[]): void {
  for (let i = 0; i < processes.length; i++) {
    sink.raw(i === 0 ? ' p' : ',p');
    sink.whole(processes[i]!);
  }
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
