import { arcLeg, lineLeg } from '@kineko/geometry';
import { expected } from '@kineko/formats/problem';
import { checkNumber, inDomain } from './checked-request.js';
import { directionAt, MotionError, type MotionModule, type MotionRequest } from './motion-module.js';

/** Move and turn at the same time, as a robot on two driven wheels does; without a duration, until the next request. */
export type ArcRequest = MotionRequest & {
  readonly kind: 'arc';
  /** Seconds. Default: until the next request. */
  readonly duration?: number;
} & (
    | {
        /** Metres per second; negative for backward. */
        readonly speed: number;
        /** Radians per second, anticlockwise. */
        readonly turnRate: number;
      }
    | {
        /** Speeds of the wheels' rims over the ground, in metres per second. */
        readonly left: number;
        readonly right: number;
        /** Metres between the wheels. */
        readonly axle: number;
      }
  );

export const arc: MotionModule<ArcRequest> = {
  kind: 'arc',
  plan(request, from, start) {
    const { x, y, heading } = from;
    const { speed, turnRate } = driveOf(request);
    const { duration = Infinity } = request;
    if (typeof duration !== 'number' || !(duration >= 0)) {
      throw new MotionError(`the duration of an arc: ${expected('0 s or more, or Infinity', duration)}`);
    }
    const end = start + duration;
    const ahead = directionAt(from);
    const leg =
      turnRate === 0 && speed !== 0
        ? inDomain(lineLeg, { x, y, heading, start, end, vx: speed * ahead.x, vy: speed * ahead.y })
        : inDomain(arcLeg, { x, y, heading, start, end, speed, turnRate });
    return [{ name: 'arc', leg }];
  },
};

function driveOf(request: ArcRequest): { readonly speed: number; readonly turnRate: number } {
  if (!('axle' in request)) {
    checkNumber('the speed of an arc', request.speed);
    checkNumber('the rate of an arc', request.turnRate);
    return request;
  }
  const { left, right, axle } = request;
  checkNumber("the left wheel's speed", left);
  checkNumber("the right wheel's speed", right);
  if (!(Number.isFinite(axle) && axle > 0)) {
    throw new MotionError(`the axle of an arc: ${expected('the metres between the wheels, above 0', axle)}`);
  }
  return { speed: (left + right) / 2, turnRate: (right - left) / axle };
}
