/** Time that passes when a test says so. */
import type { Clock } from '../src/node/server/clock.js';

interface Alarm {
  at: number;
  readonly everyMs: number | undefined;
  readonly action: () => void;
}

export class FakeClock implements Clock {
  readonly #alarms = new Set<Alarm>();
  #now = 0;

  now(): number {
    return this.#now;
  }

  every(ms: number, action: () => void): () => void {
    return this.#set({ at: this.#now + ms, everyMs: ms, action });
  }

  after(ms: number, action: () => void): () => void {
    return this.#set({ at: this.#now + ms, everyMs: undefined, action });
  }

  /** Does all that is due until then, in its order. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const next = [...this.#alarms].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#now = next.at;
      if (next.everyMs === undefined) this.#alarms.delete(next);
      else next.at += next.everyMs;
      next.action();
    }
    this.#now = until;
  }

  /** Does what is due then, once: nobody had a chance to do it in time. */
  jump(ms: number): void {
    this.#now += ms;
    for (const alarm of this.#alarms) {
      if (alarm.at > this.#now) continue;
      if (alarm.everyMs === undefined) this.#alarms.delete(alarm);
      else alarm.at = this.#now + alarm.everyMs;
      alarm.action();
    }
  }

  /** How many wait for something. */
  get alarms(): number {
    return this.#alarms.size;
  }

  #set(alarm: Alarm): () => void {
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }
}
