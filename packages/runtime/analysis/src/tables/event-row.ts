/**
 * The columns of the table of events: their order, types and meanings. A row is one record; fields that the record does not
 * have are null.
 */

/** `double` is any number, `int` an integer. */
export type ColumnType = 'double' | 'int' | 'text';

export const EVENT_COLUMNS = [
  ['time', 'double', 'simulated time (s)'],
  ['type', 'text', 'type of the record, as docs/trace.md names it'],
  ['process', 'int', 'id of the robot or process'],
  ['task', 'int', 'number of the motion among those of its robot'],
  ['kind', 'text', 'motion module, kind of leg, sensor, effector, logger, or the note of a protocol'],
  ['phase', 'text', 'phase of the motion'],
  ['edge', 'text', 'start or finish of the phase'],
  ['status', 'text', 'how a motion ended; suspected or trusted; level of a log'],
  ['x', 'double', 'position (m)'],
  ['y', 'double', 'position (m)'],
  ['heading_deg', 'double', 'heading in degrees, from 0 to below 360, anticlockwise from the x axis'],
  ['heading_rad', 'double', 'heading in radians, as the record has it'],
  ['to_x', 'double', 'position at the end of the phase or leg (m)'],
  ['to_y', 'double', 'position at the end of the phase or leg (m)'],
  ['turn_deg', 'double', 'angle that the phase or leg turns by (degrees, anticlockwise)'],
  ['distance', 'double', 'distance that the phase or leg goes (m), negative for backward'],
  ['turn_speed_deg_s', 'double', 'rate of turning (degrees per second, anticlockwise)'],
  ['speed', 'double', 'speed (m/s)'],
  ['partner_kind', 'text', 'robot, obstacle, process or object'],
  ['partner', 'int', 'id of the party that it collided with, is blocked by or touches, or of its subject'],
  ['message', 'int', 'number of the message among those of its sender'],
  ['from', 'int', 'id of the sender'],
  ['to', 'text', 'ids of all receivers, as a JSON list'],
  ['protocol', 'text', 'id of the protocol or failure detector'],
  ['message_type', 'text', 'type of the message'],
  ['content', 'text', 'content, request or reply, as JSON'],
  ['reason', 'text', 'reason for the loss of a message, or cause of the end of a motion'],
  ['text', 'text', 'readable text: warnings, logs, names, tags'],
] as const satisfies readonly (readonly [string, ColumnType, string])[];

type EventColumn = (typeof EVENT_COLUMNS)[number];

type ValueOf<T extends ColumnType> = T extends 'text' ? string | null : number | null;

/** A row of the table of events. */
export type EventRow = { -readonly [C in EventColumn as C[0]]: ValueOf<C[1]> };

/** An empty row. */
export function emptyRow(time: number, type: string): EventRow {
  // Written out, because a row is created for each record, and objects of one literal have one shape.
  return {
    time,
    type,
    process: null,
    task: null,
    kind: null,
    phase: null,
    edge: null,
    status: null,
    x: null,
    y: null,
    heading_deg: null,
    heading_rad: null,
    to_x: null,
    to_y: null,
    turn_deg: null,
    distance: null,
    turn_speed_deg_s: null,
    speed: null,
    partner_kind: null,
    partner: null,
    message: null,
    from: null,
    to: null,
    protocol: null,
    message_type: null,
    content: null,
    reason: null,
    text: null,
  };
}

/** The cells of a row, in the order of the columns. */
export function cellsOf(row: EventRow): (string | number | null)[] {
  // Written out too, because looking up a property by a computed name takes many times as long.
  return [
    row.time,
    row.type,
    row.process,
    row.task,
    row.kind,
    row.phase,
    row.edge,
    row.status,
    row.x,
    row.y,
    row.heading_deg,
    row.heading_rad,
    row.to_x,
    row.to_y,
    row.turn_deg,
    row.distance,
    row.turn_speed_deg_s,
    row.speed,
    row.partner_kind,
    row.partner,
    row.message,
    row.from,
    row.to,
    row.protocol,
    row.message_type,
    row.content,
    row.reason,
    row.text,
  ];
}
