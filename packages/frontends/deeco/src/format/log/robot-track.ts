/** What the records tell of one robot, made from where the cycles of a log have it. */
import type { TraceLeg, TraceRecord } from '@kineko/formats/trace';
import { type Pose, poseOf, turnBetween } from './frame.js';
import type { DeecoRobot } from './log.js';

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
