import type { OrderKey } from './order.js';
import type { RunReport } from './run-report.js';

/** An observer must make changes by scheduling an event. */
export interface Observer {
  /**
   * The clock is about to leave an instant, whose events have all run. Called again if that makes something else come
   * next.
   */
  leaving?(now: number, next: number): void;
  /** An event has run; `event` is valid only during the call. An event that wakes a task has only given it the turn. */
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
    // Only then may the clock have moved back, over upkeep that does not count.
    if (report.stoppedBy === 'empty') this.announced = undefined;
    for (const observer of this.list) observer.stopped?.(report);
  }

  private set(list: readonly Observer[]): void {
    this.list = list;
    this.isEmpty = list.length === 0;
  }
}
