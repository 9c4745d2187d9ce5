import { type Process, Undertaking } from '@kineko/kernel';
import type { MotionOutcome } from '@kineko/world';

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
  /** Simulated seconds. */
  readonly begun: number;

  constructor(
    thread: Process,
    readonly kind: string,
    readonly origin: MotionOrigin = 'round',
  ) {
    super(thread);
    this.begun = thread.agenda.now;
  }

  /** Undefined while it is under way. */
  get outcome(): MotionOutcome | undefined {
    return this.hasHappened ? this.result : undefined;
  }

  override describe(): string {
    return `motion '${this.kind}'`;
  }
}
