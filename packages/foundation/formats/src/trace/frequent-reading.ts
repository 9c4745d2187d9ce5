import { readValue } from './binary-values.js';
import type { ByteSource } from './byte-source.js';
import { LEGS, PARTIES, type Party, type RecordOf, RECORDS, type TraceLeg, type TraceRecord } from './records.js';
import { Misfit } from './trace-error.js';

const LEG = RECORDS.leg.number;
const MOTION_REQUEST = RECORDS.motionRequest.number;
const MOTION_EVENT = RECORDS.motionEvent.number;
const MOTION_END = RECORDS.motionEnd.number;
const REST = LEGS.rest.number;
const TURN = LEGS.turn.number;
const LINE = LEGS.line.number;
const ARC = LEGS.arc.number;
const ROBOT = PARTIES.robot.number;
const OBSTACLE = PARTIES.obstacle.number;
const EDGES = RECORDS.motionEvent.fields.edge[0];
const STATUSES = RECORDS.motionEnd.fields.status[0];

/**
 * Reads a record of a frequent type in the same form as its table, but with the names of its fields in the code, which is
 * several times as fast. Returns undefined, without reading, for any other type and for invalid records, whose problem the
 * tables report.
 */
export function readFrequent(source: ByteSource, type: number): TraceRecord | undefined {
  const start = source.position;
  try {
    if (type === LEG) return readLeg(source);
    if (type === MOTION_EVENT) return readMotionEvent(source);
    if (type === MOTION_REQUEST) return readMotionRequest(source);
    if (type === MOTION_END) return readMotionEnd(source);
  } catch (failure) {
    if (!(failure instanceof Misfit)) throw failure;
  }
  source.position = start;
  return undefined;
}

function readLeg(source: ByteSource): RecordOf<'leg'> {
  source.u8();
  const time = source.f64();
  const robot = source.f64();
  return { type: 'leg', time, robot, leg: readTraceLeg(source) };
}

/** Curves are left to the table. */
function readTraceLeg(source: ByteSource): TraceLeg {
  const kind = source.u8();
  const x = source.f64();
  const y = source.f64();
  const heading = source.f64();
  const start = source.f64();
  const end = source.f64();
  switch (kind) {
    case REST:
      return { kind: 'rest', x, y, heading, start, end };
    case TURN:
      return { kind: 'turn', x, y, heading, start, end, turnRate: source.f64() };
    case LINE:
      return { kind: 'line', x, y, heading, start, end, vx: source.f64(), vy: source.f64() };
    case ARC:
      return { kind: 'arc', x, y, heading, start, end, speed: source.f64(), turnRate: source.f64() };
    default:
      return refuse();
  }
}

function readMotionEvent(source: ByteSource): RecordOf<'motionEvent'> {
  source.u8();
  const time = source.f64();
  const robot = source.f64();
  const task = source.f64();
  const kind = source.text();
  const phase = source.text();
  const edge = EDGES[source.u8()] ?? refuse();
  const isLast = readBool(source);
  const x = source.f64();
  const y = source.f64();
  const heading = source.f64();
  const toX = source.f64();
  const toY = source.f64();
  const turn = source.f64();
  const distance = source.f64();
  const turnRate = source.f64();
  const speed = source.f64();
  return {
    type: 'motionEvent',
    time,
    robot,
    task,
    kind,
    phase,
    edge,
    isLast,
    x,
    y,
    heading,
    toX,
    toY,
    turn,
    distance,
    turnRate,
    speed,
  };
}

function readMotionRequest(source: ByteSource): RecordOf<'motionRequest'> {
  source.u8();
  const time = source.f64();
  const robot = source.f64();
  const task = source.f64();
  const kind = source.text();
  const request = readValue(source, 0);
  return { type: 'motionRequest', time, robot, task, kind, request };
}

function readMotionEnd(source: ByteSource): RecordOf<'motionEnd'> {
  source.u8();
  const time = source.f64();
  const robot = source.f64();
  const task = source.f64();
  const status = STATUSES[source.u8()] ?? refuse();
  const x = source.f64();
  const y = source.f64();
  const heading = source.f64();
  const party = readBool(source) ? readParty(source) : undefined;
  const by = readBool(source) ? source.text() : undefined;
  // Written out, since a copy takes longer than all of the rest.
  if (party === undefined) {
    return by === undefined
      ? { type: 'motionEnd', time, robot, task, status, x, y, heading }
      : { type: 'motionEnd', time, robot, task, status, x, y, heading, by };
  }
  return by === undefined
    ? { type: 'motionEnd', time, robot, task, status, x, y, heading, with: party }
    : { type: 'motionEnd', time, robot, task, status, x, y, heading, with: party, by };
}

function readParty(source: ByteSource): Party {
  const kind = source.u8();
  if (kind !== ROBOT && kind !== OBSTACLE) refuse();
  return { kind: kind === ROBOT ? 'robot' : 'obstacle', id: source.f64() };
}

function readBool(source: ByteSource): boolean {
  const byte = source.u8();
  return byte > 1 ? refuse() : byte === 1;
}

function refuse(): never {
  throw new Misfit('');
}
