/** The commanded legs of a robot, followed by its position and not by the clock, since other bodies may hold it up. */
import { cos, headingAt, type Leg, maxSpeedOf, type Pose, positionAt, sin, velocityAt } from '@kineko/geometry';

/** A displacement in one step. */
export interface Stride {
  readonly dx: number;
  readonly dy: number;
  readonly turn: number;
}

export const NO_STRIDE: Stride = { dx: 0, dy: 0, turn: 0 };

/** In radii: a robot this near the end of a leg has reached it. */
const ARRIVED = 0.01;

/** In radii: a robot this near its planned position after a step is on schedule. */
const ON_SCHEDULE = 1 / 1_048_576;

/** Largest number of steps by which a push may advance a robot on a bend at once. */
const MAX_STEPS_AHEAD = 8;

export class Program {
  private index = 0;
  /** Time on the present leg's own clock up to which it has been followed. */
  private reached: number;
  private aim: { readonly x: number; readonly y: number; readonly time: number } | undefined;

  constructor(
    private readonly legs: readonly Leg[],
    private readonly radius: number,
  ) {
    this.reached = legs[0]!.start;
  }

  get leg(): Leg {
    return this.legs[this.index]!;
  }

  /** The displacement in a number of seconds if nothing is in the way. */
  strideFrom(pose: Pose, seconds: number): Stride {
    const { leg } = this;
    if (leg.end === Infinity && leg.kind !== 'curve') return endlessStride(leg, pose, seconds);
    const time = Math.min(this.reached + seconds, leg.end);
    const { x, y } = positionAt(leg, time);
    this.aim = { x, y, time };
    const turn = headingAt(leg, time) - pose.heading;
    const most = maxSpeedOf(leg) * seconds;
    // A robot that was pushed away turns, or waits, where it is now.
    if (most === 0) return { dx: 0, dy: 0, turn };
    const [dx, dy] = [x - pose.x, y - pose.y];
    const distance = Math.sqrt(dx * dx + dy * dy);
    // A robot that was held up, or pushed aside, drives no faster than commanded.
    const share = distance > most ? most / distance : 1;
    return { dx: share * dx, dy: share * dy, turn };
  }

  /** Updates the progress after a step; returns whether the leg is over. */
  arrived(pose: Pose, seconds: number): boolean {
    const { leg, aim } = this;
    if (aim === undefined) return false;
    const [dx, dy] = [pose.x - aim.x, pose.y - aim.y];
    const off = Math.sqrt(dx * dx + dy * dy);
    const isThere = maxSpeedOf(leg) === 0 || off <= ON_SCHEDULE * this.radius;
    const isNear = isThere || off <= ARRIVED * this.radius;
    this.reached = isThere ? aim.time : (this.nearestTime(pose, seconds) ?? (isNear ? aim.time : this.reached));
    return isNear && aim.time >= leg.end;
  }

  /** Time on the leg's clock at which the leg is beside a robot that was held up or pushed; undefined where it pauses. */
  private nearestTime(pose: Pose, seconds: number): number | undefined {
    const { leg, reached } = this;
    const place = positionAt(leg, reached);
    const { x: vx, y: vy } = velocityAt(leg, reached);
    const square = vx * vx + vy * vy;
    if (square === 0) return undefined;
    const ahead = ((pose.x - place.x) * vx + (pose.y - place.y) * vy) / square;
    // The tangent is a poor approximation of distant points on a bend.
    const most = leg.kind === 'line' ? Infinity : MAX_STEPS_AHEAD * seconds;
    return Math.min(reached + Math.max(0, Math.min(ahead, most)), leg.end);
  }

  /** Begins the next leg; returns false if there is none. */
  beginNextLeg(): boolean {
    const next = this.legs[this.index + 1];
    if (next === undefined) return false;
    this.index++;
    this.reached = next.start;
    this.aim = undefined;
    return true;
  }
}

/** The displacement along a leg without an end, from the present pose. */
function endlessStride(leg: Leg, { heading }: Pose, seconds: number): Stride {
  switch (leg.kind) {
    case 'line':
      return { dx: leg.vx * seconds, dy: leg.vy * seconds, turn: 0 };
    case 'turn':
      return { dx: 0, dy: 0, turn: leg.turnRate * seconds };
    case 'arc': {
      const turn = leg.turnRate * seconds;
      const half = turn / 2;
      const chord = leg.speed * seconds * (Math.abs(half) < 1e-6 ? 1 - (half * half) / 6 : sin(half) / half);
      return { dx: chord * cos(heading + half), dy: chord * sin(heading + half), turn };
    }
    case 'rest':
    case 'curve':
      return NO_STRIDE;
  }
}
