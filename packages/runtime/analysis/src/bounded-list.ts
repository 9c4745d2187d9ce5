import type { Listed } from './report.js';

/** Keeps the first items, and counts all. */
export class BoundedList<T> {
  private readonly first: T[] = [];
  private count = 0;

  constructor(private readonly most: number) {}

  add(item: T): void {
    this.count++;
    if (this.first.length < this.most) this.first.push(item);
  }

  report(): Listed<T> {
    return { count: this.count, first: [...this.first] };
  }
}
