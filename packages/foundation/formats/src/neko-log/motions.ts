/** The current motion and phase of each robot, from the lines of a log. */
import type { RecordOf } from '../trace/records.js';
import type { Condition } from './conditions.js';
import { EVENT_SLOTS } from './lines.js';

/** Maximum number of robots whose state is kept. */
const MAX_ROBOTS = 1 << 20;

interface Motion {
  /** Number of the motion among those of its robot, from 1. */
  task: number;
  isOver: boolean;
  /** Number of phases that have begun. */
  phases: number;
}

export class Motions {
  private readonly motions = new Map<number, Motion>();

  /** Takes a motion request; returns the number of the motion. */
  requested(robot: number): number {
    const motion = this.motionOf(robot);
    begin(motion);
    return motion.task;
  }

  /** Takes the start or the end of a phase. */
  event(time: number, { kind, isInSequence }: Condition, edge: 'start' | 'finish', numbers: Numbers): MotionEvent {
    const robot = numbers[EVENT_SLOTS.robot]!;
    const motion = this.motionOf(robot);
    // The log starts in the middle of a run, or has no lines of requests.
    if (motion.isOver) begin(motion);
    if (edge === 'start') motion.phases++;
    const isMoveTo = kind === 'moveTo';
    const isLast = isMoveTo && edge === 'start' ? isWay(motion.phases, numbers) : !isInSequence;
    if (edge === 'finish' && isLast) motion.isOver = true;
    return {
      type: 'motionEvent',
      time,
      robot,
      task: motion.task,
      kind,
      phase: isMoveTo ? (isLast ? 'forward' : 'turn') : phaseOf(kind, isInSequence, motion.phases),
      edge,
      isLast,
      x: numbers[EVENT_SLOTS.x]!,
      y: numbers[EVENT_SLOTS.y]!,
      heading: numbers[EVENT_SLOTS.heading]!,
      toX: numbers[EVENT_SLOTS.toX]!,
      toY: numbers[EVENT_SLOTS.toY]!,
      turn: numbers[EVENT_SLOTS.turn]!,
      distance: numbers[EVENT_SLOTS.distance]!,
      turnRate: numbers[EVENT_SLOTS.turnRate]!,
      speed: numbers[EVENT_SLOTS.speed]!,
    };
  }

  /** Takes the early end of a motion. */
  end(time: number, status: MotionEnd['status'], numbers: Numbers): MotionEnd {
    const robot = numbers[EVENT_SLOTS.robot]!;
    const motion = this.motionOf(robot);
    if (motion.isOver) begin(motion);
    motion.isOver = true;
    return {
      type: 'motionEnd',
      time,
      robot,
      task: motion.task,
      status,
      x: numbers[EVENT_SLOTS.x]!,
      y: numbers[EVENT_SLOTS.y]!,
      heading: numbers[EVENT_SLOTS.heading]!,
    };
  }

  private motionOf(robot: number): Motion {
    let motion = this.motions.get(robot);
    if (motion === undefined) {
      if (this.motions.size >= MAX_ROBOTS) this.motions.clear();
      motion = { task: 0, isOver: true, phases: 0 };
      this.motions.set(robot, motion);
    }
    return motion;
  }
}

/** The end of a motion whose last phase has finished; the log has no line of its own for it. */
export function endAfter({ time, robot, task, x, y, heading }: MotionEvent): MotionEnd {
  return { type: 'motionEnd', time, robot, task, status: 'finished', x, y, heading };
}

/** The numbers of a line, indexed by EVENT_SLOTS. */
type Numbers = Float64Array;
type MotionEvent = RecordOf<'motionEvent'>;
type MotionEnd = RecordOf<'motionEnd'>;

function begin(motion: Motion): void {
  motion.task++;
  motion.isOver = false;
  motion.phases = 0;
}

/** Whether the second phase of a MOVETO starts; decided by its numbers, unless both rates are printed as 0. */
function isWay(phases: number, numbers: Numbers): boolean {
  if (numbers[EVENT_SLOTS.speed] !== 0) return true;
  return numbers[EVENT_SLOTS.turnRate] === 0 && phases > 1;
}

/** A single phase has the name of its motion; the log does not contain the names of several phases. */
function phaseOf(kind: string, isInSequence: boolean, phases: number): string {
  return isInSequence || phases > 1 ? String(Math.max(phases, 1)) : kind;
}
