/** Records of motions, the most frequent ones of a run. */
import {
  type FrequentRecords,
  frequentRecordsOf,
  type RecordedMotion,
  type RecordHandler,
  type TraceValue,
} from '@kineko/formats/trace';
import { headingAt, isBackward, type Leg, maxSpeedOf, type Pose, positionAt } from '@kineko/geometry';
import type { ExactOutcome, MotionRequest, Phase } from '../motion/motion-module.js';
import type { Party } from '../world-view.js';

/** A motion and its present phase. */
interface MotionInPhase extends RecordedMotion {
  /** Names of its phases, as returned by `namesOf`. */
  readonly names: readonly string[];
  /** Number of the phase that is under way. */
  readonly phase: number;
}

/** There are few kinds of motions. */
const MAX_LISTS = 16;

/** Indices of the numbers of a phase, in the order of the table of records. */
const enum At {
  X,
  Y,
  Heading,
  ToX,
  ToY,
  Turn,
  Distance,
  TurnRate,
  Speed,
  COUNT,
}

export class MotionRecords {
  private readonly frequent: FrequentRecords;
  private readonly names: (readonly string[])[] = [];
  /** Reused. */
  private readonly numbers = new Float64Array(At.COUNT);

  constructor(private readonly emit: RecordHandler) {
    this.frequent = frequentRecordsOf(emit);
  }

  requested(motion: RecordedMotion, request: MotionRequest, time: number): void {
    this.frequent.motionRequest(time, motion, asPlainObject(request));
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
  started(motion: MotionInPhase, leg: Leg, time: number): void {
    const { numbers } = this;
    const { x, y, heading, start, end } = leg;
    const seconds = end < Infinity ? end - start : 0;
    numbers[At.X] = x;
    numbers[At.Y] = y;
    numbers[At.Heading] = heading;
    // Turns and lines are the most frequent legs, so theirs are computed here: others allocate their last position.
    if (leg.kind === 'turn') {
      numbers[At.ToX] = x;
      numbers[At.ToY] = y;
      numbers[At.Turn] = end < Infinity ? headingAt(leg, end) - heading : 0;
      numbers[At.TurnRate] = leg.turnRate;
      numbers[At.Speed] = 0;
    } else if (leg.kind === 'line') {
      const { vx, vy } = leg;
      // Without an end, the position itself, which may be -0.
      numbers[At.ToX] = end < Infinity ? x + vx * seconds : x;
      numbers[At.ToY] = end < Infinity ? y + vy * seconds : y;
      numbers[At.Turn] = 0;
      numbers[At.TurnRate] = 0;
      numbers[At.Speed] = Math.sqrt(vx * vx + vy * vy);
    } else {
      this.setOther(leg);
    }
    const distance = numbers[At.Speed]! * seconds;
    // The most frequent kind always drives along its heading, and a glide has no direction of driving.
    const isReverse = motion.kind !== 'moveTo' && motion.kind !== 'glide' && isBackward(leg);
    numbers[At.Distance] = isReverse ? -distance : distance;
    this.record(motion, 'start', time);
  }

  /** Records the end of a phase: the robot stands. */
  finished(motion: MotionInPhase, { x, y, heading }: Pose, time: number): void {
    const { numbers } = this;
    numbers[At.X] = x;
    numbers[At.Y] = y;
    numbers[At.Heading] = heading;
    numbers[At.ToX] = x;
    numbers[At.ToY] = y;
    numbers[At.Turn] = 0;
    numbers[At.Distance] = 0;
    numbers[At.TurnRate] = 0;
    numbers[At.Speed] = 0;
    this.record(motion, 'finish', time);
  }

  ended(motion: RecordedMotion, outcome: ExactOutcome): void {
    this.frequent.motionEnd(motion, outcome);
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

  private setOther(leg: Leg): void {
    const { numbers } = this;
    const { end } = leg;
    const { x, y } = end < Infinity ? positionAt(leg, end) : leg;
    numbers[At.ToX] = x;
    numbers[At.ToY] = y;
    numbers[At.Turn] = end < Infinity ? headingAt(leg, end) - leg.heading : 0;
    numbers[At.TurnRate] = leg.kind === 'arc' ? leg.turnRate : 0;
    numbers[At.Speed] = maxSpeedOf(leg);
  }

  private record(motion: MotionInPhase, edge: 'start' | 'finish', time: number): void {
    const { names, phase } = motion;
    this.frequent.motionEvent(time, motion, names[phase]!, edge, phase === names.length - 1, this.numbers);
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
