import { type Agenda, EventClass, type Handle, isDelay, type SimEvent } from '@kineko/kernel';

/** A timer that expired while its process was crashed. */
export interface Postponed {
  catchUp(): void;
}

/** The parts of its process that a timer uses. */
export interface TimerOwner {
  readonly id: number;
  readonly agenda: Agenda;
  readonly isCrashed: boolean;
  /** Number of times that it has lost its memory, and with it its timers. */
  readonly incarnation: number;
  /** Simulated seconds that pass while its clock measures some seconds. */
  duration(seconds: number): number;
  /** Keeps a timer that expired during a crash, until the recovery. */
  postpone(timer: Timer): void;
  /** Cancels a postponed timer; returns whether it was postponed. */
  forget(timer: Timer): boolean;
}

/** A timer that is already scheduled, or an invalid time. */
class TimerError extends Error {
  override readonly name = 'TimerError';
}

/**
 * Calls back once, or at regular intervals. While its process is crashed it does not run; a timer that expired
 * meanwhile runs at the recovery.
 */
export class Timer implements SimEvent, Postponed {
  readonly class = EventClass.WakeUp;
  private handle: Handle | undefined;
  private period = 0;
  private readonly incarnation: number;

  /** @param label For messages and lists of events. */
  constructor(
    private readonly process: TimerOwner,
    private readonly callback: () => void,
    private readonly label = 'timer',
  ) {
    this.incarnation = process.incarnation;
  }

  get low(): number {
    return this.process.id;
  }

  get high(): number {
    return this.process.id;
  }

  get isScheduled(): boolean {
    return this.handle?.state === 'pending';
  }

  /** Infinity if it is not scheduled. */
  get nextTime(): number {
    return this.isScheduled ? this.handle!.time : Infinity;
  }

  /** Its period and the source of its callback. Variables that the callback captures are not visible. */
  get effect(): string {
    return `${this.period} ${String(this.callback)}`;
  }

  schedule(seconds: number): void {
    if (this.isScheduled) {
      throw new TimerError(`${this.where()}: it is scheduled already, for t = ${this.nextTime}; cancel it first`);
    }
    this.period = 0;
    this.set(seconds);
  }

  /** Runs once after some simulated seconds, replacing an earlier schedule. */
  reschedule(seconds: number): void {
    this.cancel();
    this.schedule(seconds);
  }

  /** Runs at regular intervals, the first time after one period. */
  every(seconds: number): void {
    if (!isDelay(seconds) || seconds === 0)
      throw new TimerError(`${this.where()}: a period is a number of seconds above 0, not ${seconds}`);
    if (this.isScheduled) throw new TimerError(`${this.where()}: it is scheduled already; cancel it first`);
    this.period = seconds;
    this.set(seconds);
  }

  cancel(): boolean {
    if (!this.isScheduled) return this.process.forget(this);
    this.process.agenda.cancel(this.handle!);
    return true;
  }

  run(): void {
    if (this.process.incarnation !== this.incarnation) return;
    if (this.process.isCrashed) {
      this.process.postpone(this);
      return;
    }
    if (this.period > 0) this.set(this.period);
    this.callback();
  }

  describe(): string {
    return `${this.label} of p${this.process.id}`;
  }

  catchUp(): void {
    if (!this.isScheduled) this.set(0);
  }

  private set(seconds: number): void {
    if (!isDelay(seconds)) {
      const given = typeof seconds === 'string' ? JSON.stringify(seconds) : String(seconds);
      throw new TimerError(`${this.where()}: expected a number of seconds from 0 to 2^31, got ${given}`);
    }
    const { agenda } = this.process;
    this.handle = agenda.schedule(agenda.now + this.process.duration(seconds), this);
  }

  private where(): string {
    return `p${this.process.id}, ${this.label}`;
  }
}
