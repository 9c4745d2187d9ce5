/** What a robot has been told to do: legs, followed by where it is and not by the clock, since others may hold it up. */
import { headingAt, type Leg, maxSpeedOf, type Pose, positionAt, cos, sin } from '@kineko/geometry';

/** A displacement in one step. */
export interface Stride {
  readonly dx: number;
  readonly dy: number;
  readonly turn: number;
}

export const NO_STRIDE: Stride = { dx: 0, dy: 0, turn: 0 };

/** Of the radius: who is this near the end of a leg has reached it. */
const ARRIVED = 0.01;

export class Program {
  private index = 0;
  /** How far the present leg has been followed, on its own clock. */
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

  /** What it would do in so many seconds if nothing were in the way. */
  strideFrom(pose: Pose, seconds: number): Stride {
    const { leg } = this;
    if (leg.end === Infinity && leg.kind !== 'curve') return endlessStride(leg, pose, seconds);
    const time = Math.min(this.reached + seconds, leg.end);
    const { x, y } = positionAt(leg, time);
    this.aim = { x, y, time };
    let [dx, dy] = [x - pose.x, y - pose.y];
    const way = Math.sqrt(dx * dx + dy * dy);
    // Who was held up follows no faster than the leg goes; who stands beside its way goes there at that speed.
    const most = Math.max(maxSpeedOf(leg), way > ARRIVED * this.radius ? this.radius : 0) * seconds;
    if (way > most && maxSpeedOf(leg) > 0) {
      dx *= most / way;
      dy *= most / way;
    }
    return { dx, dy, turn: headingAt(leg, time) - pose.heading };
  }

  /** It has come here. Whether its leg is over. */
  arrived(pose: Pose, seconds: number): boolean {
    const { leg, aim } = this;
    if (aim === undefined) return false;
    const [dx, dy] = [pose.x - aim.x, pose.y - aim.y];
    const off = Math.sqrt(dx * dx + dy * dy);
    const isLast = aim.time >= leg.end;
    const slack = isLast ? ARRIVED * this.radius : Math.max(ARRIVED * this.radius, (maxSpeedOf(leg) * seconds) / 2);
    if (off > slack) return false;
    this.reached = aim.time;
    return isLast;
  }

  /** Goes on to the next leg; false if there is none. */
  goOn(): boolean {
    const next = this.legs[this.index + 1];
    if (next === undefined) return false;
    this.index++;
    this.reached = next.start;
    this.aim = undefined;
    return true;
  }
}

/** Until further notice, from wherever it is. */
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
