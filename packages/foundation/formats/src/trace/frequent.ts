import { ByteSink, TOO_LONG } from './byte-sink.js';
import { formOf, writeByForm } from './forms.js';
import type { RecordedMotion, RecordedOutcome } from './frequent-records.js';
import { KnownBytes, SLACK } from './known-bytes.js';
import { writeMessage } from './known-messages.js';
import { MAX_RECORD } from './limits.js';
import { LEGS, PARTIES, type Party, type RecordOf, RECORDS, type TraceLeg, type TraceRecord } from './records.js';
import { Misfit } from './trace-error.js';
import type { TraceValue } from './values.js';

/*
 * Writers of the most frequent records and their lengths. They write the same bytes as the tables, but with the names of the fields in the
 * code: looking up a field by a computed name takes many times as long, and so does checking numbers one by one. An invalid
 * record throws an empty Misfit; the caller then writes it by the tables, which report the problem. A test compares both.
 */

/** Writes a frequent record; returns false, before a byte is written, for any other value. */
export function writeFrequent(sink: ByteSink, record: TraceRecord): boolean {
  switch (record?.type) {
    case 'leg':
      writeLeg(sink, record.time, record.robot, record.leg);
      return true;
    case 'motionRequest':
      writeMotionRequest(sink, record.time, motionOf(record), record.request);
      return true;
    case 'motionEvent':
      writeMotionEvent(
        sink,
        record.time,
        motionOf(record),
        record.phase,
        record.edge,
        record.isLast,
        numbersOf(record),
      );
      return true;
    case 'motionEnd':
      writeMotionEnd(sink, motionOf(record), outcomeOf(record));
      return true;
    case 'touch':
      writeContact(sink, TOUCH, record.time, record.robot, record.other.kind, record.other.id);
      return true;
    case 'release':
      writeContact(sink, RELEASE, record.time, record.robot, record.other.kind, record.other.id);
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

function motionOf(record: RecordOf<'motionRequest' | 'motionEvent' | 'motionEnd'>): RecordedMotion {
  return { robot: record.robot, number: record.task, kind: record.type === 'motionEnd' ? '' : record.kind };
}

/** Reused by every call. */
const numbers = new Float64Array(9);

function numbersOf(record: RecordOf<'motionEvent'>): Float64Array {
  const { x, y, heading, toX, toY, turn, distance, turnRate, speed } = record;
  requireNumbers(x, y, heading);
  requireNumbers(toX, toY, turn);
  requireNumbers(distance, turnRate, speed);
  numbers[0] = x;
  numbers[1] = y;
  numbers[2] = heading;
  numbers[3] = toX;
  numbers[4] = toY;
  numbers[5] = turn;
  numbers[6] = distance;
  numbers[7] = turnRate;
  numbers[8] = speed;
  return numbers;
}

function outcomeOf(record: RecordOf<'motionEnd'>): RecordedOutcome {
  return { at: record.time, pose: record, status: record.status, with: record.with, by: record.by };
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

/** The length of a record, ahead of it. */
export const LENGTH = 4;

/** Bytes of a leg's record, up to the fields that not every leg has. */
const STRETCH = LENGTH + 1 + 2 * 8 + 1 + 5 * 8;

export function writeLeg(sink: ByteSink, time: number, robot: number, leg: TraceLeg): void {
  switch (leg.kind) {
    case 'rest':
      writeStretch(sink, 0, REST, time, robot, leg);
      break;
    case 'turn': {
      const { turnRate } = leg;
      requireNumbers(turnRate, turnRate, turnRate);
      const at = writeStretch(sink, 8, TURN, time, robot, leg);
      sink.view.setFloat64(at, turnRate, true);
      break;
    }
    case 'line': {
      const { vx, vy } = leg;
      requireNumbers(vx, vy, vx);
      const at = writeStretch(sink, 16, LINE, time, robot, leg);
      const { view } = sink;
      view.setFloat64(at, vx, true);
      view.setFloat64(at + 8, vy, true);
      break;
    }
    case 'arc': {
      const { speed, turnRate } = leg;
      requireNumbers(speed, turnRate, speed);
      const at = writeStretch(sink, 16, ARC, time, robot, leg);
      const { view } = sink;
      view.setFloat64(at, speed, true);
      view.setFloat64(at + 8, turnRate, true);
      break;
    }
    default:
      // A curve, or an invalid leg.
      throw new Misfit('');
  }
}

/** Reserves `more` bytes after the fields of every leg; returns their offset. */
function writeStretch(
  sink: ByteSink,
  more: number,
  kind: number,
  time: number,
  robot: number,
  { x, y, heading, start, end }: TraceLeg,
): number {
  requireNumbers(time, robot, heading);
  requireNumbers(x, y, heading);
  requireNumbers(start, end, heading);
  const at = sink.reserve(STRETCH + more);
  const { view } = sink;
  view.setUint32(at, STRETCH + more - LENGTH, true);
  view.setUint8(at + 4, LEG);
  view.setFloat64(at + 5, time, true);
  view.setFloat64(at + 13, robot, true);
  view.setUint8(at + 21, kind);
  view.setFloat64(at + 22, x, true);
  view.setFloat64(at + 30, y, true);
  view.setFloat64(at + 38, heading, true);
  view.setFloat64(at + 46, start, true);
  view.setFloat64(at + 54, end, true);
  return at + STRETCH;
}

export function writeMotionRequest(sink: ByteSink, time: number, motion: RecordedMotion, request: TraceValue): void {
  if (motion.kind === 'moveTo' && writeMove(sink, time, motion, request as unknown as Move)) return;
  const at = writeStart(sink, MOTION_REQUEST, time, motion.robot, motion.number);
  sink.text(asText(motion.kind));
  writeByForm(sink, request);
  writeLength(sink, at);
}

/** The request of the most frequent motion. */
interface Move {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly speed: number;
  readonly turnRate: number;
}

/** The recurring bytes of such a record, and the offsets of the numbers of the request in it. */
const MOVE = moveTemplate();

function moveTemplate(): { bytes: KnownBytes; x: number; y: number; speed: number; turnRate: number } {
  const sink = new ByteSink();
  const at = writeStart(sink, MOTION_REQUEST, 0, 0, 0);
  sink.text('moveTo');
  const { length } = sink;
  const form = formOf({ kind: 'moveTo', x: 0, y: 0, speed: 0, turnRate: 0 });
  sink.known(form.bytes);
  sink.cut(length + form.bytes.length);
  writeLength(sink, at);
  const [, x, y, speed, turnRate] = form.slots.map((slot) => length + slot) as [number, number, number, number, number];
  return { bytes: new KnownBytes(sink.take()), x, y, speed, turnRate };
}

/**
 * Returns false, without writing, for a request with other members. With the names of its members in the code, the request of
 * a move takes a third of the time.
 */
function writeMove(sink: ByteSink, time: number, { robot, number }: RecordedMotion, request: Move): boolean {
  if (request?.constructor !== Object || request.kind !== 'moveTo') return false;
  const { x, y, speed, turnRate } = request;
  if (typeof x !== 'number' || typeof y !== 'number' || typeof speed !== 'number' || typeof turnRate !== 'number') {
    return false;
  }
  let members = 0;
  // oxlint-disable-next-line no-unused-vars -- only their number matters
  for (const _name in request) members++;
  const sum = x + y + speed + turnRate;
  if (members !== 5 || sum !== sum) return false;
  requireNumbers(time, robot, number);
  const { bytes } = MOVE;
  const at = sink.reserve(bytes.length + SLACK);
  const { view } = sink;
  bytes.writeTo(view, at);
  view.setFloat64(at + 5, time, true);
  view.setFloat64(at + 13, robot, true);
  view.setFloat64(at + 21, number, true);
  view.setFloat64(at + MOVE.x, x, true);
  view.setFloat64(at + MOVE.y, y, true);
  view.setFloat64(at + MOVE.speed, speed, true);
  view.setFloat64(at + MOVE.turnRate, turnRate, true);
  sink.cut(at + bytes.length);
  return true;
}

/** Bytes of a motion's event without the texts in it. */
const EVENT = LENGTH + 1 + 3 * 8 + 2 + 9 * 8;

export function writeMotionEvent(
  sink: ByteSink,
  time: number,
  { robot, number, kind }: RecordedMotion,
  phase: string,
  edge: string,
  isLast: boolean,
  numbers: Float64Array,
): void {
  requireNumbers(time, robot, number);
  requireNumbers(numbers[0]!, numbers[1]!, numbers[2]!);
  requireNumbers(numbers[3]!, numbers[4]!, numbers[5]!);
  requireNumbers(numbers[6]!, numbers[7]!, numbers[8]!);
  if (typeof isLast !== 'boolean') refuse();
  const edgeNumber = numberOf(edge, EDGES);
  const label = labelOf(kind, phase);
  const start = sink.reserve(EVENT + label.length);
  const { view } = sink;
  view.setUint32(start, EVENT + label.length - LENGTH, true);
  view.setUint8(start + 4, MOTION_EVENT);
  view.setFloat64(start + 5, time, true);
  view.setFloat64(start + 13, robot, true);
  view.setFloat64(start + 21, number, true);
  const at = label.writeTo(view, start + 29);
  view.setUint8(at, edgeNumber);
  view.setUint8(at + 1, isLast ? 1 : 0);
  view.setFloat64(at + 2, numbers[0]!, true);
  view.setFloat64(at + 10, numbers[1]!, true);
  view.setFloat64(at + 18, numbers[2]!, true);
  view.setFloat64(at + 26, numbers[3]!, true);
  view.setFloat64(at + 34, numbers[4]!, true);
  view.setFloat64(at + 42, numbers[5]!, true);
  view.setFloat64(at + 50, numbers[6]!, true);
  view.setFloat64(at + 58, numbers[7]!, true);
  view.setFloat64(at + 66, numbers[8]!, true);
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
const END = LENGTH + 1 + 3 * 8 + 1 + 3 * 8 + 2;

export function writeMotionEnd(sink: ByteSink, { robot, number }: RecordedMotion, outcome: RecordedOutcome): void {
  const { at: time, with: party, by } = outcome;
  const { x, y, heading } = outcome.pose;
  requireNumbers(time, robot, number);
  requireNumbers(x, y, heading);
  const status = numberOf(outcome.status, STATUSES);
  const at = sink.reserve(END);
  const { view } = sink;
  view.setUint32(at, END - LENGTH, true);
  view.setUint8(at + 4, MOTION_END);
  view.setFloat64(at + 5, time, true);
  view.setFloat64(at + 13, robot, true);
  view.setFloat64(at + 21, number, true);
  view.setUint8(at + 29, status);
  view.setFloat64(at + 30, x, true);
  view.setFloat64(at + 38, y, true);
  view.setFloat64(at + 46, heading, true);
  view.setUint8(at + 54, party === undefined ? 0 : 1);
  view.setUint8(at + 55, by === undefined ? 0 : 1);
  if (party === undefined && by === undefined) return;
  if (party !== undefined) {
    sink.cut(at + END - 1);
    writeParty(sink, party.kind, party.id);
    sink.u8(by === undefined ? 0 : 1);
  }
  if (by !== undefined) sink.text(asText(by));
  writeLength(sink, at);
}

const CONTACT = LENGTH + 1 + 2 * 8;

export function writeTouch(sink: ByteSink, time: number, robot: number, kind: Party['kind'], id: number): void {
  writeContact(sink, TOUCH, time, robot, kind, id);
}

export function writeRelease(sink: ByteSink, time: number, robot: number, kind: Party['kind'], id: number): void {
  writeContact(sink, RELEASE, time, robot, kind, id);
}

function writeContact(
  sink: ByteSink,
  type: number,
  time: number,
  robot: number,
  kind: Party['kind'],
  id: number,
): void {
  requireNumbers(time, robot, robot);
  const at = sink.reserve(CONTACT);
  const { view } = sink;
  view.setUint32(at, CONTACT + PARTY - LENGTH, true);
  view.setUint8(at + 4, type);
  view.setFloat64(at + 5, time, true);
  view.setFloat64(at + 13, robot, true);
  writeParty(sink, kind, id);
}

function writeSend(sink: ByteSink, record: RecordOf<'send'>): void {
  const at = writeStart(sink, SEND, record.time, record.process, record.message);
  writeMessage(sink, record, record.process);
  writeLength(sink, at);
}

function writeDeliver(sink: ByteSink, record: RecordOf<'deliver'>): void {
  const at = writeStart(sink, DELIVER, record.time, record.process, record.message);
  sink.f64(record.from);
  writeMessage(sink, record, record.from);
  writeLength(sink, at);
}

/** Writes the fields with which most records start, after room for the length; returns the offset of the record. */
function writeStart(sink: ByteSink, type: number, time: number, who: number, number: number): number {
  requireNumbers(time, who, number);
  sink.limit(LENGTH + MAX_RECORD);
  const at = sink.reserve(LENGTH + 1 + 3 * 8);
  const { view } = sink;
  view.setUint8(at + 4, type);
  view.setFloat64(at + 5, time, true);
  view.setFloat64(at + 13, who, true);
  view.setFloat64(at + 21, number, true);
  return at;
}

const PARTY = 1 + 8;

function writeParty(sink: ByteSink, kind: Party['kind'], id: number): void {
  if (kind !== 'robot' && kind !== 'obstacle') refuse();
  requireNumbers(id, id, id);
  const at = sink.reserve(PARTY);
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

/** Writes the length of the record at an offset, which ends here. */
export function writeLength(sink: ByteSink, at: number): void {
  const length = sink.length - at - LENGTH;
  if (length > MAX_RECORD) throw new Misfit(TOO_LONG);
  sink.setU32(at, length);
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
