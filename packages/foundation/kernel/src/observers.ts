import type { OrderKey } from './order.js';
import type { RunReport } from './run-report.js';

/** An observer must make changes by scheduling an event. */
export interface Observer {
  /**
   * Called when all events of an instant have run and the clock is about to advance; called again if an observer then
   * schedules or cancels events, so that another one comes next.
   */
  leaving?(now: number, next: number): void;
  /**
   * Called after an event has run; `event` is valid only during the call. If the event wakes a task, the task has not run
   * yet.
   */
  ran?(now: number, event: OrderKey): void;
  stopped?(report: RunReport): void;
}

export class Observers {
  /** Read by the event loop before each event. */
  isEmpty = true;
  private list: readonly Observer[] = [];
  /** The time for which observers were notified that the clock is about to move. */
  private announced: number | undefined;

  add(observer: Observer): () => void {
    // A separate object, so that an observer that was added twice can be removed once.
    const entry = Object.create(observer) as Observer;
    this.set([...this.list, entry]);
    return () => this.set(this.list.filter((other) => other !== entry));
  }

  /** Notifies observers that the clock is about to move; returns false if they know already. */
  announce(now: number, next: number): boolean {
    if (this.announced === next) return false;
    this.announced = next;
    for (const observer of this.list) observer.leaving?.(now, next);
    return true;
  }

  ran(now: number, event: OrderKey): void {
    for (const observer of this.list) observer.ran?.(now, event);
  }

  stopped(report: RunReport): void {
    // In this case the clock may have moved back over upkeep, which does not count.
    if (report.stoppedBy === 'empty') this.announced = undefined;
    for (const observer of this.list) observer.stopped?.(report);
  }

  private set(list: readonly Observer[]): void {
    this.list = list;
    this.isEmpty = list.length === 0;
  }
}
