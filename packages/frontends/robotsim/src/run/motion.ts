import type { Vector } from '@kineko/geometry';
import { type Task, Undertaking } from '@kineko/kernel';
import { degreesAt, type MotionOutcome as WorldOutcome } from '@kineko/world';

/** Where a robot is and which way it looks, as authors see it. */
export interface HeadedPlace extends Vector {
  /** Degrees in [0, 360), anticlockwise from the x axis. */
  readonly heading: number;
}

/** How a motion ended, where and when, as authors see it: the heading is in degrees. */
export interface MotionOutcome extends Omit<WorldOutcome, 'pose'> {
  readonly pose: HeadedPlace;
}

/** The same outcome with the heading in degrees. */
function outcomeInDegrees({ status, at, pose: end, with: partner, by }: WorldOutcome): MotionOutcome {
  const pose = { x: end.x, y: end.y, heading: degreesAt(end) };
  // Written out: copying fields by `...` takes several times as long, and each motion has an outcome.
  if (partner !== undefined) return { status, at, pose, with: partner };
  return by === undefined ? { status, at, pose } : { status, at, pose, by };
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
  private end: WorldOutcome | undefined = undefined;
  private seen: MotionOutcome | undefined = undefined;

  constructor(
    task: Task,
    readonly kind: string,
    readonly origin: MotionOrigin = 'round',
  ) {
    super(task);
  }

  /** Undefined while it is under way. */
  get outcome(): MotionOutcome | undefined {
    return this.hasHappened ? this.result : undefined;
  }

  /** Made when it is read: a motion that `doMotion` returns has an outcome that is mostly not. */
  override get result(): MotionOutcome {
    return (this.seen ??= outcomeInDegrees(this.end!));
  }

  /** It has ended. */
  endWith(outcome: WorldOutcome): void {
    this.end = outcome;
    this.complete(undefined, true);
  }

  override describe(): string {
    return `motion '${this.kind}'`;
  }
}
