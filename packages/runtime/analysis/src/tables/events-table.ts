import type { Party, RecordOf, TraceRecord, TraceValue } from '@kineko/formats/trace';
import { degrees, headingDegrees } from './angles.js';
import { emptyRow, type EventRow } from './event-row.js';
import { describeLeg } from './leg-columns.js';

/** The records of a run as rows of one table in long form; records in memory are read without a promise each. */
export function eventsTable(records: Iterable<TraceRecord>): Generator<EventRow, void>;
export function eventsTable(records: AsyncIterable<TraceRecord>): AsyncGenerator<EventRow, void>;
export function eventsTable(
  records: Iterable<TraceRecord> | AsyncIterable<TraceRecord>,
): Generator<EventRow, void> | AsyncGenerator<EventRow, void> {
  return Symbol.iterator in records ? rowsAtHand(records) : rowsToCome(records);
}

function* rowsAtHand(records: Iterable<TraceRecord>): Generator<EventRow, void> {
  for (const record of records) yield eventRow(record);
}

async function* rowsToCome(records: AsyncIterable<TraceRecord>): AsyncGenerator<EventRow, void> {
  for await (const record of records) yield eventRow(record);
}

export function eventRow(record: TraceRecord): EventRow {
  const row = emptyRow(record.time, record.type);
  switch (record.type) {
    case 'leg':
      row.process = record.robot;
      describeLeg(row, record.leg);
      break;
    case 'obstacleLeg':
      row.partner_kind = 'obstacle';
      row.partner = record.obstacle;
      describeLeg(row, record.leg);
      break;
    case 'motionRequest':
      row.process = record.robot;
      row.task = record.task;
      row.kind = record.kind;
      row.content = jsonOf(record.request);
      break;
    case 'motionEvent':
      phase(row, record);
      break;
    case 'motionEnd':
      row.process = record.robot;
      row.task = record.task;
      row.status = record.status;
      place(row, record);
      if (record.with !== undefined) partner(row, record.with);
      row.reason = record.by ?? null;
      break;
    case 'touch':
    case 'release':
      row.process = record.robot;
      partner(row, record.other);
      break;
    case 'delayed':
      row.process = record.robot;
      row.content = jsonOf({ until: record.until });
      if (record.other !== undefined) partner(row, record.other);
      break;
    case 'resumed':
      row.process = record.robot;
      break;
    case 'sensorRequest':
      row.process = record.robot;
      row.kind = record.sensor;
      row.content = jsonOf(record.request);
      break;
    case 'sensorReply':
    case 'sensorEvent':
      row.process = record.robot;
      row.kind = record.sensor;
      row.content = jsonOf(record.reply);
      break;
    case 'phase':
      row.process = record.robot;
      row.kind = record.event;
      row.to_x = record.toX ?? null;
      row.to_y = record.toY ?? null;
      break;
    case 'effect':
      row.process = record.robot;
      row.kind = record.effector;
      row.content = jsonOf(record.request);
      break;
    case 'send':
      row.process = record.process;
      row.from = record.process;
      message(row, record);
      break;
    case 'deliver':
      row.process = record.process;
      row.from = record.from;
      message(row, record);
      break;
    case 'drop':
      row.process = record.process;
      row.from = record.from;
      row.message = record.message;
      row.message_type = record.messageType;
      row.reason = record.reason;
      break;
    case 'crash':
    case 'recover':
      row.process = record.process;
      break;
    case 'suspect':
      row.process = record.process;
      row.protocol = record.detector;
      row.status = record.isSuspected ? 'suspected' : 'trusted';
      row.partner_kind = 'process';
      row.partner = record.other;
      break;
    case 'decide':
      row.process = record.process;
      row.protocol = record.protocol;
      row.content = jsonOf({ instance: record.instance, value: record.value });
      break;
    case 'protocolEvent':
      row.process = record.process;
      row.protocol = record.protocol;
      row.kind = record.event;
      row.content = jsonOf(record.value);
      break;
    case 'log':
      row.process = record.process;
      row.kind = record.logger;
      row.status = record.level;
      row.text = record.text;
      break;
    case 'warning':
      row.process = record.robot ?? null;
      row.text = record.text;
      break;
    case 'command':
      row.text = record.source;
      row.content = jsonOf({ events: record.events, command: record.command });
      break;
    case 'world':
      row.content = jsonOf({ area: record.area, walled: record.walled, response: record.response });
      break;
    case 'robot':
      row.process = record.robot;
      place(row, record);
      row.text = record.tag;
      row.content = jsonOf({ radius: record.radius });
      break;
    case 'obstacle':
      row.partner_kind = 'obstacle';
      row.partner = record.obstacle;
      row.text = record.name;
      row.content = jsonOf(record.shape);
      break;
    case 'object':
      row.partner_kind = 'object';
      row.partner = record.object;
      row.x = record.x;
      row.y = record.y;
      row.text = record.tag;
      row.content = jsonOf({ size: record.size, heat: record.heat, light: record.light });
      break;
  }
  return row;
}

function phase(row: EventRow, record: RecordOf<'motionEvent'>): void {
  row.process = record.robot;
  row.task = record.task;
  row.kind = record.kind;
  row.phase = record.phase;
  row.edge = record.edge;
  place(row, record);
  row.to_x = record.toX;
  row.to_y = record.toY;
  row.turn_deg = degrees(record.turn);
  row.distance = record.distance;
  row.turn_speed_deg_s = degrees(record.turnRate);
  row.speed = record.speed;
}

function place(row: EventRow, pose: { readonly x: number; readonly y: number; readonly heading: number }): void {
  row.x = pose.x;
  row.y = pose.y;
  row.heading_deg = headingDegrees(pose.heading);
  row.heading_rad = pose.heading;
}

function partner(row: EventRow, party: Party): void {
  row.partner_kind = party.kind;
  row.partner = party.id;
}

function message(row: EventRow, record: RecordOf<'send' | 'deliver'>): void {
  row.message = record.message;
  row.to = jsonOf(record.to);
  row.protocol = record.protocol;
  row.message_type = record.messageType;
  row.content = jsonOf(record.content);
}

/** Plain JSON, which any language reads: numbers that JSON cannot represent become null. */
function jsonOf(value: TraceValue): string {
  return JSON.stringify(value);
}
