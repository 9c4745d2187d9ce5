import { lineLeg } from '@kineko/geometry';
import { checkNumber, checkRate, inDomain } from './checked-request.js';
import { directionAt, type MotionModule, type MotionRequest } from './motion-module.js';

/** Move straight ahead or backward without turning. */
export interface ForwardRequest extends MotionRequest {
  readonly kind: 'forward';
  /** Metres; negative for backward. */
  readonly distance: number;
  /** Metres per second, positive. */
  readonly speed: number;
}

export const forward: MotionModule<ForwardRequest> = {
  kind: 'forward',
  plan({ distance, speed }, from, start) {
    checkNumber('the distance of a forward motion', distance);
    checkRate('the speed of a forward motion', speed);
    const { x, y, heading } = from;
    const velocity = distance < 0 ? -speed : speed;
    const ahead = directionAt(from);
    const leg = inDomain(lineLeg, {
      x,
      y,
      heading,
      start,
      end: start + Math.abs(distance) / speed,
      vx: velocity * ahead.x,
      vy: velocity * ahead.y,
    });
    return [{ name: 'forward', leg }];
  },
};
