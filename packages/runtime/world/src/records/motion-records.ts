/** Records of motions, the most frequent ones of a run; one reused object per type. */
import {
  type ReusedRecords,
  reusedRecordsOf,
  type RecordOf,
  type RecordHandler,
  type Mutable,
  type TraceValue,
} from '@kineko/formats/trace';
import { headingAt, isBackward, type Leg, maxSpeedOf, type Pose, positionAt } from '@kineko/geometry';
import type { ExactOutcome, MotionRequest, Phase } from '../motion/motion-module.js';
import type { Party } from '../world-view.js';

/** A motion and its present phase. */
interface RecordedMotion {
  readonly robot: number;
  readonly number: number;
  readonly kind: string;
  /** Names of its phases, as returned by `namesOf`. */
  readonly names: readonly string[];
  /** Number of the phase that is under way. */
  readonly phase: number;
}

/** Initial values of 0.5 make V8 store the fields as doubles. */
const FRACTION = 0.5;

/** There are few kinds of motions. */
const MAX_LISTS = 16;

export class MotionRecords {
  private readonly reused: ReusedRecords;
  private readonly names: (readonly string[])[] = [];
  private readonly request: Mutable<RecordOf<'motionRequest'>> = {
    type: 'motionRequest',
    time: FRACTION,
    robot: 0,
    task: 0,
    kind: '',
    request: null,
  };
  private readonly event: Mutable<RecordOf<'motionEvent'>> = {
    type: 'motionEvent',
    time: FRACTION,
    robot: 0,
    task: 0,
    kind: '',
    phase: '',
    edge: 'start',
    isLast: false,
    x: FRACTION,
    y: FRACTION,
    heading: FRACTION,
    toX: FRACTION,
    toY: FRACTION,
    turn: FRACTION,
    distance: FRACTION,
    turnRate: FRACTION,
    speed: FRACTION,
  };
  private readonly end: Mutable<RecordOf<'motionEnd'>> = {
    type: 'motionEnd',
    time: FRACTION,
    robot: 0,
    task: 0,
    status: 'finished',
    x: FRACTION,
    y: FRACTION,
    heading: FRACTION,
    with: undefined,
    by: undefined,
  };

  constructor(private readonly emit: RecordHandler) {
    this.reused = reusedRecordsOf(emit);
  }

  requested({ robot, number, kind }: RecordedMotion, request: MotionRequest, time: number): void {
    const record = this.request;
    record.time = time;
    record.robot = robot;
    record.task = number;
    record.kind = kind;
    record.request = asPlainObject(request);
    this.reused.motionRequest(record);
  }

  /**
   * A list of names, shared by motions with the same phases: by the time a phase ends, the phases themselves have left the
   * processor's cache, and fetching them takes longer than writing the record.
   */
  namesOf(phases: readonly Phase[]): readonly string[] {
    for (const names of this.names) if (areNamesOf(names, phases)) return names;
    const names = phases.map(({ name }) => name);
    if (this.names.length < MAX_LISTS) this.names.push(names);
    return names;
  }

  /** Records the start of a phase: its start, its end and its rates; without an end, only the rates. */
  started(motion: RecordedMotion, leg: Leg, time: number): void {
    const record = this.event;
    const speed = maxSpeedOf(leg);
    this.setPhase(motion, 'start', time);
    record.x = leg.x;
    record.y = leg.y;
    record.heading = leg.heading;
    this.setEnd(leg);
    record.distance = leg.end < Infinity ? speed * (leg.end - leg.start) : 0;
    // The most frequent kind always drives along its heading, and a glide has no direction of driving.
    if (motion.kind !== 'moveTo' && motion.kind !== 'glide' && isBackward(leg)) record.distance = -record.distance;
    record.turnRate = leg.kind === 'turn' || leg.kind === 'arc' ? leg.turnRate : 0;
    record.speed = speed;
    this.reused.motionEvent(record);
  }

  /** Records the end of a phase: the robot stands. */
  finished(motion: RecordedMotion, { x, y, heading }: Pose, time: number): void {
    const record = this.event;
    this.setPhase(motion, 'finish', time);
    record.x = x;
    record.y = y;
    record.heading = heading;
    record.toX = x;
    record.toY = y;
    record.turn = 0;
    record.distance = 0;
    record.turnRate = 0;
    record.speed = 0;
    this.reused.motionEvent(record);
  }

  ended({ robot, number }: RecordedMotion, outcome: ExactOutcome): void {
    const record = this.end;
    const { pose } = outcome;
    record.time = outcome.at;
    record.robot = robot;
    record.task = number;
    record.status = outcome.status;
    record.x = pose.x;
    record.y = pose.y;
    record.heading = pose.heading;
    record.with = outcome.with;
    record.by = outcome.by;
    this.reused.motionEnd(record);
  }

  /** Records that a robot is held back after contact: it is notified of the end of its motion later. */
  delayed(robot: number, other: Party | undefined, until: number, time: number): void {
    this.emit({ type: 'delayed', time, robot, until, ...(other !== undefined && { other }) });
  }

  resumed(robot: number, time: number): void {
    this.emit({ type: 'resumed', time, robot });
  }

  warned(robot: number, text: string, time: number): void {
    this.emit({ type: 'warning', time, robot, text });
  }

  private setPhase(
    { robot, number, kind, names, phase }: RecordedMotion,
    edge: 'start' | 'finish',
    time: number,
  ): void {
    const record = this.event;
    record.time = time;
    record.robot = robot;
    record.task = number;
    record.kind = kind;
    record.phase = names[phase]!;
    record.edge = edge;
    record.isLast = phase === names.length - 1;
  }

  private setEnd(leg: Leg): void {
    const record = this.event;
    if (leg.end < Infinity) {
      const end = positionAt(leg, leg.end);
      record.toX = end.x;
      record.toY = end.y;
      record.turn = headingAt(leg, leg.end) - leg.heading;
    } else {
      record.toX = leg.x;
      record.toY = leg.y;
      record.turn = 0;
    }
  }
}

function areNamesOf(names: readonly string[], phases: readonly Phase[]): boolean {
  if (names.length !== phases.length) return false;
  for (let i = 0; i < names.length; i++) if (names[i] !== phases[i]!.name) return false;
  return true;
}

/** Instances of classes are recorded as their members. */
function asPlainObject(request: MotionRequest): TraceValue {
  const isPlain = request.constructor === Object;
  return (isPlain ? request : { ...request }) as unknown as TraceValue;
}
