/** A clock that tests advance. */
import type { Clock } from '../src/clock.js';

interface Alarm {
  at: number;
  readonly everyMs: number | undefined;
  readonly action: () => void;
}

export class FakeClock implements Clock {
  private readonly pendingAlarms = new Set<Alarm>();
  private time = 0;

  now(): number {
    return this.time;
  }

  every(ms: number, action: () => void): () => void {
    return this.set({ at: this.time + ms, everyMs: ms, action });
  }

  after(ms: number, action: () => void): () => void {
    return this.set({ at: this.time + ms, everyMs: undefined, action });
  }

  /** Runs all actions that are due until then, in order. */
  advance(ms: number): void {
    const until = this.time + ms;
    for (;;) {
      const next = [...this.pendingAlarms].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.time = next.at;
      if (next.everyMs === undefined) this.pendingAlarms.delete(next);
      else next.at += next.everyMs;
      next.action();
    }
    this.time = until;
  }

  /** Runs due actions once, as after a long block of the process. */
  jump(ms: number): void {
    this.time += ms;
    for (const alarm of this.pendingAlarms) {
      if (alarm.at > this.time) continue;
      if (alarm.everyMs === undefined) this.pendingAlarms.delete(alarm);
      else alarm.at = this.time + alarm.everyMs;
      alarm.action();
    }
  }

  /** The number of pending actions. */
  get alarms(): number {
    return this.pendingAlarms.size;
  }

  private set(alarm: Alarm): () => void {
    this.pendingAlarms.add(alarm);
    return () => this.pendingAlarms.delete(alarm);
  }
}
