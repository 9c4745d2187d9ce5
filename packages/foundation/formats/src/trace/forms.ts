import { writeObjectStart, writeValue } from './binary-values.js';
import { ByteSink } from './byte-sink.js';
import { KnownBytes, SLACK } from './known-bytes.js';
import { keysOf, type TraceObject, type TraceValue } from './values.js';

/** The recurring bytes of an object, which differ only in the numbers. */
interface Form {
  /** Names of its members, in their order. */
  readonly names: readonly string[];
  /** For each member, the offset of its number; 0 for a word, which is part of the bytes. */
  readonly slots: readonly number[];
  /** For each member, its word; undefined for a number. */
  readonly words: readonly TraceValue[];
  readonly bytes: KnownBytes;
}

/** There are few kinds of requests in a run. */
const forms: Form[] = [];
const MAX_FORMS = 8;
const MAX_MEMBERS = 16;

/**
 * Writes an object of numbers and rarely changing words, such as the request of a motion. Everything but the numbers is
 * cached from the first time: listing, sorting and writing the names of members each time would take several times as long.
 * Any other object is written like any value.
 */
export function writeByForm(sink: ByteSink, given: TraceValue): void {
  const object = given as TraceObject;
  if (object?.constructor === Object) {
    for (let i = 0; i < forms.length; i++) if (fill(forms[i]!, sink, object)) return;
    if (forms.length < MAX_FORMS) learn(object);
  }
  writeValue(sink, given, 0);
}

/** Returns false, without writing, if the object has another form. */
function fill({ names, slots, words, bytes }: Form, sink: ByteSink, object: TraceObject): boolean {
  const start = sink.reserve(bytes.length + SLACK);
  const { view } = sink;
  bytes.writeTo(view, start);
  let i = 0;
  let fits = true;
  for (const name in object) {
    const member = object[name];
    const slot = slots[i]!;
    if (name !== names[i]) fits = false;
    // NaN has a canonical form, which the host may not use.
    else if (typeof member === 'number' && member === member && slot > 0) view.setFloat64(start + slot, member, true);
    else if (member !== words[i]) fits = false;
    if (!fits) break;
    i++;
  }
  if (!fits || i !== names.length) {
    sink.cut(start);
    return false;
  }
  sink.cut(start + bytes.length);
  return true;
}

function learn(object: TraceObject): void {
  const names = Object.keys(object);
  const isFlat = names.every((name) => object[name] !== undefined && typeof object[name] !== 'object');
  if (isFlat && names.length <= MAX_MEMBERS) forms.push(formOf(object));
}

/** The form of an object of numbers and words. */
export function formOf(object: TraceObject): Form {
  const names = Object.keys(object);
  const sink = new ByteSink();
  const slots = new Map<string, number>();
  const sorted = keysOf(object);
  writeObjectStart(sink, sorted.length);
  for (const name of sorted) {
    sink.text(name);
    // After the byte with the type.
    if (typeof object[name] === 'number') slots.set(name, sink.length + 1);
    writeValue(sink, object[name], 0);
  }
  return {
    names,
    slots: names.map((name) => slots.get(name) ?? 0),
    words: names.map((name) => (slots.has(name) ? undefined : object[name]) as TraceValue),
    bytes: new KnownBytes(sink.take()),
  };
}
