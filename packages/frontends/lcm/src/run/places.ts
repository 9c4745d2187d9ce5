/** The places of robots at an instant: which of them are one place, and how sure that is. */
import { boundsOfPoints, pointDistance, type Vector } from '@kineko/geometry';

/** A decision that would be another one with a tolerance this many times smaller or larger is in doubt. */
const MARGIN = 10;
/** Rounding errors of a few operations, in units of the last place of the coordinates. */
const OPERATIONS = 8;

export class Places {
  /** The larger one of width and height (m). */
  readonly spread: number;
  /** Distance below which two places are one (m): relative to the spread, since converging robots come arbitrarily close. */
  readonly tolerance: number;
  /** For each robot, the lowest robot at the same place. */
  private readonly first: readonly number[];
  private readonly isUncertain: boolean;

  constructor(
    readonly of: readonly Vector[],
    private readonly epsilon: number,
  ) {
    const { minX, minY, maxX, maxY } = boundsOfPoints(of);
    const spread = Math.max(maxX - minX, maxY - minY);
    this.spread = spread;
    this.tolerance = epsilon * spread;
    let isUncertain = false;
    this.first = of.map((place, robot) => {
      for (let other = 0; other < robot; other++) {
        const distance = pointDistance(place, of[other]!);
        if (this.isClose(distance)) isUncertain = true;
        if (distance <= this.tolerance) return other;
      }
      return robot;
    });
    const largest = Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
    const resolution = OPERATIONS * Number.EPSILON * largest;
    this.isUncertain = isUncertain || (spread > 0 && epsilon > 0 && this.tolerance < resolution);
  }

  /** Whether another tolerance could give other places. */
  get areInDoubt(): boolean {
    return this.isUncertain;
  }

  /** The lowest robot at the place of a robot. */
  placeOf(robot: number): number {
    const before = this.first[robot]!;
    return before === robot ? robot : this.placeOf(before);
  }

  /** The first of some points that is the same place as a point; undefined if there is none. */
  same(point: Vector, among: Iterable<Vector>): Vector | undefined {
    for (const other of among) if (pointDistance(point, other) <= this.tolerance) return other;
    return undefined;
  }

  /** Whether the distance is near the tolerance, so that it decides. */
  isClose(distance: number): boolean {
    return this.epsilon > 0 && distance > this.tolerance / MARGIN && distance <= this.tolerance * MARGIN;
  }
}
