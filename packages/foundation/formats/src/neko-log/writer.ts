/** Writes the Neko log of a run: the line or lines of each record. */
import type { RecordOf, TraceRecord } from '../trace/records.js';
import { Misfit, TraceError } from '../trace/trace-error.js';
import type { TraceValue } from '../trace/values.js';
import { capitalised, collisionOf, conditionsOf } from './conditions.js';
import type { Forms } from './forms.js';
import { COLUMNS, EVENT_SLOTS, LINES, NO_PROCESS, NOBODY, RESERVED } from './lines.js';
import { MessageTexts } from './message-texts.js';
import { asColumn } from './one-line.js';
import { ascii, Slots, type Template } from './template.js';
import { TextSink } from './text-sink.js';

export interface NekoLogOptions {
  /**
   * The lines of messages: `none`; `fine`, one when a message is sent and one when it arrives or is lost; `finer`, also one
   * after each of these. Default: `fine`.
   */
  readonly messages?: 'none' | 'fine' | 'finer' | undefined;
}

/** Name of an unknown motion, in a stream of records that starts in the middle. */
const NAMELESS = 'motion';

/** The current motion of a robot. */
interface Motion {
  task: number;
  kind: string;
  /** Number of phases that have begun. */
  phases: number;
  /** Condition of the current phase. */
  condition: string;
  toX: number;
  toY: number;
}

const [LINE_END, SPACE] = [0x0a, 0x20];

const { template: EVENT } = LINES.event;
const { template: REQUEST } = LINES.motionRequest;
const R = { time: REQUEST.slot('time'), robot: REQUEST.slot('robot'), task: REQUEST.slot('task') };

const LOGGERS = new Map<string, Uint8Array>(
  Object.values(LINES).map(({ logger }) => [logger, ascii(` ${logger} `)] as const),
);

/**
 * Turns records into lines, in UTF-8. It remembers the motion of each robot, since the line of a collision has the destination
 * of the robot.
 */
export class NekoLogWriter {
  private readonly messages: 'none' | 'fine' | 'finer';
  private readonly sink = new TextSink();
  private readonly slots = new Slots();
  private readonly columns = new Float64Array(COLUMNS.count);
  private readonly motions = new Map<number, Motion>();
  private readonly texts = new MessageTexts();
  private records = 0;

  constructor(options: NekoLogOptions = {}) {
    this.messages = options.messages ?? 'fine';
  }

  /** Number of bytes that `take` would return. */
  get length(): number {
    return this.sink.length;
  }

  /** The lines of all records since the last call. */
  take(): Uint8Array {
    return this.sink.take();
  }

  /** Throws a TraceError, without writing anything, for a record with a value that a trace cannot contain. */
  append(record: TraceRecord): void {
    const { length } = this.sink;
    try {
      this.print(record);
      this.records++;
    } catch (failure) {
      this.sink.cut(length);
      if (!(failure instanceof Misfit)) throw failure;
      throw new TraceError('Neko log', `, record ${this.records + 1} (${record.type})`, failure.describe());
    }
  }

  private print(record: TraceRecord): void {
    switch (record.type) {
      case 'motionEvent':
        return this.motionEvent(record);
      case 'motionRequest':
        return this.motionRequest(record);
      case 'motionEnd':
        return this.motionEnd(record);
      case 'send':
      case 'deliver':
        return this.message(record);
      case 'drop':
        if (this.messages === 'none') return;
        return this.line(record.time, record.process, LINES.drop.logger, LINES.drop.template, record);
      case 'sensorRequest':
        return this.lineWithForm(record, LINES.sensorRequest, record.sensor, record.request);
      case 'sensorEvent':
        return this.lineWithForm(record, LINES.sensorEvent, record.sensor, record.reply);
      case 'effect':
        return this.lineWithForm(record, LINES.effect, record.effector, record.request);
      case 'warning':
        return this.line(record.time, record.robot ?? NO_PROCESS, LINES.warning.logger, LINES.warning.template, record);
      case 'command':
        return this.line(record.time, NO_PROCESS, LINES.command.logger, LINES.command.template, record);
      case 'crash':
      case 'recover': {
        const { logger, template } = LINES[record.type];
        return this.line(record.time, record.process, logger, template, record);
      }
      case 'suspect': {
        const { template } = record.isSuspected ? LINES.suspect : LINES.unsuspect;
        return this.line(record.time, record.process, freeLogger(record.detector), template, record);
      }
      case 'decide':
      case 'protocolEvent': {
        const { template } = LINES[record.type];
        return this.line(record.time, record.process, freeLogger(record.protocol), template, record);
      }
      case 'log':
        return this.log(record);
      case 'world':
      case 'robot':
      case 'obstacle':
      case 'obstacleLeg':
      case 'object':
      case 'leg':
      case 'touch':
      case 'release':
      case 'sensorReply':
      case 'delayed':
      case 'resumed':
      case 'phase':
        return;
    }
  }

  private motionRequest({ time, robot, task, kind, request }: RecordOf<'motionRequest'>): void {
    const motion = this.motionOf(robot);
    motion.task = task;
    motion.kind = kind;
    motion.phases = 0;
    const { logger, template, forms } = LINES.motionRequest;
    const { numbers } = this.slots;
    numbers[R.time] = time;
    numbers[R.robot] = robot;
    numbers[R.task] = 1;
    this.start(time, robot, logger);
    template.print(this.sink, this.slots);
    this.form(forms, kind, request, capitalised(kind));
    this.sink.byte(LINE_END);
  }

  private motionEvent(record: RecordOf<'motionEvent'>): void {
    const { time, robot, task, kind, edge, isLast } = record;
    const conditions = conditionsOf(kind);
    let condition: string;
    if (edge === 'start') {
      const motion = this.motionOf(robot);
      if (motion.task !== task) motion.phases = 0;
      // The phase of a MOVETO is always one of several, even if the previous phase was not recorded.
      const isOneOfSeveral = !isLast || motion.phases > 0 || kind === 'moveTo';
      condition = isOneOfSeveral ? conditions.startInSequence : conditions.start;
      motion.task = task;
      motion.kind = kind;
      motion.phases++;
      motion.condition = condition;
      motion.toX = record.toX;
      motion.toY = record.toY;
    } else {
      condition = isLast ? conditions.finish : conditions.finishInSequence;
    }
    const { numbers, others } = this.slots;
    numbers[EVENT_SLOTS.time] = time;
    numbers[EVENT_SLOTS.robot] = robot;
    numbers[EVENT_SLOTS.x] = record.x;
    numbers[EVENT_SLOTS.y] = record.y;
    numbers[EVENT_SLOTS.toX] = record.toX;
    numbers[EVENT_SLOTS.toY] = record.toY;
    numbers[EVENT_SLOTS.heading] = record.heading;
    numbers[EVENT_SLOTS.turn] = record.turn;
    numbers[EVENT_SLOTS.distance] = record.distance;
    numbers[EVENT_SLOTS.turnRate] = record.turnRate;
    numbers[EVENT_SLOTS.speed] = record.speed;
    others[EVENT_SLOTS.condition] = condition;
    this.start(time, robot, LINES.event.logger);
    EVENT.print(this.sink, this.slots);
    this.sink.byte(LINE_END);
  }

  private motionEnd(record: RecordOf<'motionEnd'>): void {
    const { time, robot, task, status, x, y } = record;
    // The last event of a finished motion has already printed its end.
    if (status === 'finished') return;
    const motion = this.motions.get(robot);
    const isKnown = motion !== undefined && motion.task === task;
    const conditions = conditionsOf(isKnown ? motion.kind : NAMELESS);
    const isUnderWay = isKnown && motion.phases > 0;
    const hasCollided = status === 'collided';
    const { numbers, others } = this.slots;
    numbers.fill(0);
    numbers[EVENT_SLOTS.time] = time;
    numbers[EVENT_SLOTS.robot] = robot;
    numbers[EVENT_SLOTS.x] = x;
    numbers[EVENT_SLOTS.y] = y;
    numbers[EVENT_SLOTS.toX] = hasCollided && isUnderWay ? motion.toX : x;
    numbers[EVENT_SLOTS.toY] = hasCollided && isUnderWay ? motion.toY : y;
    numbers[EVENT_SLOTS.heading] = record.heading;
    others[EVENT_SLOTS.condition] = hasCollided
      ? collisionOf(isUnderWay ? motion.condition : conditions.start)
      : conditions[status];
    this.start(time, robot, hasCollided ? LINES.collision.logger : LINES.end.logger);
    EVENT.print(this.sink, this.slots);
    this.sink.byte(LINE_END);
  }

  private message(record: RecordOf<'send' | 'deliver'>): void {
    if (this.messages === 'none') return;
    this.messageLine(record, false);
    if (this.messages === 'finer') this.messageLine(record, true);
  }

  private messageLine(record: RecordOf<'send' | 'deliver'>, isReturn: boolean): void {
    this.start(record.time, record.process, LINES.send.logger);
    this.texts.print(this.sink, record, isReturn);
    this.sink.byte(LINE_END);
  }

  private log(record: RecordOf<'log'>): void {
    // A log line may use the logger of messages, unless it looks like the line of a message.
    const isAmongMessages = record.logger === LINES.send.logger && !record.text.startsWith('e ');
    const logger = isAmongMessages ? record.logger : freeLogger(record.logger);
    this.line(record.time, record.process, logger, LINES.log.template, record);
  }

  private line(time: number, process: number, logger: string, template: Template, fields: object): void {
    if (!template.fill(this.slots, fields)) throw new Misfit(`missing fields of its line: ${template.text}`);
    this.start(time, process, logger);
    template.print(this.sink, this.slots);
    this.sink.byte(LINE_END);
  }

  private lineWithForm(
    record: RecordOf<'sensorRequest' | 'sensorEvent' | 'effect'>,
    { logger, template, forms }: (typeof LINES)['sensorRequest' | 'sensorEvent' | 'effect'],
    kind: string,
    value: TraceValue,
  ): void {
    this.slots.numbers[template.slot('robot')] = record.robot;
    this.start(record.time, record.robot, logger);
    template.print(this.sink, this.slots);
    this.form(forms, kind, value, kind);
    this.sink.byte(LINE_END);
  }

  private form({ known, general }: Forms, kind: string, value: TraceValue, name: string): void {
    const slots = this.slots;
    const form = known.find((each) => each.kind === kind && each.template.fill(slots, value));
    if (form !== undefined) return form.template.print(this.sink, slots);
    slots.others[0] = name;
    slots.others[1] = value;
    general.print(this.sink, slots);
  }

  /** The columns before the text. */
  private start(time: number, process: number, logger: string): void {
    const sink = this.sink;
    const columns = this.columns;
    columns[0] = time;
    columns[1] = process;
    if (!sink.run(COLUMNS, columns)) {
      sink.decimal(time);
      sink.raw(process === NO_PROCESS ? ` ${NOBODY}` : ` p${process}`);
    }
    const column = LOGGERS.get(logger);
    if (column !== undefined) sink.bytes(column);
    else {
      sink.byte(SPACE);
      sink.raw(logger);
      sink.byte(SPACE);
    }
  }

  private motionOf(robot: number): Motion {
    let motion = this.motions.get(robot);
    if (motion === undefined) {
      motion = { task: NaN, kind: NAMELESS, phases: 0, condition: '', toX: 0, toY: 0 };
      this.motions.set(robot, motion);
    }
    return motion;
  }
}

/** A free name of a logger: it must be one column, and different from ours. */
function freeLogger(name: string): string {
  const column = asColumn(name);
  return RESERVED.has(column) ? `${column}_` : column;
}
