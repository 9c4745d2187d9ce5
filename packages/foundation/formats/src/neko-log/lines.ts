/**
 * The table of the lines of a Neko log, from which the writer, the reader and the tables of `docs/neko-log.md` are derived.
 *
 * Every line is a time, a process, a logger and a text, with a space between. A row gives the logger, the text (see
 * `template.ts`), the record that the line represents, and records as an example.
 */
import type { RecordType, TraceRecord } from '../trace/records.js';
import { DEGREE } from './degree.js';
import { COLLIDED, DELIVER, GOING, REQUEST, SEND, TURNING } from './examples.js';
import { EFFECT_FORMS, type Forms, MOTION_FORMS, READING_FORMS, SENSOR_FORMS } from './forms.js';
import { NumberRun } from './number-run.js';
import { ascii, Template } from './template.js';

interface LineRow {
  /** The column; `{name}` if it is a field of the record. */
  readonly logger: string;
  readonly template: Template;
  /** Forms for a hole of the type `form`. */
  readonly forms?: Forms;
  /** Type of its record; `none` if the line only repeats others. */
  readonly record: RecordType | 'none';
  readonly doc: string;
  /** Records for an example; the last one prints the line, alone or after another line. */
  readonly example: readonly TraceRecord[];
}

const EVENT =
  '| {time} | {robot:whole} | [{x},{y}] | [{toX},{toY}] | {heading:direction} | {turn:turn} | {distance} | ' +
  '{turnRate:degrees} | {speed} | {condition:word}';

const EVENT_TEMPLATE = new Template(EVENT);

/** Indices of the numbers of an event among those of its line. */
export const EVENT_SLOTS = {
  time: EVENT_TEMPLATE.slot('time'),
  robot: EVENT_TEMPLATE.slot('robot'),
  x: EVENT_TEMPLATE.slot('x'),
  y: EVENT_TEMPLATE.slot('y'),
  toX: EVENT_TEMPLATE.slot('toX'),
  toY: EVENT_TEMPLATE.slot('toY'),
  heading: EVENT_TEMPLATE.slot('heading'),
  turn: EVENT_TEMPLATE.slot('turn'),
  distance: EVENT_TEMPLATE.slot('distance'),
  turnRate: EVENT_TEMPLATE.slot('turnRate'),
  speed: EVENT_TEMPLATE.slot('speed'),
  condition: EVENT_TEMPLATE.slot('condition'),
} as const;

/** The common end of the lines of a message. */
const MESSAGE = '{to:processes} {messageType:word} {content:content}';
export const MESSAGE_TAIL = new Template(MESSAGE);

export const LINES = {
  motionRequest: {
    logger: 'MotionRequest:',
    template: new Template('TIME: {time} | ROBOT# {robot:whole} Task ID = {task:whole} | {request:form}'),
    forms: MOTION_FORMS,
    record: 'motionRequest',
    doc: 'A robot receives a motion request. The task is always 1. Each kind of motion has a form of its own.',
    example: [REQUEST],
  },
  event: {
    logger: 'Event:',
    template: EVENT_TEMPLATE,
    record: 'motionEvent',
    doc:
      'A phase of a motion starts (`Do_`) or finishes (`Finish_`): time, id, position, destination, heading, angle to turn, ' +
      'distance to go (negative for backward), rate of turning, speed, condition. When it finishes, the destination is where the robot is, and the ' +
      'numbers after the heading are 0.',
    example: [REQUEST, TURNING],
  },
  end: {
    logger: 'Event:',
    template: EVENT_TEMPLATE,
    record: 'motionEnd',
    doc:
      'A motion is ended before its time, by another request or a sensor (`Interrupt_`), by an order to stop (`Stop_`), or ' +
      'because a push made no progress for a second (`Block_`).',
    example: [REQUEST, TURNING, GOING, { ...COLLIDED, status: 'replaced', with: undefined, by: 'proximity' }],
  },
  collision: {
    logger: 'CollisionEvent:',
    template: EVENT_TEMPLATE,
    record: 'motionEnd',
    doc:
      'A motion is ended by a contact: one line for each robot whose motion that is. The destination is that of the phase ' +
      'that was under way, the condition that of its start with `(Collision)`.',
    example: [REQUEST, TURNING, GOING, COLLIDED],
  },
  sensorRequest: {
    logger: 'SensorRequest:',
    template: new Template('ROBOT# {robot:whole} | {request:form}'),
    forms: SENSOR_FORMS,
    record: 'sensorRequest',
    doc: 'A robot reads one of its sensors. Each sensor has a form of its own. The reply is not in the log.',
    example: [{ type: 'sensorRequest', time: 53.71, robot: 9, sensor: 'gps', request: { who: 'all', errorFactor: 0 } }],
  },
  sensorEvent: {
    logger: 'SensorEvent:',
    template: new Template('ROBOT# {robot:whole} | {reply:form}'),
    forms: READING_FORMS,
    record: 'sensorEvent',
    doc: 'A sensor speaks up unasked.',
    example: [
      {
        type: 'sensorEvent',
        time: 60,
        robot: 9,
        sensor: 'proximity',
        reply: [{ kind: 'robot', id: 3, distance: 12.5, bearing: -30 * DEGREE }],
      },
    ],
  },
  effect: {
    logger: 'Effect:',
    template: new Template('ROBOT# {robot:whole} | {request:form}'),
    forms: EFFECT_FORMS,
    record: 'effect',
    doc: 'A robot acts on the world other than by moving.',
    example: [{ type: 'effect', time: 61, robot: 9, effector: 'tag', request: { tag: 'leader' } }],
  },
  warning: {
    logger: 'Warning:',
    template: new Template('{text:text}'),
    record: 'warning',
    doc: 'A warning about the run. The process is `???` if it concerns no robot.',
    example: [{ type: 'warning', time: 62, text: 'no robot has moved for a minute' }],
  },
  command: {
    logger: 'Command:',
    template: new Template('after {events:whole} events from {source:word} | {command:json}'),
    record: 'command',
    doc: 'Someone outside the simulation orders something. The process is `???`.',
    example: [{ type: 'command', time: 63, events: 1204, source: 'panel', command: { stop: 9 } }],
  },
  send: {
    logger: 'messages',
    template: new Template(`e s p{process:whole}${MESSAGE}`),
    record: 'send',
    doc: 'A process hands a message to its network: sender, receivers, type, content. One line, however many receivers it has.',
    example: [SEND],
  },
  sendReturned: {
    logger: 'messages',
    template: new Template(`e sf p{process:whole}${MESSAGE}`),
    record: 'none',
    doc: 'The network has taken the message. Only at the level `finer`.',
    example: [SEND],
  },
  deliver: {
    logger: 'messages',
    template: new Template(`e r p{from:whole}${MESSAGE}`),
    record: 'deliver',
    doc: 'A message arrives at the process that has the line: sender, all receivers, type, content.',
    example: [DELIVER],
  },
  deliverReturned: {
    logger: 'messages',
    template: new Template(`e rf p{from:whole}${MESSAGE}`),
    record: 'none',
    doc: 'The process has dealt with the message. Only at the level `finer`.',
    example: [DELIVER],
  },
  drop: {
    logger: 'messages',
    template: new Template('e d p{from:whole} p{process:whole} {messageType:word} {reason:text}'),
    record: 'drop',
    doc: 'A copy of a message is lost on its way to the process that has the line: sender, receiver, type, reason.',
    example: [{ type: 'drop', time: 0.4, process: 2, message: 1, from: 0, messageType: 'GOTO', reason: 'loss' }],
  },
  crash: {
    logger: 'CrashEmulator',
    template: new Template('crashing'),
    record: 'crash',
    doc: 'A process stops working.',
    example: [{ type: 'crash', time: 5, process: 2 }],
  },
  recover: {
    logger: 'CrashEmulator',
    template: new Template('recovering'),
    record: 'recover',
    doc: 'A stopped process continues.',
    example: [{ type: 'recover', time: 9, process: 2 }],
  },
  suspect: {
    logger: '{detector}',
    template: new Template('suspecting {other:whole}'),
    record: 'suspect',
    doc: 'A failure detector suspects a process from now on.',
    example: [{ type: 'suspect', time: 6, process: 0, detector: 'fd', other: 2, isSuspected: true }],
  },
  unsuspect: {
    logger: '{detector}',
    template: new Template('unsuspecting {other:whole}'),
    record: 'suspect',
    doc: 'A failure detector suspects a process no more.',
    example: [{ type: 'suspect', time: 10, process: 0, detector: 'fd', other: 2, isSuspected: false }],
  },
  decide: {
    logger: '{protocol}',
    template: new Template('deciding instance = {instance:whole} value = {value:content}'),
    record: 'decide',
    doc: 'A process decides in a consensus.',
    example: [{ type: 'decide', time: 7, process: 0, protocol: 'consensus', instance: 1, value: ['left', 3] }],
  },
  protocolEvent: {
    logger: '{protocol}',
    template: new Template('event = {event:word} value = {value:content}'),
    record: 'protocolEvent',
    doc: 'Something that a protocol promises happens at a process.',
    example: [
      {
        type: 'protocolEvent',
        time: 8,
        process: 0,
        protocol: 'rbcast',
        event: 'deliver',
        value: { from: 2, number: 5 },
      },
    ],
  },
  log: {
    logger: '{logger}',
    template: new Template('{text:text}'),
    record: 'log',
    doc: 'A log message of code by authors. Any line of another logger, or in none of the forms above, is one of these.',
    example: [{ type: 'log', time: 9.5, process: 0, logger: 'Gathering', level: 'info', text: 'we have met' }],
  },
} as const satisfies Readonly<Record<string, LineRow>>;

/** The start of a line of a process. */
export const COLUMNS = new NumberRun([ascii(''), ascii(' p')], ['decimal', 'whole']);

/** The process of a line without a process: as a column, and as a number. */
export const NOBODY = '???';
export const NO_PROCESS = -1;

/** Loggers whose lines all have the form above; a line of an author under such a name is printed under another one. */
export const RESERVED: ReadonlySet<string> = new Set<string>(
  [LINES.motionRequest, LINES.event, LINES.collision, LINES.sensorRequest, LINES.sensorEvent, LINES.effect]
    .map(({ logger }) => logger as string)
    .concat(LINES.warning.logger, LINES.command.logger, LINES.send.logger),
);

/** The types of records that print no line. */
export const SILENT = [
  'world',
  'robot',
  'obstacle',
  'obstacleLeg',
  'object',
  'leg',
  'touch',
  'release',
  'sensorReply',
  'delayed',
  'resumed',
  'phase',
] as const;
