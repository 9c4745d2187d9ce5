import { type Process, Undertaking } from '@kineko/kernel';
import type { MotionOutcome } from '@kineko/world';

/**
 * A motion that was begun: it goes on whether anyone awaits it or not. Awaited, it gives its outcome; `doMotion` may also
 * simply return it, which is cheaper.
 */
export class Motion extends Undertaking<MotionOutcome> {
  constructor(
    thread: Process,
    readonly kind: string,
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
