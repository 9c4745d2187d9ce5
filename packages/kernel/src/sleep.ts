import type { Handle } from './event-queue.js';
import { SchedulingError } from './errors.js';
import { Wait, type Waiter } from './wait.js';

/** Waits for some simulated seconds; 0 lets everything else of this instant that comes first go first. */
export function sleep(waiter: Waiter, seconds: number): Wait<void> {
  if (!waiter.mayAct) waiter.outOfTurn(`sleep(${seconds})`);
  const { now } = waiter.agenda;
  if (!(seconds >= 0 && now + seconds < Infinity)) {
    throw new SchedulingError(
      `${waiter.name} called sleep(${seconds}) at t = ${now}: it takes a finite number of seconds, 0 or more`,
    );
  }
  return new Sleep(waiter, now + seconds);
}

class Sleep extends Wait<void> {
  private readonly timer: Handle | undefined;

  constructor(waiter: Waiter, end: number) {
    super(waiter);
    this.timer = this.isArmed ? waiter.agenda.schedule(end, this) : undefined;
  }

  override run(): void {
    // A timer fires among authors' code, so it need not queue for that once more.
    this.complete(undefined, false);
  }

  override describe(): string {
    return `sleep until t = ${this.timer?.time}`;
  }

  protected override release(): void {
    if (this.timer !== undefined) this.waiter.agenda.cancel(this.timer);
  }
}
