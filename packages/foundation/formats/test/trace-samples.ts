/** Traces for tests: one record of each type, and any records at all, made from the same table as everything else. */
import { ANY_CHARACTER } from '@kineko/tools/kits/any-character';
import fc from 'fast-check';
import type { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { BinaryWriter } from '../src/trace/binary.js';
import { binaryHeader } from '../src/trace/file-header.js';
import { jsonHeader, JsonWriter } from '../src/trace/json.js';
import { readTrace } from '../src/trace/reading.js';
import type { PlainType, TraceRecord } from '../src/trace/records.js';
import { type Field, LEG, PARTY, RECORD, type Shape } from '../src/trace/shapes.js';
import type { TraceObject } from '../src/trace/values.js';

export const INFO: TraceObject = { seed: 7, program: 'kineko' };

/** Every type, every kind of leg and of party, every kind of value, optional fields with and without. */
export const SAMPLES: readonly TraceRecord[] = [
  { type: 'world', time: 0, area: [-1, 0, 20.5, 10], walled: true, response: 'bounce' },
  { type: 'world', time: 0, walled: false, response: 'none' },
  { type: 'robot', time: 0, robot: 1, radius: 0.25, x: 1, y: -0, heading: Math.PI, tag: 'né 🤖' },
  { type: 'obstacle', time: 0, obstacle: 3, name: '', shape: { kind: 'disc', radius: 2, center: [1, 2] } },
  { type: 'object', time: 0, object: 4, x: 0.1, y: 0.2, size: 0, tag: '$lamp', heat: 0, light: 100 },
  { type: 'leg', time: 0, robot: 1, leg: { kind: 'rest', x: 1, y: 2, heading: 0, start: 0, end: Infinity } },
  { type: 'leg', time: 1, robot: 1, leg: { kind: 'turn', x: 1, y: 2, heading: 0, start: 1, end: 2, turnRate: -1 } },
  { type: 'leg', time: 2, robot: 1, leg: { kind: 'line', x: 1, y: 2, heading: 0, start: 2, end: 3, vx: 1, vy: 0 } },
  {
    type: 'leg',
    time: 3,
    robot: 1,
    leg: { kind: 'arc', x: 1, y: 2, heading: 0, start: 3, end: 4, speed: 2, turnRate: 1 },
  },
  {
    type: 'leg',
    time: 4,
    robot: 1,
    leg: { kind: 'curve', x: 1, y: 2, heading: 0, start: 4, end: 5, knots: [4, 1, 2, 0, 1, 0, 5, 1, 3, 0, 1, 0] },
  },
  { type: 'motionRequest', time: 5, robot: 1, task: 9, kind: 'moveTo', request: { y: 2, x: 1, moveSpeed: 3 } },
  {
    type: 'motionEvent',
    time: 5,
    robot: 1,
    task: 9,
    kind: 'moveTo',
    phase: 'forward',
    edge: 'start',
    isLast: true,
    x: 1,
    y: 2,
    heading: 0.5,
    toX: 3,
    toY: 4,
    turn: 0,
    distance: 2.8284271247461903,
    turnRate: 0,
    speed: 3,
  },
  {
    type: 'motionEnd',
    time: 6,
    robot: 1,
    task: 9,
    status: 'collided',
    x: 2,
    y: 3,
    heading: 0.5,
    with: { kind: 'robot', id: 2 },
  },
  {
    type: 'motionEnd',
    time: 6,
    robot: 2,
    task: 9,
    status: 'blocked',
    x: 2,
    y: 3,
    heading: 0.5,
    with: { kind: 'obstacle', id: 4 },
  },
  { type: 'motionEnd', time: 6, robot: 2, task: 8, status: 'replaced', x: 2, y: 3, heading: 0.5, by: 'moveTo' },
  { type: 'touch', time: 6, robot: 1, other: { kind: 'obstacle', id: 0 } },
  { type: 'release', time: 7, robot: 1, other: { kind: 'robot', id: 2 } },
  { type: 'sensorRequest', time: 8, robot: 1, sensor: 'gps', request: null },
  {
    type: 'sensorReply',
    time: 8,
    robot: 1,
    sensor: 'gps',
    reply: [true, false, NaN, Infinity, -Infinity, -0, '$NaN', ''],
  },
  { type: 'sensorEvent', time: 9, robot: 1, sensor: 'bump', reply: { nested: { deeper: [[], {}] } } },
  { type: 'effect', time: 10, robot: 1, effector: 'lamp', request: true },
  { type: 'warning', time: 11, robot: 1, text: 'sleeps' },
  { type: 'warning', time: 11, text: 'line\nbreak' },
  {
    type: 'send',
    time: 1,
    process: 0,
    message: 7,
    to: [1, 2],
    protocol: 'abcast',
    messageType: 'GOTO',
    content: { x: 1.5, y: 2 },
  },
  {
    type: 'deliver',
    time: 2.5,
    process: 2,
    message: 7,
    from: 0,
    to: [1, 2],
    protocol: 'abcast',
    messageType: 'GOTO',
    content: null,
  },
  { type: 'drop', time: 2, process: 1, message: 7, from: 0, messageType: 'GOTO', reason: 'loss' },
  { type: 'crash', time: 3, process: 1 },
  { type: 'recover', time: 4, process: 1 },
  { type: 'suspect', time: 5, process: 0, detector: 'fd', other: 1, isSuspected: true },
  { type: 'decide', time: 6, process: 0, protocol: 'consensus', instance: 1, value: [1, 'a'] },
  { type: 'protocolEvent', time: 7, process: 0, protocol: 'rbcast', event: 'broadcast', value: '0;1' },
  { type: 'log', time: 8, process: 0, logger: 'Gathering', level: 'info', text: 'there' },
  { type: 'command', time: 9, events: 12, source: 'panel', command: { stop: 3 } },
  {
    type: 'obstacleLeg',
    time: 10,
    obstacle: 2,
    from: [0, 1, 0.5],
    leg: { kind: 'line', x: 1, y: 2, heading: 0, start: 10, end: 11, vx: 3, vy: 4 },
  },
  { type: 'delayed', time: 11, robot: 3, until: 11.5, other: { kind: 'robot', id: 1 } },
  { type: 'delayed', time: 11, robot: 3, until: 11.5 },
  { type: 'resumed', time: 11.5, robot: 3 },
  { type: 'phase', time: 12, robot: 3, event: 'L', toX: 1, toY: -2 },
  { type: 'phase', time: 12, robot: 3, event: 'ME', snap: 0.5, doubt: true },
];

export function binaryOf(records: Iterable<TraceRecord>): Uint8Array {
  const writer = new BinaryWriter('test');
  for (const record of records) writer.append(record);
  return writer.take();
}

export function binaryTraceOf(records: Iterable<TraceRecord>): Uint8Array {
  return joined([binaryHeader(INFO), binaryOf(records)]);
}

export function jsonOf(records: Iterable<TraceRecord>): string {
  const writer = new JsonWriter('test');
  for (const record of records) writer.append(record);
  return writer.take();
}

export function jsonTraceOf(records: Iterable<TraceRecord>): Uint8Array {
  return utf8(jsonHeader(INFO) + jsonOf(records));
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function recordsIn(trace: Uint8Array): TraceRecord[] {
  return [...readTrace(trace, 'test')];
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A few bytes changed, lost or put in. */
export function mutated(original: Uint8Array, random: RandomDoubles): Uint8Array {
  const bytes = [...original];
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(bytes.length);
    const byte = random.below(3) === 0 ? random.oneOf([0, 1, 0x7f, 0x80, 0xff]) : random.below(256);
    const kind = random.below(8);
    if (kind < 6) bytes[at] = byte;
    else if (kind === 6) bytes.splice(at, 1 + random.below(9));
    else bytes.splice(at, 0, byte);
  }
  return Uint8Array.from(bytes);
}

/** Any text but half a surrogate pair; now and then one that means something to the JSON form. */
const text = fc.oneof(
  fc.string({ unit: ANY_CHARACTER }),
  fc.constantFrom('$', '$$', '$NaN', 'NaN', '-0.0', '\ufeff', '\0'),
);

const f64 = fc.double();

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    f64,
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;

const plain: Record<PlainType, fc.Arbitrary<unknown>> = {
  f64,
  f64s: fc.array(f64, { maxLength: 8 }),
  knots: fc.array(fc.array(f64, { minLength: 6, maxLength: 6 }), { maxLength: 3 }).map((rows) => rows.flat()),
  text,
  bool: fc.boolean(),
  value,
  party: anyOf(PARTY),
  leg: fc.constant(undefined),
};
plain.leg = anyOf(LEG);

/** Any record of any type. */
export const anyRecord = anyOf(RECORD) as fc.Arbitrary<TraceRecord>;

function anyOf(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof(
    ...shape.variants.map((variant) => {
      const fields = variant.fields.map((field) => [field.name, anyField(field)] as const);
      const requiredKeys = variant.fields.filter((field) => !field.isOptional).map((field) => field.name);
      return fc.record(
        { [shape.key]: fc.constant(variant.name), ...Object.fromEntries(fields) },
        { requiredKeys: [shape.key, ...requiredKeys], noNullPrototype: true },
      );
    }),
  );
}

function anyField(field: Field): fc.Arbitrary<unknown> {
  // Looked up late: legs and parties are shapes themselves.
  return typeof field.type === 'string'
    ? field.type === 'f64'
      ? f64
      : plain[field.type]
    : fc.constantFrom(...field.type);
}
