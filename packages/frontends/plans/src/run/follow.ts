/** The motion of a robot that follows its path by the clock. */
import { degreesOf, lineLeg, MIN_SPEED, radiansOf, restLeg, turnLeg } from '@kineko/geometry';
import type { MotionModule, MotionRequest } from '@kineko/world';

/** From the present place to the next knot. */
export interface FollowRequest extends MotionRequest {
  readonly kind: 'follow';
  readonly x: number;
  readonly y: number;
  /** When the robot is there (s). */
  readonly until: number;
  /** Heading then, in degrees; undefined for the present one. */
  readonly degrees: number | undefined;
}

export const follow: MotionModule<FollowRequest> = {
  kind: 'follow',
  plan({ x: toX, y: toY, until: end, degrees }, from, start) {
    const { x, y, heading } = from;
    const [vx, vy] = [(toX - x) / (end - start), (toY - y) / (end - start)];
    // The dynamics knows no slower motion; the next leg makes up for it.
    if (Math.sqrt(vx * vx + vy * vy) >= MIN_SPEED) {
      return [{ name: 'forward', leg: lineLeg({ x, y, heading, start, end, vx, vy }) }];
    }
    const turn = degrees === undefined ? 0 : turnOf(degreesOf(heading), degrees);
    if (turn === 0) return [{ name: 'wait', leg: restLeg({ x, y, heading, start, end }) }];
    const turnRate = radiansOf(turn) / (end - start);
    return [{ name: 'turn', leg: turnLeg({ x, y, heading, start, end, turnRate, endDegrees: degrees! }) }];
  },
};

/** The shorter way from one heading to another, in degrees. */
export function turnOf(from: number, to: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return Math.abs(turn) < 1e-9 ? 0 : turn;
}
