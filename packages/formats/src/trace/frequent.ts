import { writeValue } from './binary-values.js';
import { type ByteSink, writeNaN } from './byte-sink.js';
import { LEGS, PARTIES, type Party, type RecordOf, RECORDS, type TraceRecord } from './records.js';
import { Misfit } from './trace-error.js';

/*
 * Records of the types of which a run has most, written as their tables say, but with the names of their fields in the
 * code: a field whose name is a value takes many times as long to look up, and so does a number that is looked at one by
 * one. What does not fit throws a Misfit that says nothing: whoever gets one asks the tables. A test holds both together.
 */

/** Any of them; false, before a byte is written, for a record of another type and for whatever is none. */
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

// Looked up once: what belongs to another module would be looked up each time.
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
      const at = sink.reserve(STRETCH + 8);
      writeStretch(sink, at, TURN, record);
      put(sink.view, at + STRETCH, leg.turnRate);
      break;
    }
    case 'line': {
      const at = sink.reserve(STRETCH + 16);
      writeStretch(sink, at, LINE, record);
      put(sink.view, at + STRETCH, leg.vx);
      put(sink.view, at + STRETCH + 8, leg.vy);
      break;
    }
    case 'arc': {
      const at = sink.reserve(STRETCH + 16);
      writeStretch(sink, at, ARC, record);
      put(sink.view, at + STRETCH, leg.speed);
      put(sink.view, at + STRETCH + 8, leg.turnRate);
      break;
    }
    default:
      // A curve, or none.
      throw new Misfit('');
  }
}

function writeStretch(sink: ByteSink, at: number, kind: number, { time, robot, leg }: RecordOf<'leg'>): void {
  const { view } = sink;
  view.setUint8(at, LEG);
  put(view, at + 1, time);
  put(view, at + 9, robot);
  view.setUint8(at + 17, kind);
  put(view, at + 18, leg.x);
  put(view, at + 26, leg.y);
  put(view, at + 34, leg.heading);
  put(view, at + 42, leg.start);
  put(view, at + 50, leg.end);
}

export function writeMotionRequest(sink: ByteSink, record: RecordOf<'motionRequest'>): void {
  writeStart(sink, MOTION_REQUEST, record.time, record.robot, record.task);
  sink.text(asText(record.kind));
  writeValue(sink, record.request, 0);
}

export function writeMotionEvent(sink: ByteSink, record: RecordOf<'motionEvent'>): void {
  writeStart(sink, MOTION_EVENT, record.time, record.robot, record.task);
  sink.text(asText(record.kind));
  sink.text(asText(record.phase));
  const { isLast } = record;
  if (typeof isLast !== 'boolean') throw new Misfit('');
  const at = sink.reserve(2 + 9 * 8);
  const { view } = sink;
  view.setUint8(at, numberOf(record.edge, EDGES));
  view.setUint8(at + 1, isLast ? 1 : 0);
  put(view, at + 2, record.x);
  put(view, at + 10, record.y);
  put(view, at + 18, record.heading);
  put(view, at + 26, record.toX);
  put(view, at + 34, record.toY);
  put(view, at + 42, record.turn);
  put(view, at + 50, record.distance);
  put(view, at + 58, record.turnRate);
  put(view, at + 66, record.speed);
}

export function writeMotionEnd(sink: ByteSink, record: RecordOf<'motionEnd'>): void {
  writeStart(sink, MOTION_END, record.time, record.robot, record.task);
  const at = sink.reserve(1 + 3 * 8);
  const { view } = sink;
  view.setUint8(at, numberOf(record.status, STATUSES));
  put(view, at + 1, record.x);
  put(view, at + 9, record.y);
  put(view, at + 17, record.heading);
  const { with: party, by } = record;
  sink.u8(party === undefined ? 0 : 1);
  if (party !== undefined) writeParty(sink, party);
  sink.u8(by === undefined ? 0 : 1);
  if (by !== undefined) sink.text(asText(by));
}

export function writeTouch(sink: ByteSink, { time, robot, other }: RecordOf<'touch'>): void {
  writeContact(sink, TOUCH, time, robot, other);
}

export function writeRelease(sink: ByteSink, { time, robot, other }: RecordOf<'release'>): void {
  writeContact(sink, RELEASE, time, robot, other);
}

function writeContact(sink: ByteSink, type: number, time: number, robot: number, other: Party): void {
  const at = sink.reserve(1 + 2 * 8);
  const { view } = sink;
  view.setUint8(at, type);
  put(view, at + 1, time);
  put(view, at + 9, robot);
  writeParty(sink, other);
}

function writeSend(sink: ByteSink, record: RecordOf<'send'>): void {
  writeStart(sink, SEND, record.time, record.process, record.message);
  writeMessage(sink, record);
}

function writeDeliver(sink: ByteSink, record: RecordOf<'deliver'>): void {
  writeStart(sink, DELIVER, record.time, record.process, record.message);
  sink.f64(record.from);
  writeMessage(sink, record);
}

function writeMessage(sink: ByteSink, { to, protocol, messageType, content }: RecordOf<'send' | 'deliver'>): void {
  if (!Array.isArray(to)) throw new Misfit('');
  sink.varint(to.length);
  for (let i = 0; i < to.length; i++) sink.f64(to[i]);
  sink.text(asText(protocol));
  sink.text(asText(messageType));
  writeValue(sink, content, 0);
}

/** What most records have first. */
function writeStart(sink: ByteSink, type: number, time: number, who: number, number: number): void {
  const at = sink.reserve(1 + 3 * 8);
  const { view } = sink;
  view.setUint8(at, type);
  put(view, at + 1, time);
  put(view, at + 9, who);
  put(view, at + 17, number);
}

function writeParty(sink: ByteSink, { kind, id }: Party): void {
  if (kind !== 'robot' && kind !== 'obstacle') throw new Misfit('');
  const at = sink.reserve(1 + 8);
  const { view } = sink;
  view.setUint8(at, kind === 'robot' ? ROBOT : OBSTACLE);
  put(view, at + 1, id);
}

function put(view: DataView, at: number, value: number): void {
  if (typeof value !== 'number') throw new Misfit('');
  if (value === value) view.setFloat64(at, value, true);
  else writeNaN(view, at);
}

function asText(given: unknown): string {
  if (typeof given !== 'string') throw new Misfit('');
  return given;
}

/** Of a word in its list. */
function numberOf(word: string, words: readonly string[]): number {
  for (let number = 0; number < words.length; number++) if (words[number] === word) return number;
  throw new Misfit('');
}
