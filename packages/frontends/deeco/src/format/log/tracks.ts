/** What the records tell of one robot, made from where the cycles of a log have it. */
import type { TraceLeg, TraceRecord } from '@kineko/formats/trace';
import type { DeecoObject, DeecoRobot } from './log.js';
import { MAX_COORDINATE } from '@kineko/formats/text';

export class RobotTrack {
  private readonly id: number;
  private readonly radius: number;
  private readonly height: number;
  /** Where it was last; undefined until it has a place. */
  private pose: Pose | undefined;
  private tag = '';
  /** Whether the records say already that it stands where it is. */
  private isStanding = false;
  private isLost = false;

  /** `height` is that of the field. */
  constructor(id: number, radius: number, height: number) {
    this.id = id;
    this.radius = radius;
    this.height = height;
  }

  /**
   * How it goes from the cycle before to this one: straight, or turning where it stands. The playground turns it at once and
   * then lets it go; a log tells only where it is at the start of a cycle.
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

  /** It enters the world in the first cycle that has a place for it; later only its tag is news. */
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

  /** It stands where the log leaves it: whoever plays the records sees when that is. */
  *finish(time: number): Generator<TraceRecord, void> {
    if (this.pose === undefined) return;
    yield { type: 'leg', time, robot: this.id, leg: restAt(this.pose, time) };
  }

  private lost({ x, y, angle }: DeecoRobot, time: number): TraceRecord {
    const where = `x ${x}, y ${y}, angle ${angle}`;
    const instead = this.pose === undefined ? 'it is left out' : 'it is shown where it was';
    const text = `robot ${this.id} has no place from cycle ${time} on (${where}): ${instead} until it has one`;
    return { type: 'warning', time, robot: this.id, text };
  }
}

function legBetween(from: Pose, to: Pose, start: number, end: number): TraceLeg {
  const duration = end - start;
  if (from.x !== to.x || from.y !== to.y) {
    return { kind: 'line', ...from, start, end, vx: (to.x - from.x) / duration, vy: (to.y - from.y) / duration };
  }
  const turn = turnBetween(from.heading, to.heading);
  // A full turn looks like none; what cannot be subtracted is none either.
  if (turn === 0 || turn !== turn) return restAt(to, start);
  return { kind: 'turn', ...from, start, end, turnRate: turn / duration };
}

function restAt(pose: Pose, start: number): TraceLeg {
  return { kind: 'rest', ...pose, start, end: Infinity };
}

/** What the records tell of one object, made from what the cycles of a log say of it. */
export class ObjectTrack {
  private readonly id: number;
  private readonly height: number;
  private last: DeecoObject | undefined;
  private isLost = false;

  /** `height` is that of the field. */
  constructor(id: number, height: number) {
    this.id = id;
    this.height = height;
  }

  /** All of it, whenever something of it has changed. */
  *arrive(object: DeecoObject, time: number): Generator<TraceRecord, void> {
    const { x, y, size, tag } = object;
    const hasPlace = isPlace(x, y) && isPlace(size, 0);
    if (!hasPlace && !this.isLost) {
      const text = `object ${this.id} has no place from cycle ${time} on (x ${x}, y ${y}, size ${size})`;
      yield { type: 'warning', time, text };
    }
    this.isLost = !hasPlace;
    const last = this.last;
    if (!hasPlace || (last?.x === x && last.y === y && last.size === size && last.tag === tag)) return;
    this.last = object;
    const place = { x, y: upward(this.height, y), size: Math.max(0, size) };
    yield { type: 'object', time, object: this.id, ...place, tag, heat: 0, light: 0 };
  }
}

/**
 * From the playground's frame to that of traces. There y goes down and an angle of 0 faces down; here y goes up and a heading of
 * 0 faces to the right: the picture is the same, seen from the other axis. Turns keep their sense, since both the axis and the
 * way in which the playground counts its angles are mirrored.
 */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

export const upward = (height: number, y: number): number => height - y;

/** Undefined if it is no place: NaN, or farther away than any geometry goes. */
export function poseOf({ x, y, angle }: DeecoRobot, height: number): Pose | undefined {
  if (!isPlace(x, y) || !Number.isFinite(angle)) return undefined;
  return { x, y: upward(height, y), heading: angle - Math.PI / 2 };
}

export function isPlace(x: number, y: number): boolean {
  return Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE;
}

const FULL_TURN = 2 * Math.PI;

/** The shorter way from one heading to the other. */
export function turnBetween(from: number, to: number): number {
  const turn = (to - from) % FULL_TURN;
  if (turn > Math.PI) return turn - FULL_TURN;
  return turn < -Math.PI ? turn + FULL_TURN : turn;
}
