/** The leg between two steps: uniform motion from pose to pose. */
import { type CurveLeg, curveLeg, type Leg, lineLeg, type Pose, restLeg, turnLeg } from '@kineko/geometry';

/** Steps per second. */
export const STEPS_PER_SECOND = 60;
export const STEP_SECONDS = 1 / STEPS_PER_SECOND;

/** 2^-30, in metres and radians per second: slower motions count as rest. */
const MIN_RATE = 9.313225746154785e-10;

export function stepLeg(from: Pose, to: Pose, start: number, end: number): Leg {
  const { x, y, heading } = from;
  const seconds = end - start;
  let [vx, vy] = [(to.x - x) / seconds, (to.y - y) / seconds];
  let turnRate = (to.heading - heading) / seconds;
  // A remainder of a push by rounding is no motion.
  if (Math.abs(vx) + Math.abs(vy) < 2 * MIN_RATE) [vx, vy] = [0, 0];
  if (Math.abs(turnRate) < MIN_RATE) turnRate = 0;
  const goes = vx !== 0 || vy !== 0;
  if (turnRate === 0) return goes ? lineLeg({ x, y, heading, start, end, vx, vy }) : restLeg({ x, y, heading, start });
  if (!goes) return turnLeg({ x, y, heading, start, end, turnRate });
  return turningLine(from, { vx, vy, turnRate }, start, end);
}

function turningLine(
  { x, y, heading }: Pose,
  { vx, vy, turnRate }: { readonly vx: number; readonly vy: number; readonly turnRate: number },
  start: number,
  end: number,
): CurveLeg {
  const velocity = { x: vx, y: vy };
  return curveLeg({
    start,
    end,
    position: (t) => ({ x: x + vx * (t - start), y: y + vy * (t - start) }),
    velocity: () => velocity,
    headingAt: (t) => heading + turnRate * (t - start),
    maxSpeed: Math.sqrt(vx * vx + vy * vy),
    maxAcceleration: 0,
  });
}
