/** A clock that tests advance. */
import type { Clock } from '@kineko/server';

interface Alarm {
  readonly at: number;
  readonly action: () => void;
}

export class TestClock implements Clock {
  private readonly alarms = new Set<Alarm>();
  private ms = 0;

  now(): number {
    return this.ms;
  }

  after(ms: number, action: () => void): () => void {
    const alarm = { at: this.ms + ms, action };
    this.alarms.add(alarm);
    return () => void this.alarms.delete(alarm);
  }

  every(ms: number, action: () => void): () => void {
    let takeBack = (): void => {};
    const again = (): void => {
      takeBack = this.after(ms, () => {
        again();
        action();
      });
    };
    again();
    return () => takeBack();
  }

  /** Runs all actions that are due until then, in order. */
  advance(ms: number): void {
    const until = this.ms + ms;
    for (;;) {
      const [next] = [...this.alarms].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.ms = next.at;
      this.alarms.delete(next);
      next.action();
    }
    this.ms = until;
  }
}
