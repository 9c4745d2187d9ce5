/** Converts a line to a record. */
import type { TraceRecord } from '../trace/records.js';
import type { TraceValue } from '../trace/values.js';
import {
  capitalised,
  COLLISION_EXPECTED,
  type Condition,
  CONDITIONS_EXPECTED,
  readCondition,
  uncapitalised,
} from './conditions.js';
import type { Forms } from './forms.js';
import { COLUMNS, EVENT_SLOTS, LINES, NO_PROCESS } from './lines.js';
import { MessageLines } from './message-lines.js';
import { endAfter, Motions } from './motions.js';
import { asColumn, unescaped } from './one-line.js';
import { LETTER_P, type Scanner, SPACE, ZERO } from './scanner.js';
import { ascii, Slots, type Template } from './template.js';
import { readProtocolLine } from './protocol-lines.js';

const [LETTER_E, QUESTION_MARK] = [0x65, 0x3f];

/** A record; `nothing` for a line that adds nothing to others; undefined for an invalid line, explained in `problem`. */
export type Outcome = TraceRecord | 'nothing' | undefined;

type Handler = (time: number, process: number) => Outcome;

interface Logger {
  /** The name with the space that follows. */
  readonly bytes: Uint8Array;
  readonly handler: Handler;
  /** Whether its lines contain the time and the robot themselves, so that the columns before are not needed. */
  readonly isTelling: boolean;
}

export class LineReader {
  private readonly scanner: Scanner;
  private readonly slots = new Slots();
  private readonly messages: MessageLines;
  private readonly motions = new Motions();
  /** Indexed by the first byte of the name. */
  private readonly loggers: readonly (readonly Logger[])[];
  private time = 0;
  /** A second record of the same line. */
  private furtherRecord: TraceRecord | undefined = undefined;
  /** Whether the last line at least starts like a line of a Neko log. */
  isFamiliar = false;
  /** Why the last line is invalid. */
  problem = '';
  /** Position of the problem in the line. */
  problemAt = 0;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
    this.messages = new MessageLines(scanner);
    this.loggers = byFirstByte([
      this.logger(LINES.event.logger, (time) => this.event(time, false), true),
      this.logger(LINES.collision.logger, (time) => this.event(time, true), true),
      this.logger(LINES.motionRequest.logger, (time) => this.motionRequest(time), true),
      this.logger(LINES.sensorRequest.logger, (time) => this.sensorRequest(time), true),
      this.logger(LINES.sensorEvent.logger, (time) => this.sensorEvent(time), true),
      this.logger(LINES.send.logger, (time, process) => this.message(time, process)),
      this.logger(LINES.effect.logger, (time) => this.effect(time)),
      this.logger(LINES.warning.logger, (time, process) => this.warning(time, process)),
      this.logger(LINES.command.logger, (time) => this.command(time)),
    ]);
  }

  /** The second record of the last line, if there is one. */
  further(): TraceRecord | undefined {
    const further = this.furtherRecord;
    this.furtherRecord = undefined;
    return further;
  }

  /** Reads the line at the scanner's position; the position afterwards is unspecified. */
  read(): Outcome {
    const scanner = this.scanner;
    const { bytes } = scanner;
    const { numbers } = this.slots;
    const start = scanner.at;
    if (scanner.run(COLUMNS, numbers) && bytes[scanner.at] === SPACE) return this.columnsRead(numbers[0]!, numbers[1]!);
    scanner.at = start;
    this.isFamiliar = false;
    const digit = bytes[scanner.at]! - ZERO;
    if (!(digit >= 0 && digit <= 9)) return this.withoutColumns();
    const time = scanner.decimal();
    if (time !== time || bytes[scanner.at] !== SPACE) return this.misfit(START);
    scanner.spaces();
    if (bytes[scanner.at] === LETTER_E && bytes[scanner.at + 1] === SPACE) return this.oldLine(time);
    const process = this.process();
    if (process !== process || bytes[scanner.at] !== SPACE) return this.misfit(START);
    return this.columnsRead(time, process);
  }

  private columnsRead(time: number, process: number): Outcome {
    this.scanner.spaces();
    this.isFamiliar = true;
    this.time = time;
    const logger = this.knownLogger();
    return logger === undefined ? this.freeLine(time, process) : logger.handler(time, process);
  }

  /** `p3`, or NO_PROCESS for `???`; NaN if it is neither. */
  private process(): number {
    const scanner = this.scanner;
    const { bytes } = scanner;
    if (bytes[scanner.at] === LETTER_P) {
      scanner.at++;
      return bytes[scanner.at] === SPACE ? NaN : scanner.whole();
    }
    for (let i = 0; i < 3; i++) if (bytes[scanner.at + i] !== QUESTION_MARK) return NaN;
    scanner.at += 3;
    return NO_PROCESS;
  }

  private knownLogger(): Logger | undefined {
    const scanner = this.scanner;
    const loggers = this.loggers[scanner.bytes[scanner.at]!];
    if (loggers === undefined) return undefined;
    for (const logger of loggers) if (scanner.literal(logger.bytes)) return logger;
    return undefined;
  }

  /** Reads a line as printed on a console, without the columns before the logger. */
  private withoutColumns(): Outcome {
    const logger = this.knownLogger();
    if (logger === undefined || !logger.isTelling) return this.misfit(START);
    this.isFamiliar = true;
    return logger.handler(NaN, NaN);
  }

  /** `time e p0 s p0 p1 TYPE content`, the order of older versions. */
  private oldLine(time: number): Outcome {
    const scanner = this.scanner;
    scanner.at += 2;
    const process = this.process();
    if (process !== process || scanner.bytes[scanner.at] !== SPACE) return this.misfit(START);
    this.isFamiliar = true;
    scanner.at++;
    const event = this.messages.eventNamedAt(scanner.at);
    if (event === 'silent') return 'nothing';
    if (event !== 'send' && event !== 'deliver') return this.misfit(OLD);
    scanner.at += 2;
    return this.messages.read(event, time, process) ?? this.misfit(OLD);
  }

  private event(lineTime: number, isCollision: boolean): Outcome {
    const { numbers, others } = this.slots;
    if (!LINES.event.template.read(this.scanner, this.slots)) return this.misfitOf(LINES.event.template);
    const time = lineTime === lineTime ? lineTime : numbers[EVENT_SLOTS.time]!;
    this.time = time;
    const text = others[EVENT_SLOTS.condition] as string;
    const condition = readCondition(text);
    if (condition === undefined || (condition.what === 'collided') !== isCollision) {
      const expected = isCollision ? COLLISION_EXPECTED : CONDITIONS_EXPECTED;
      return this.misfit(`its condition is ${JSON.stringify(text.slice(0, 40))}: expected ${expected}`);
    }
    return this.happened(time, condition);
  }

  private happened(time: number, condition: Condition): TraceRecord {
    const { numbers } = this.slots;
    const { what } = condition;
    if (what !== 'start' && what !== 'finish') return this.motions.end(time, what, numbers);
    const event = this.motions.event(time, condition, what, numbers);
    if (what === 'finish' && event.isLast) this.furtherRecord = endAfter(event);
    return event;
  }

  private motionRequest(lineTime: number): Outcome {
    const { template, forms } = LINES.motionRequest;
    const { numbers } = this.slots;
    if (!template.read(this.scanner, this.slots)) return this.misfitOf(template);
    const time = lineTime === lineTime ? lineTime : numbers[template.slot('time')]!;
    const robot = numbers[template.slot('robot')]!;
    this.time = time;
    const found = this.form(forms);
    if (found === undefined) return this.misfitOf(forms.general);
    const kind = found.isGeneral ? kindOf(found.kind, found.value) : found.kind;
    const request = found.isGeneral ? found.value : { kind, ...(found.value as object) };
    return { type: 'motionRequest', time, robot, task: this.motions.requested(robot), kind, request };
  }

  private sensorRequest(lineTime: number): Outcome {
    const time = lineTime === lineTime ? lineTime : this.time;
    return this.withForm(LINES.sensorRequest, (robot, sensor, request) => ({
      type: 'sensorRequest',
      time,
      robot,
      sensor,
      request,
    }));
  }

  private sensorEvent(lineTime: number): Outcome {
    const time = lineTime === lineTime ? lineTime : this.time;
    return this.withForm(LINES.sensorEvent, (robot, sensor, reply) => ({
      type: 'sensorEvent',
      time,
      robot,
      sensor,
      reply,
    }));
  }

  private effect(time: number): Outcome {
    return this.withForm(LINES.effect, (robot, effector, request) => ({
      type: 'effect',
      time,
      robot,
      effector,
      request,
    }));
  }

  private withForm(
    { template, forms }: { readonly template: Template; readonly forms: Forms },
    record: (robot: number, kind: string, value: TraceValue) => TraceRecord,
  ): Outcome {
    if (!template.read(this.scanner, this.slots)) return this.misfitOf(template);
    const robot = this.slots.numbers[template.slot('robot')]!;
    const found = this.form(forms);
    return found === undefined ? this.misfitOf(forms.general) : record(robot, found.kind, found.value);
  }

  /** Reads a value by the first form that fits. */
  private form({ known, general }: Forms): { kind: string; value: TraceValue; isGeneral: boolean } | undefined {
    const scanner = this.scanner;
    const slots = this.slots;
    const start = scanner.at;
    for (const { kind, template } of known) {
      scanner.at = start;
      if (template.read(scanner, slots)) return { kind, value: template.value(slots), isGeneral: false };
    }
    scanner.at = start;
    if (!general.read(scanner, slots)) return undefined;
    return { kind: slots.others[0] as string, value: slots.others[1] as TraceValue, isGeneral: true };
  }

  private warning(time: number, process: number): Outcome {
    const text = this.text();
    if (text === undefined) return this.misfit(NO_UTF8);
    return process === NO_PROCESS ? { type: 'warning', time, text } : { type: 'warning', time, robot: process, text };
  }

  private command(time: number): Outcome {
    const { template } = LINES.command;
    if (!template.read(this.scanner, this.slots)) return this.misfitOf(template);
    return { type: 'command', time, ...template.members(this.slots) } as TraceRecord;
  }

  private message(time: number, process: number): Outcome {
    const scanner = this.scanner;
    const event = this.messages.eventAt(scanner.at);
    switch (event) {
      case 'send':
      case 'deliver':
        scanner.at += 4;
        return this.messages.read(event, time, process) ?? this.misfitOf(LINES[event].template);
      case 'drop':
        return this.messages.readDrop(time) ?? this.misfitOf(LINES.drop.template);
      case 'silent':
        return 'nothing';
      case 'none':
        return this.log(time, process, LINES.send.logger);
    }
  }

  /** Reads a line of a logger that is not in the table. */
  private freeLine(time: number, process: number): Outcome {
    const scanner = this.scanner;
    const logger = scanner.word();
    if (logger === undefined) return this.misfit(NO_UTF8);
    if (logger === '' || scanner.bytes[scanner.at] !== SPACE) return this.misfit(START);
    scanner.at++;
    const start = scanner.at;
    const told = process === NO_PROCESS ? undefined : readProtocolLine(scanner, this.slots, { time, process, logger });
    if (told !== undefined) return told;
    scanner.at = start;
    return this.log(time, process, logger);
  }

  private log(time: number, process: number, logger: string): Outcome {
    const text = this.text();
    if (text === undefined) return this.misfit(NO_UTF8);
    return { type: 'log', time, process, logger, level: 'info', text };
  }

  private text(): string | undefined {
    const text = this.scanner.rest();
    return text === undefined ? undefined : unescaped(text);
  }

  private misfit(problem: string): undefined {
    this.problem = problem;
    this.problemAt = this.scanner.at;
    return undefined;
  }

  private misfitOf(template: Template): undefined {
    return this.misfit(`expected ${template.text}`);
  }

  private logger(name: string, handler: Handler, isTelling = false): Logger {
    return { bytes: ascii(`${name} `), handler, isTelling };
  }
}

const START = 'a line starts with a time, a process (p3, or ??? for none) and a logger: 53.710 p9 Event: …';
const OLD = `expected time e process ${LINES.send.template.text.slice(2)}`;
const NO_UTF8 = 'it is not in UTF-8';

function byFirstByte(loggers: readonly Logger[]): Logger[][] {
  const table: Logger[][] = [];
  for (const logger of loggers) (table[logger.bytes[0]!] ??= []).push(logger);
  return table;
}

/** The kind of an author's motion: as in its request, if the column was derived from it. */
function kindOf(name: string, request: TraceValue): string {
  const { kind } = Object(request) as { readonly kind?: unknown };
  return typeof kind === 'string' && asColumn(capitalised(kind)) === name ? kind : uncapitalised(name);
}
