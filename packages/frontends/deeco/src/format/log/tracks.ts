/**
 * The records of one robot or object, computed from its states in successive cycles.
 *
 * In the playground y points down and angle 0 faces down; in traces y points up and heading 0 faces right. The sense of turns
 * stays the same, because both the axis and the playground's angles are mirrored.
 */
import type { TraceLeg, TraceRecord } from '@kineko/formats/trace';
import type { DeecoObject, DeecoRobot } from './log.js';
import { MAX_COORDINATE } from '@kineko/geometry';

export class RobotTrack {
  /** The last valid pose; undefined until there is one. */
  private pose: Pose | undefined;
  private tag = '';
  /** Whether the last leg on record is a rest at `pose`. */
  private isStanding = false;
  private isLost = false;

  /** `height` is the height of the field. */
  constructor(
    private readonly id: number,
    private readonly radius: number,
    private readonly height: number,
  ) {}

  /**
   * The leg from the previous cycle to this one: a line, or a turn in place. The playground turns a robot at once and then
   * moves it, but a log only has the poses at the start of each cycle.
   */
  *go(robot: DeecoRobot, start: number, end: number): Generator<TraceRecord, void> {
    const pose = this.pose;
    const next = poseOf(robot, this.height) ?? pose;
    if (pose === undefined || next === undefined) return;
    const leg = legBetween(pose, next, start, end);
    this.pose = next;
    if (leg.kind === 'rest' && this.isStanding) return;
    this.isStanding = leg.kind === 'rest';
    yield { type: 'leg', time: start, robot: this.id, leg };
  }

  /** The robot enters the world in the first cycle with a valid pose; later cycles only update its tag. */
  *arrive(robot: DeecoRobot, time: number): Generator<TraceRecord, void> {
    const pose = poseOf(robot, this.height);
    if (pose === undefined && !this.isLost) yield this.lost(robot, time);
    this.isLost = pose === undefined;
    if (this.pose === undefined) {
      if (pose === undefined) return;
      this.pose = pose;
      this.isStanding = true;
      this.tag = robot.tag;
      yield { type: 'robot', time, robot: this.id, radius: this.radius, ...pose, tag: robot.tag };
    } else if (robot.tag !== this.tag) {
      this.tag = robot.tag;
      yield { type: 'effect', time, robot: this.id, effector: 'tag', request: { tag: robot.tag } };
    }
  }

  /** A rest at the last pose, so that the records reach the end of the log. */
  *finish(time: number): Generator<TraceRecord, void> {
    if (this.pose === undefined) return;
    yield { type: 'leg', time, robot: this.id, leg: restAt(this.pose, time) };
  }

  private lost({ x, y, angle }: DeecoRobot, time: number): TraceRecord {
    const where = `x ${x}, y ${y}, angle ${angle}`;
    const instead = this.pose === undefined ? 'it is left out' : 'its last position is kept';
    const text = `robot ${this.id} has no valid position from cycle ${time} on (${where}): ${instead}`;
    return { type: 'warning', time, robot: this.id, text };
  }
}

function legBetween(from: Pose, to: Pose, start: number, end: number): TraceLeg {
  const duration = end - start;
  if (from.x !== to.x || from.y !== to.y) {
    return { kind: 'line', ...from, start, end, vx: (to.x - from.x) / duration, vy: (to.y - from.y) / duration };
  }
  const turn = turnBetween(from.heading, to.heading);
  // A full turn looks like none; NaN (headings too large to subtract) counts as none.
  if (turn === 0 || turn !== turn) return restAt(to, start);
  return { kind: 'turn', ...from, start, end, turnRate: turn / duration };
}

function restAt(pose: Pose, start: number): TraceLeg {
  return { kind: 'rest', ...pose, start, end: Infinity };
}

export class ObjectTrack {
  private last: DeecoObject | undefined;
  private isLost = false;

  /** `height` is the height of the field. */
  constructor(
    private readonly id: number,
    private readonly height: number,
  ) {}

  /** A full record whenever the object has changed. */
  *arrive(object: DeecoObject, time: number): Generator<TraceRecord, void> {
    const { x, y, size, tag } = object;
    const hasPlace = isPlace(x, y) && isPlace(size, 0);
    if (!hasPlace && !this.isLost) {
      const text = `object ${this.id} has no valid position from cycle ${time} on (x ${x}, y ${y}, size ${size})`;
      yield { type: 'warning', time, text };
    }
    this.isLost = !hasPlace;
    const last = this.last;
    if (!hasPlace || (last?.x === x && last.y === y && last.size === size && last.tag === tag)) return;
    this.last = object;
    const place = { x, y: this.height - y, size: Math.max(0, size) };
    yield { type: 'object', time, object: this.id, ...place, tag, heat: 0, light: 0 };
  }
}

/** A pose in the frame of traces. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/** Undefined for NaN, and for coordinates beyond the range of the geometry. */
export function poseOf({ x, y, angle }: DeecoRobot, height: number): Pose | undefined {
  if (!isPlace(x, y) || !Number.isFinite(angle)) return undefined;
  return { x, y: height - y, heading: angle - Math.PI / 2 };
}

function isPlace(x: number, y: number): boolean {
  return Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE;
}

const FULL_TURN = 2 * Math.PI;

/** The shorter turn from one heading to the other. */
function turnBetween(from: number, to: number): number {
  const turn = (to - from) % FULL_TURN;
  if (turn > Math.PI) return turn - FULL_TURN;
  return turn < -Math.PI ? turn + FULL_TURN : turn;
}
