import { Completion, type Process } from '@kineko/kernel';
import type { MotionOutcome } from '@kineko/world';
import type { NekoRobot } from './neko-robot.js';

/**
 * A motion that was begun: it goes on whether anyone awaits it or not. Awaited, it gives its outcome; `doMotion` may also
 * simply return it, which is cheaper.
 */
export class Motion extends Completion<MotionOutcome> {
  constructor(
    thread: Process,
    private readonly robot: NekoRobot,
    readonly kind: string,
  ) {
    super(thread, noLabel);
  }

  /** Undefined while it is under way. */
  get outcome(): MotionOutcome | undefined {
    return this.hasHappened ? this.result : undefined;
  }

  /** For whoever carries it out. */
  readonly over = (outcome: MotionOutcome): void => {
    const { robot } = this;
    if (robot.isCrashed) robot.tell(() => this.settle(outcome));
    else this.settle(outcome);
  };

  override describe(): string {
    return `motion '${this.kind}'`;
  }
}

const noLabel = (): string => '';
