import { ByteSink } from './byte-sink.js';
import { writeByForm } from './forms.js';
import { KnownBytes } from './known-bytes.js';
import { writeMessage } from './known-messages.js';
import { LEGS, PARTIES, type Party, type RecordOf, RECORDS, type TraceRecord } from './records.js';
import { Misfit } from './trace-error.js';

/*
 * Writers of the most frequent records. They write the same bytes as the tables, but with the names of the fields in the
 * code: looking up a field by a computed name takes many times as long, and so does checking numbers one by one. An invalid
 * record throws an empty Misfit; the caller then writes it by the tables, which report the problem. A test compares both.
 */

/** Writes a frequent record; returns false, before a byte is written, for any other value. */
export function writeFrequent(sink: ByteSink, record: TraceRecord): boolean {
  switch (record?.type) {
    case 'leg':
      writeLeg(sink, record);
      return true;
    case 'motionRequest':
      writeMotionRequest(sink, record);
      return true;
    case 'motionEvent':
      writeMotionEvent(sink, record);
      return true;
    case 'motionEnd':
      writeMotionEnd(sink, record);
      return true;
    case 'touch':
      writeTouch(sink, record);
      return true;
    case 'release':
      writeRelease(sink, record);
      return true;
    case 'send':
      writeSend(sink, record);
      return true;
    case 'deliver':
      writeDeliver(sink, record);
      return true;
    default:
      return false;
  }
}

// A constant of this module: V8 would look up one of another module each time.
const LEG = RECORDS.leg.number;
const MOTION_REQUEST = RECORDS.motionRequest.number;
const MOTION_EVENT = RECORDS.motionEvent.number;
const MOTION_END = RECORDS.motionEnd.number;
const TOUCH = RECORDS.touch.number;
const RELEASE = RECORDS.release.number;
const SEND = RECORDS.send.number;
const DELIVER = RECORDS.deliver.number;
const REST = LEGS.rest.number;
const TURN = LEGS.turn.number;
const LINE = LEGS.line.number;
const ARC = LEGS.arc.number;
const ROBOT = PARTIES.robot.number;
const OBSTACLE = PARTIES.obstacle.number;
const EDGES: readonly string[] = RECORDS.motionEvent.fields.edge[0];
const STATUSES: readonly string[] = RECORDS.motionEnd.fields.status[0];

/** Bytes of a leg's record without its length, up to the fields that not every leg has. */
const STRETCH = 1 + 2 * 8 + 1 + 5 * 8;

export function writeLeg(sink: ByteSink, record: RecordOf<'leg'>): void {
  const { leg } = record;
  switch (leg.kind) {
    case 'rest':
      writeStretch(sink, sink.reserve(STRETCH), REST, record);
      break;
    case 'turn': {
      const { turnRate } = leg;
      requireNumbers(turnRate, turnRate, turnRate);
      const at = sink.reserve(STRETCH + 8);
      writeStretch(sink, at, TURN, record);
      sink.view.setFloat64(at + STRETCH, turnRate, true);
      break;
    }
    case 'line':
      writeStretchAndTwo(sink, LINE, record, leg.vx, leg.vy);
      break;
    case 'arc':
      writeStretchAndTwo(sink, ARC, record, leg.speed, leg.turnRate);
      break;
    default:
      // A curve, or an invalid leg.
      throw new Misfit('');
  }
}

function writeStretchAndTwo(sink: ByteSink, kind: number, record: RecordOf<'leg'>, a: number, b: number): void {
  requireNumbers(a, b, a);
  const at = sink.reserve(STRETCH + 16);
  writeStretch(sink, at, kind, record);
  const { view } = sink;
  view.setFloat64(at + STRETCH, a, true);
  view.setFloat64(at + STRETCH + 8, b, true);
}

function writeStretch(sink: ByteSink, at: number, kind: number, { time, robot, leg }: RecordOf<'leg'>): void {
  const { x, y, heading, start, end } = leg;
  requireNumbers(time, robot, heading);
  requireNumbers(x, y, heading);
  requireNumbers(start, end, heading);
  const { view } = sink;
  view.setUint8(at, LEG);
  view.setFloat64(at + 1, time, true);
  view.setFloat64(at + 9, robot, true);
  view.setUint8(at + 17, kind);
  view.setFloat64(at + 18, x, true);
  view.setFloat64(at + 26, y, true);
  view.setFloat64(at + 34, heading, true);
  view.setFloat64(at + 42, start, true);
  view.setFloat64(at + 50, end, true);
}

export function writeMotionRequest(sink: ByteSink, record: RecordOf<'motionRequest'>): void {
  writeStart(sink, MOTION_REQUEST, record.time, record.robot, record.task);
  sink.text(asText(record.kind));
  writeByForm(sink, record.request);
}

/** Bytes of a motion's event without the texts in it. */
const EVENT = 1 + 3 * 8 + 2 + 9 * 8;

export function writeMotionEvent(sink: ByteSink, record: RecordOf<'motionEvent'>): void {
  const { time, robot, task, x, y, heading, toX, toY, turn, distance, turnRate, speed, isLast } = record;
  requireNumbers(time, robot, task);
  requireNumbers(x, y, heading);
  requireNumbers(toX, toY, turn);
  requireNumbers(distance, turnRate, speed);
  if (typeof isLast !== 'boolean') refuse();
  const edge = numberOf(record.edge, EDGES);
  const label = labelOf(record.kind, record.phase);
  const start = sink.reserve(EVENT + label.length);
  const { view } = sink;
  view.setUint8(start, MOTION_EVENT);
  view.setFloat64(start + 1, time, true);
  view.setFloat64(start + 9, robot, true);
  view.setFloat64(start + 17, task, true);
  const at = label.writeTo(view, start + 25);
  view.setUint8(at, edge);
  view.setUint8(at + 1, isLast ? 1 : 0);
  view.setFloat64(at + 2, x, true);
  view.setFloat64(at + 10, y, true);
  view.setFloat64(at + 18, heading, true);
  view.setFloat64(at + 26, toX, true);
  view.setFloat64(at + 34, toY, true);
  view.setFloat64(at + 42, turn, true);
  view.setFloat64(at + 50, distance, true);
  view.setFloat64(at + 58, turnRate, true);
  view.setFloat64(at + 66, speed, true);
}

/** The bytes of the names of a kind of motion and its phase. */
interface Label {
  readonly kind: string;
  readonly phase: string;
  readonly bytes: KnownBytes;
}

/** A run has few of them, and each recurs. */
const labels: Label[] = [];
const MAX_LABELS = 8;
/** Longer names are not cached. */
const LONGEST_LABEL = 100;

function labelOf(kind: string, phase: string): KnownBytes {
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label.phase === phase && label.kind === kind) return label.bytes;
  }
  return newLabel(asText(kind), asText(phase));
}

function newLabel(kind: string, phase: string): KnownBytes {
  if (kind.length + phase.length > LONGEST_LABEL) throw new Misfit('');
  const sink = new ByteSink();
  sink.text(kind);
  sink.text(phase);
  const bytes = new KnownBytes(sink.take());
  if (labels.length === MAX_LABELS) labels.length = 0;
  labels.push({ kind, phase, bytes });
  return bytes;
}

/** Bytes of the end of a motion without a partner. */
const END = 1 + 3 * 8 + 1 + 3 * 8 + 2;

export function writeMotionEnd(sink: ByteSink, record: RecordOf<'motionEnd'>): void {
  const { time, robot, task, x, y, heading, with: party, by } = record;
  requireNumbers(time, robot, task);
  requireNumbers(x, y, heading);
  const status = numberOf(record.status, STATUSES);
  const at = sink.reserve(END);
  const { view } = sink;
  view.setUint8(at, MOTION_END);
  view.setFloat64(at + 1, time, true);
  view.setFloat64(at + 9, robot, true);
  view.setFloat64(at + 17, task, true);
  view.setUint8(at + 25, status);
  view.setFloat64(at + 26, x, true);
  view.setFloat64(at + 34, y, true);
  view.setFloat64(at + 42, heading, true);
  view.setUint8(at + 50, party === undefined ? 0 : 1);
  if (party !== undefined) {
    sink.cut(at + 51);
    writeParty(sink, party);
    sink.u8(by === undefined ? 0 : 1);
  } else {
    view.setUint8(at + 51, by === undefined ? 0 : 1);
  }
  if (by !== undefined) sink.text(asText(by));
}

export function writeTouch(sink: ByteSink, { time, robot, other }: RecordOf<'touch'>): void {
  writeContact(sink, TOUCH, time, robot, other);
}

export function writeRelease(sink: ByteSink, { time, robot, other }: RecordOf<'release'>): void {
  writeContact(sink, RELEASE, time, robot, other);
}

function writeContact(sink: ByteSink, type: number, time: number, robot: number, other: Party): void {
  requireNumbers(time, robot, robot);
  const at = sink.reserve(1 + 2 * 8);
  const { view } = sink;
  view.setUint8(at, type);
  view.setFloat64(at + 1, time, true);
  view.setFloat64(at + 9, robot, true);
  writeParty(sink, other);
}

function writeSend(sink: ByteSink, record: RecordOf<'send'>): void {
  writeStart(sink, SEND, record.time, record.process, record.message);
  writeMessage(sink, record, record.process);
}

function writeDeliver(sink: ByteSink, record: RecordOf<'deliver'>): void {
  writeStart(sink, DELIVER, record.time, record.process, record.message);
  sink.f64(record.from);
  writeMessage(sink, record, record.from);
}

/** The fields with which most records start. */
function writeStart(sink: ByteSink, type: number, time: number, who: number, number: number): void {
  requireNumbers(time, who, number);
  const at = sink.reserve(1 + 3 * 8);
  const { view } = sink;
  view.setUint8(at, type);
  view.setFloat64(at + 1, time, true);
  view.setFloat64(at + 9, who, true);
  view.setFloat64(at + 17, number, true);
}

function writeParty(sink: ByteSink, { kind, id }: Party): void {
  if (kind !== 'robot' && kind !== 'obstacle') refuse();
  requireNumbers(id, id, id);
  const at = sink.reserve(1 + 8);
  const { view } = sink;
  view.setUint8(at, kind === 'robot' ? ROBOT : OBSTACLE);
  view.setFloat64(at + 1, id, true);
}

/**
 * Refuses values that are not numbers, and NaN, whose bits the host would choose; infinities of both signs too, which does no
 * harm. Three at once: a check per number would be too large for the host to inline, and a double passed to a function that is
 * not inlined is allocated on the heap.
 */
function requireNumbers(a: number, b: number, c: number): void {
  if (typeof a !== 'number' || typeof b !== 'number' || typeof c !== 'number') refuse();
  const sum = a + b + c;
  if (sum !== sum) refuse();
}

function refuse(): never {
  throw new Misfit('');
}

function asText(given: unknown): string {
  if (typeof given !== 'string') throw new Misfit('');
  return given;
}

/** Index of a word in its list. */
function numberOf(word: string, words: readonly string[]): number {
  for (let number = 0; number < words.length; number++) if (words[number] === word) return number;
  throw new Misfit('');
}
