import type { Handle } from './event-queue.js';
import { SchedulingError } from './errors.js';
import { Wait, type Waiter } from './wait.js';

/** Waits for some simulated seconds; 0 lets everything else of this instant that comes first go first. */
export function sleep(waiter: Waiter, seconds: number): Wait<void> {
  waiter.checkTurn('sleep()');
  if (!(seconds >= 0 && seconds < Infinity)) {
    throw new SchedulingError(
      `${waiter.name} called sleep(${seconds}) at t = ${waiter.agenda.now}: it takes a finite number of seconds, 0 or more`,
    );
  }
  return new Sleep(waiter, seconds);
}

class Sleep extends Wait<void> {
  private readonly timer: Handle;

  constructor(waiter: Waiter, seconds: number) {
    super(waiter);
    this.timer = waiter.agenda.schedule(waiter.agenda.now + seconds, this);
  }

  override run(): void {
    // A timer fires among authors' code, so it need not queue for that once more.
    this.complete(undefined, false);
  }

  override describe(): string {
    return `sleep until t = ${this.timer.time}`;
  }

  protected override release(): void {
    this.waiter.agenda.cancel(this.timer);
  }
}
