/** Entries into watched ranges, checked at every step: for exact push sensors. */
import { pointDistance, type Pose } from '@kineko/geometry';
import type { Watch } from '../dynamics.js';

interface Entry {
  readonly slot: number;
  readonly range: number;
  readonly onEntry: (other: number, now: number) => void;
  readonly inside: Set<number>;
}

interface Watched {
  readonly id: number;
  readonly radius: number;
}

export class Watches {
  private readonly entries = new Set<Entry>();
  private news: { readonly entry: Entry; readonly other: number }[] = [];

  constructor(
    private readonly poseOf: (slot: number, t: number) => Pose,
    private readonly bodies: readonly Watched[],
  ) {}

  get hasNews(): boolean {
    return this.news.length > 0;
  }

  add(slot: number, range: number, onEntry: Entry['onEntry'], now: number): Watch {
    const entry: Entry = { slot, range, onEntry, inside: new Set() };
    this.entries.add(entry);
    this.updateEntry(entry, now);
    return { cancel: () => void this.entries.delete(entry) };
  }

  update(now: number): void {
    for (const entry of this.entries) this.updateEntry(entry, now);
  }

  notify(now: number): void {
    const { news } = this;
    this.news = [];
    for (const { entry, other } of news) if (this.entries.has(entry)) entry.onEntry(other, now);
  }

  private updateEntry(entry: Entry, now: number): void {
    const own = this.poseOf(entry.slot, now);
    for (const [slot, { id, radius }] of this.bodies.entries()) {
      if (slot === entry.slot) continue;
      const isInside = pointDistance(own, this.poseOf(slot, now)) - radius <= entry.range;
      if (isInside && !entry.inside.has(id)) this.news.push({ entry, other: id });
      if (isInside) entry.inside.add(id);
      else entry.inside.delete(id);
    }
  }
}
