/** The JSON-like values of a trace as bytes. */
import { ByteSink, writeNaN } from './byte-sink.js';
import type { ByteSource } from './byte-source.js';
import { KnownBytes } from './known-bytes.js';
import { expected, shown } from '../problem.js';
import { Misfit, within } from './trace-error.js';
import { ALLOWED_VALUES, keysOf, requireDepth, requireKey, type TraceObject, type TraceValue } from './values.js';

/** The byte before a value, which gives its type. */
const enum Tag {
  Null,
  False,
  True,
  Number,
  Text,
  List,
  Object,
}

export function writeValue(sink: ByteSink, given: unknown, depth: number): void {
  if (given === null) {
    sink.u8(Tag.Null);
  } else if (typeof given === 'boolean') {
    sink.u8(given ? Tag.True : Tag.False);
  } else if (typeof given === 'number') {
    sink.u8(Tag.Number);
    sink.f64(given);
  } else if (typeof given === 'string') {
    sink.u8(Tag.Text);
    sink.text(given);
  } else if (Array.isArray(given)) {
    writeList(sink, given, depth + 1);
  } else if (typeof given === 'object') {
    writeObject(sink, given as TraceObject, depth + 1);
  } else {
    throw new Misfit(expected(ALLOWED_VALUES, given));
  }
}

function writeList(sink: ByteSink, list: readonly unknown[], depth: number): void {
  requireDepth(depth);
  sink.u8(Tag.List);
  sink.varint(list.length);
  let i = 0;
  try {
    for (; i < list.length; i++) writeValue(sink, list[i], depth);
  } catch (failure) {
    throw within(`[${i}]`, failure);
  }
}

function writeObject(sink: ByteSink, object: TraceObject, depth: number): void {
  requireDepth(depth);
  if (writeFlatObject(sink, object)) return;
  const keys = keysOf(object);
  writeObjectStart(sink, keys.length);
  let i = 0;
  try {
    for (; i < keys.length; i++) {
      sink.text(keys[i]!);
      writeValue(sink, object[keys[i]!], depth);
    }
  } catch (failure) {
    throw within(`.${keys[i]}`, failure);
  }
}

export function writeObjectStart(sink: ByteSink, members: number): void {
  sink.u8(Tag.Object);
  sink.varint(members);
}

const MAX_MEMBERS = 16;
/** Reused by every call. */
const memberNames: string[] = new Array<string>(MAX_MEMBERS).fill('');
const memberValues: unknown[] = new Array<unknown>(MAX_MEMBERS).fill(null);

/**
 * Writes an object of a few members that are numbers and words, like nearly all requests, replies and contents of messages:
 * listing and sorting their names would take several times as long as writing them. Returns false, without writing, for any
 * other object.
 */
function writeFlatObject(sink: ByteSink, object: TraceObject): boolean {
  if (Object.getPrototypeOf(object) !== Object.prototype) return false;
  let count = 0;
  for (const name in object) {
    const member = object[name];
    if (count === MAX_MEMBERS || member === undefined || (typeof member === 'object' && member !== null)) return false;
    memberNames[count] = name;
    memberValues[count++] = member;
  }
  const arrangement = arrangementOf(memberNames, count);
  if (arrangement === undefined) return false;
  const { names, order } = arrangement;
  writeObjectStart(sink, count);
  for (let i = 0; i < count; i++) {
    const member = memberValues[order[i]!];
    if (typeof member === 'number') writeNumberMember(sink, names[i]!, member);
    else writeMember(sink, names[i]!, member, memberNames[order[i]!]!);
  }
  return true;
}

function writeNumberMember(sink: ByteSink, name: KnownBytes, member: number): void {
  const start = sink.reserve(name.length + 1 + 8);
  const { view } = sink;
  const at = name.writeTo(view, start);
  view.setUint8(at, Tag.Number);
  if (member === member) view.setFloat64(at + 1, member, true);
  else writeNaN(view, at + 1);
}

function writeMember(sink: ByteSink, name: KnownBytes, member: unknown, given: string): void {
  sink.known(name);
  try {
    writeValue(sink, member, 0);
  } catch (failure) {
    throw within(`.${given}`, failure);
  }
}

/** The canonical order of the members of an object. */
interface Arrangement {
  /** The names in the order of the object. */
  readonly given: readonly string[];
  /** The names in the canonical order, as bytes. */
  readonly names: readonly KnownBytes[];
  /** Index of each name in the order of the object. */
  readonly order: readonly number[];
}

/** Indexed by the number of members; the first ones are kept, since a run has few kinds of objects. */
const arrangements: Arrangement[][] = Array.from({ length: MAX_MEMBERS + 1 }, () => []);
const MAX_ARRANGEMENTS = 8;

/** Undefined if there are too many other arrangements, or names that cannot be written. */
function arrangementOf(names: readonly string[], count: number): Arrangement | undefined {
  const known = arrangements[count]!;
  for (let i = 0; i < known.length; i++) if (isSame(known[i]!.given, names, count)) return known[i]!;
  return known.length < MAX_ARRANGEMENTS ? addArrangement(known, names.slice(0, count)) : undefined;
}

function isSame(given: readonly string[], names: readonly string[], count: number): boolean {
  for (let i = 0; i < count; i++) if (given[i] !== names[i]) return false;
  return true;
}

function addArrangement(known: Arrangement[], given: readonly string[]): Arrangement | undefined {
  const sorted = given.toSorted();
  const bytes = new ByteSink();
  try {
    sorted.forEach(requireKey);
    const names = sorted.map((name) => {
      bytes.text(name);
      return new KnownBytes(bytes.take());
    });
    const arrangement = { given, names, order: sorted.map((name) => given.indexOf(name)) };
    known.push(arrangement);
    return arrangement;
  } catch {
    return undefined;
  }
}

export function readValue(source: ByteSource, depth: number): TraceValue {
  const tag = source.u8();
  switch (tag) {
    case Tag.Null:
      return null;
    case Tag.False:
      return false;
    case Tag.True:
      return true;
    case Tag.Number:
      return source.f64();
    case Tag.Text:
      return source.text();
    case Tag.List:
      return readList(source, depth + 1);
    case Tag.Object:
      return readObject(source, depth + 1);
    default:
      throw source.misfit(
        `unknown kind of value ${tag}; expected 0 (null), 1 (false), 2 (true), 3 (number), 4 (text), 5 (list) or 6 (object)`,
        1,
      );
  }
}

const SHORT_LIST = 16;

// Shared, because a file full of empty lists, two bytes each, would otherwise take many times its size.
const EMPTY_LIST: readonly TraceValue[] = Object.freeze([]);
const EMPTY_OBJECT: TraceObject = Object.freeze({});

function readList(source: ByteSource, depth: number): readonly TraceValue[] {
  requireDepth(depth);
  const count = source.count(1);
  if (count === 0) return EMPTY_LIST;
  // A short list is allocated in full, since a growing one takes far more memory; a long one grows, since the file may not
  // contain it.
  const list: TraceValue[] = count <= SHORT_LIST ? new Array<TraceValue>(count) : [];
  let i = 0;
  try {
    for (; i < count; i++) list[i] = readValue(source, depth);
  } catch (failure) {
    throw within(`[${i}]`, failure);
  }
  return list;
}

function readObject(source: ByteSource, depth: number): TraceObject {
  requireDepth(depth);
  const count = source.count(2);
  if (count === 0) return EMPTY_OBJECT;
  const object: Record<string, TraceValue> = {};
  let before: string | undefined;
  for (let i = 0; i < count; i++) {
    const start = source.offset;
    const key = source.text();
    requireKey(key);
    if (before !== undefined && !(before < key)) {
      throw new Misfit(`expected sorted, distinct members, got ${shown(key)} after ${shown(before)}`, start);
    }
    try {
      object[key] = readValue(source, depth);
    } catch (failure) {
      throw within(`.${key}`, failure);
    }
    before = key;
  }
  return object;
}
