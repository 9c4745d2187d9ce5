import { RequestError } from './request-check.js';

/** Bytes of an entry of a list, such as a position: an object, its two numbers and its place in the list. */
export const BYTES_PER_ENTRY = 80;

/**
 * Limits the entries of all lists that sensors return at one instant: the readings of n robots that each list all robots
 * have n² entries. Lists that robots share do not count.
 */
export class ReadingBudget {
  private at = NaN;
  private entries = 0;
  private readonly maxEntries: number;

  /** @param memory Bytes that are available. */
  constructor(private readonly memory: number) {
    this.maxEntries = Math.floor(memory / BYTES_PER_ENTRY);
  }

  /** Throws a `RequestError` if a reading and those before it at this instant do not fit into the memory. */
  add(reply: unknown, now: number, robot: number, sensor: string): void {
    // Frozen lists are shared.
    if (!Array.isArray(reply) || Object.isFrozen(reply)) return;
    if (now !== this.at) this.entries = 0;
    this.at = now;
    this.entries += reply.length;
    if (this.entries > this.maxEntries) throw this.refusal(reply.length, now, robot, sensor);
  }

  private refusal(length: number, now: number, robot: number, sensor: string): RequestError {
    const gigabytes = (this.memory / 1e9).toPrecision(2);
    const robots = Math.floor(this.maxEntries / length);
    return new RequestError(
      `robot ${robot}, sensor '${sensor}' at t = ${now}: expected at most ${this.maxEntries} entries in the lists of all ` +
        `robots at one instant (${gigabytes} GB of memory), got ${this.entries}; ${robots} lists of ${length} entries fit: ` +
        'use fewer robots or a smaller range, or ask for positions without an error, which robots share',
    );
  }
}
