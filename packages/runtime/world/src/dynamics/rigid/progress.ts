/** Detects a robot that makes no progress against the body that it pushes. */
import type { Pose, Vector } from '@kineko/geometry';
import type { Stride } from './program.js';
import { STEPS_PER_SECOND } from './step-leg.js';

/** Steps without progress after which a motion is blocked: one simulated second. */
const STEPS_TO_BLOCK = STEPS_PER_SECOND;

/**
 * Shares of the radius and of the distance commanded in a second. A robot that advances less than the smaller of both in a
 * second makes no progress: the softness of contacts in the physics is below that. Ratios, so that scaled worlds behave
 * alike.
 */
const MIN_OF_RADIUS = 1 / 1024;
const MIN_OF_COMMANDED = 0.25;

/** A robot after a step. */
interface Stepped {
  readonly pose: Pose;
  readonly radius: number;
  /** Displacement that was commanded. */
  readonly stride: Stride;
  /** Undefined if the robot drives as commanded. */
  readonly actual: Vector | undefined;
}

export class Progress {
  /** The pushable that the robot drove against last. */
  against: { readonly body: number } | { readonly fixture: number } | undefined;
  /** Metres in the commanded direction since the motion began; steps back are subtracted. */
  private advanced = 0;
  /** Value of `advanced` when the last progress was made. */
  private best = 0;
  private stepsSince = 0;

  /** Called after each step. */
  isBlocked({ pose, radius, stride, actual }: Stepped, from: Pose): boolean {
    const { dx, dy } = stride;
    const commanded = Math.sqrt(dx * dx + dy * dy);
    if (actual === undefined || commanded === 0) {
      this.mark();
      return false;
    }
    this.advanced += ((pose.x - from.x) * dx + (pose.y - from.y) * dy) / commanded;
    const least = Math.min(MIN_OF_RADIUS * radius, MIN_OF_COMMANDED * commanded * STEPS_PER_SECOND);
    if (this.advanced > this.best + least) this.mark();
    else this.stepsSince++;
    return this.stepsSince >= STEPS_TO_BLOCK && this.against !== undefined;
  }

  private mark(): void {
    this.best = this.advanced;
    this.stepsSince = 0;
  }
}
