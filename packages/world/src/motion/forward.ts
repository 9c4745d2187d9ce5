import { cos, lineLeg, type Pose, sin } from '@kineko/geometry';
import { checkNumber, checkRate, inDomain } from './checked-request.js';
import type { MotionModule, MotionRequest } from './motion-module.js';

/** Go straight on, or back, without turning. */
export interface ForwardRequest extends MotionRequest {
  readonly kind: 'forward';
  /** Metres; negative for backward. */
  readonly distance: number;
  /** Metres per second, positive. */
  readonly speed: number;
}

export const forward: MotionModule<ForwardRequest> = {
  kind: 'forward',
  plan({ distance, speed }, { x, y, heading }: Pose, start) {
    checkNumber('the distance of a forward motion', distance);
    checkRate('the speed of a forward motion', speed);
    const velocity = distance < 0 ? -speed : speed;
    const leg = inDomain(() =>
      lineLeg({
        x,
        y,
        heading,
        start,
        end: start + Math.abs(distance) / speed,
        vx: velocity * cos(heading),
        vy: velocity * sin(heading),
      }),
    );
    return [{ name: 'forward', leg }];
  },
};
