import type { Handle } from './event-queue.js';
import { SchedulingError } from './errors.js';
import { Wait, type Waiter } from './wait.js';

/** Seconds: the end of the time domain, 2^31. */
const MAX_DELAY = 2_147_483_648;

/** Whether a value, from an author's code that no compiler has checked, is a number of seconds that can be waited. */
export function isDelay(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= MAX_DELAY;
}

/** A text in quotes, so that "5" is not taken for 5. */
function shownValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Waits for some simulated seconds; 0 lets everything else of this instant that comes first go first. */
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
