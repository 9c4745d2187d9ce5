import type { Handle } from './event-queue.js';
import { SchedulingError } from './errors.js';
import { Wait, type Waiter } from './wait.js';

/** The end of the time domain in seconds, 2^31. */
const MAX_DELAY = 2_147_483_648;

/** Whether a value is a valid number of seconds to wait; authors' code may be unchecked JavaScript. */
export function isDelay(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_DELAY;
}

/** Texts are quoted, so that "5" is not mistaken for 5. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Waits for some simulated seconds; with 0, until everything earlier in the order of this instant is done. */
export function sleep(waiter: Waiter, seconds: number): Wait<void> {
  if (!waiter.mayAct) waiter.outOfTurn(`sleep(${seconds})`);
  const { now } = waiter.agenda;
  if (!isDelay(seconds)) {
    throw new SchedulingError(
      `${waiter.name} called sleep(${shownValue(seconds)}) at t = ${now}: expected a number of seconds from 0 to 2^31`,
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
    // A timer fires among authors' code already, so it need not be queued again.
    this.complete(undefined, false);
  }

  override describe(): string {
    return `sleep until t = ${this.timer?.time}`;
  }

  protected override release(): void {
    if (this.timer !== undefined) this.waiter.agenda.cancel(this.timer);
  }
}
