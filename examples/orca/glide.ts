/** A motion of an author: a robot that can drive in any direction without turning keeps a velocity for a while. */
import { lineLeg, MotionError, type MotionModule, type MotionRequest, restLeg } from 'kineko';

interface GlideRequest extends MotionRequest {
  readonly kind: 'glide';
  /** Velocity in metres per second. */
  readonly vx: number;
  readonly vy: number;
  /** Seconds. */
  readonly duration: number;
}

export const glide: MotionModule<GlideRequest> = {
  kind: 'glide',
  plan({ vx, vy, duration }, from, start) {
    if (!(duration > 0)) throw new MotionError(`glide: duration: expected a number above 0, got ${duration}`);
    const end = start + duration;
    const leg = vx === 0 && vy === 0 ? restLeg({ ...from, start, end }) : lineLeg({ ...from, start, end, vx, vy });
    return [{ name: 'glide', leg }];
  },
};
