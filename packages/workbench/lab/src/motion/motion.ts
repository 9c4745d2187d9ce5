/** The motions of all robots, reconstructed from the records of a run: legs in order, which give every pose exactly. */
import { lastUpTo } from '@kineko/formats/text';
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import {
  type Box,
  type Leg,
  legBetween,
  legOfRecord,
  maxSpeedOf,
  type Pose,
  poseAt,
  restAt,
  sweptBounds,
  type Vector,
} from '@kineko/geometry';

/** A leg, up to the next one, which may have cut it. */
export interface Stretch {
  readonly leg: Leg;
  readonly from: number;
  readonly until: number;
  /** Bounds of the centre. */
  readonly bounds: Box;
  /** Maximum speed in m/s. */
  readonly speed: number;
}

export interface RobotMotion {
  readonly robot: number;
  /** Metres; NaN if the log has none. */
  readonly radius: number;
  /** Without gaps, from the robot's start to the end of the run. */
  readonly stretches: readonly Stretch[];
  poseAt(t: number): Pose;
}

export class MotionRecorder {
  private readonly robots = new Map<number, RobotTrack>();

  add(record: TraceRecord): void {
    switch (record.type) {
      case 'robot':
        this.robots.set(record.robot, new RobotTrack(record));
        break;
      case 'leg':
        this.robots.get(record.robot)?.leg(record);
        break;
      case 'motionEvent':
        this.trackOf(record).phase(record);
        break;
      case 'motionEnd':
        this.trackOf(record).stand(record);
        break;
      default:
    }
  }

  /** Motions up to a time, sorted by id. */
  motions(until: number): RobotMotion[] {
    return [...this.robots.values()].map((track) => track.motion(until)).sort((a, b) => a.robot - b.robot);
  }

  /** A log may start in the middle of a run. */
  private trackOf(record: RecordOf<'motionEvent' | 'motionEnd'>): RobotTrack {
    let track = this.robots.get(record.robot);
    if (track === undefined) this.robots.set(record.robot, (track = new RobotTrack({ ...record, radius: NaN })));
    return track;
  }
}

class RobotTrack {
  readonly robot: number;
  readonly radius: number;
  private readonly legs: { readonly from: number; readonly leg: Leg }[] = [];
  private hasLegs = false;
  private underWay: RecordOf<'motionEvent'> | undefined;

  constructor({ robot, radius, time, ...pose }: Pose & { robot: number; radius: number; time: number }) {
    this.robot = robot;
    this.radius = radius;
    this.push(restAt(pose, time), time);
  }

  leg({ leg, time }: RecordOf<'leg'>): void {
    this.hasLegs = true;
    this.push(legOfRecord(leg), time);
  }

  phase(record: RecordOf<'motionEvent'>): void {
    if (this.hasLegs) return;
    this.settle(record);
    if (record.edge === 'start') this.underWay = record;
  }

  stand(record: RecordOf<'motionEnd'>): void {
    if (!this.hasLegs) this.settle(record);
  }

  motion(until: number): RobotMotion {
    const stretches = this.legs.flatMap(({ leg, from }, i): Stretch[] => {
      const end = Math.min(this.legs[i + 1]?.from ?? until, until);
      if (!(end > from) && this.legs.length > 1) return [];
      return [{ leg, from, until: end, bounds: sweptBounds(leg, from, end), speed: maxSpeedOf(leg) }];
    });
    const { robot, radius, legs } = this;
    const legAt = (t: number): Leg => legs[lastUpTo(t, legs.length, (index) => legs[index]!.from)]!.leg;
    return { robot, radius, stretches, poseAt: (t) => poseAt(legAt(t), t) };
  }

  /** Ends the current motion here. */
  private settle(at: Pose & { readonly time: number }): void {
    const phase = this.underWay;
    this.underWay = undefined;
    const leg = phase && legBetween(phase, at);
    if (leg !== undefined) this.push(legOfRecord(leg), phase!.time);
    this.push(restAt(at, at.time), at.time);
  }

  /** The later of two legs that start at the same time counts. */
  private push(leg: Leg, from: number): void {
    while (this.legs.length > 0 && this.legs.at(-1)!.from >= from) this.legs.pop();
    this.legs.push({ from, leg });
  }
}

export function distanceBetween(a: Vector, b: Vector): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}
