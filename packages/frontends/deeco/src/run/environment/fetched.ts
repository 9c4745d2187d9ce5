/** What the coordinator has fetched in a cycle, by the numbers of robots or objects. */
import { CLONE } from '../runtime/clone.js';

/**
 * Copied for every robot that is asked, and each time all that was fetched before it: so a copy has only what was added to it,
 * over what all of them share. What is copied is what was kept, so only then does it become part of what is shared; what was
 * added to a copy that nobody kept is gone with it.
 */
export class Fetched<T> {
  private readonly kept: (T | undefined)[];
  private readonly added = new Map<number, T>();

  constructor(kept: (T | undefined)[] = []) {
    this.kept = kept;
  }

  has(number: number): boolean {
    return this.added.has(number) || this.kept[number] !== undefined;
  }

  add(number: number, data: T): void {
    this.added.set(number, data);
  }

  /** By number; undefined for whom nothing was fetched. */
  all(): readonly (T | undefined)[] {
    this.keep();
    return this.kept;
  }

  [CLONE](): Fetched<T> {
    this.keep();
    return new Fetched(this.kept);
  }

  private keep(): void {
    for (const [number, data] of this.added) this.kept[number] = data;
    this.added.clear();
  }
}
