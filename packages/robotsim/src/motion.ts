import { degreesOf, type Pose, radiansOf, reducedDegrees, type Vector } from '@kineko/geometry';
import { type Process, Undertaking } from '@kineko/kernel';
import type { MotionOutcome as WorldOutcome } from '@kineko/world';

/** Where a robot is and which way it looks, as authors see it. */
export interface HeadedPlace extends Vector {
  /** Degrees in [0, 360), anticlockwise from the x axis. */
  readonly heading: number;
}

/** How a motion ended, where and when, as authors see it: the heading is in degrees. */
export interface MotionOutcome extends Omit<WorldOutcome, 'pose'> {
  readonly pose: HeadedPlace;
}

/**
 * The same outcome with the heading in degrees.
 *
 * @param degrees The robot's heading now, which is that of the outcome unless it has turned since.
 */
export function outcomeInDegrees(outcome: WorldOutcome, degrees: number): MotionOutcome {
  const { status, at, with: partner, by } = outcome;
  const pose = poseInDegrees(outcome.pose, degrees);
  // Written out: copying fields by `...` takes several times as long, and each motion has an outcome.
  if (partner !== undefined) return { status, at, pose, with: partner };
  return by === undefined ? { status, at, pose } : { status, at, pose, by };
}

function poseInDegrees({ x, y, heading }: Pose, degrees: number): HeadedPlace {
  return { x, y, heading: radiansOf(degrees) === heading ? degrees : reducedDegrees(degreesOf(heading)) };
}

/**
 * What started a motion: a round of the algorithm; the handler of a push sensor, for whose motion the next round waits; or
 * another handler, whose motion the next round may replace (`free`).
 */
export type MotionOrigin = 'round' | 'handler' | 'free';

/**
 * A motion that was begun: it goes on whether anyone awaits it or not. Awaited, it gives its outcome; `doMotion` may also
 * simply return it, which is cheaper.
 */
export class Motion extends Undertaking<MotionOutcome> {
  constructor(
    thread: Process,
    readonly kind: string,
    readonly origin: MotionOrigin = 'round',
  ) {
    super(thread);
  }

  /** Undefined while it is under way. */
  get outcome(): MotionOutcome | undefined {
    return this.hasHappened ? this.result : undefined;
  }

  override describe(): string {
    return `motion '${this.kind}'`;
  }
}
