import type { Vector } from '@kineko/geometry';
import { type Task, Undertaking } from '@kineko/kernel';
import { degreesAt, type ExactOutcome } from '@kineko/world';

/** Position (m) and heading of a robot. */
export interface HeadedPlace extends Vector {
  /** Degrees in [0, 360), anticlockwise from the x axis. */
  readonly heading: number;
}

/** How, when and where a motion ended. */
export interface MotionOutcome extends Omit<ExactOutcome, 'pose'> {
  readonly pose: HeadedPlace;
}

/** Converts the heading to degrees. */
function outcomeInDegrees({ status, at, pose: end, with: partner, by }: ExactOutcome): MotionOutcome {
  const pose = { x: end.x, y: end.y, heading: degreesAt(end) };
  // Written out, since spreading takes several times as long and every motion has an outcome.
  if (partner !== undefined) return { status, at, pose, with: partner };
  return by === undefined ? { status, at, pose } : { status, at, pose, by };
}

/**
 * The code that started a motion: a round of the algorithm; the handler of a push sensor, for whose motion the next round
 * waits; or another handler, whose motion the next round may replace (`free`).
 */
export type MotionOrigin = 'round' | 'handler' | 'free';

/**
 * A motion that has started; it continues whether it is awaited or not. Await it to get its outcome, or return it from
 * `doMotion`, which is faster.
 */
export class Motion extends Undertaking<MotionOutcome> {
  private end: ExactOutcome | undefined = undefined;
  private seen: MotionOutcome | undefined = undefined;

  constructor(
    task: Task,
    readonly kind: string,
    readonly origin: MotionOrigin = 'round',
  ) {
    super(task);
  }

  /** Undefined while the robot is moving. */
  get outcome(): MotionOutcome | undefined {
    return this.hasHappened ? this.result : undefined;
  }

  /** Computed when it is read: the outcome of a motion that `doMotion` returns is usually not read. */
  override get result(): MotionOutcome {
    return (this.seen ??= outcomeInDegrees(this.end!));
  }

  /** Called when the motion has ended. */
  endWith(outcome: ExactOutcome): void {
    this.end = outcome;
    this.complete(undefined, true);
  }

  override describe(): string {
    return `motion '${this.kind}'`;
  }
}
