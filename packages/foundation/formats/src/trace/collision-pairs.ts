import type { Party } from './records.js';

// Entry of a pair that has collided: the partner, the time, and whether the contact has ended since. Plain numbers in one
// list per robot, since the world looks them up at each contact.
const PARTNER = 0;
const TIME = 1;
const IS_RELEASED = 2;
const PAIR = 3;

/**
 * The definition of a collision: a contact that ended at least one motion, counted once per pair from touch to release.
 * Both motions of a pair may end at one instant, and the first robot may leave before the second one is notified, so
 * that a pair collides at most once at an instant. The world and the readers of its records count by this class.
 */
export class CollisionPairs {
  /** By robot; of two robots, by the lower id. */
  private readonly pairsOf: (number[] | undefined)[] = [];

  /** Takes a motion of a robot that ended in contact; returns whether that is a new collision. */
  ended(robot: number, kind: Party['kind'], id: number, time: number): boolean {
    if (kind === 'robot' && id < robot) return this.ended(id, kind, robot, time);
    const partner = numberOf(kind, id);
    const pairs = (this.pairsOf[robot] ??= []);
    let place = pairs.length;
    for (let at = 0; at < pairs.length; at += PAIR) {
      const isPast = pairs[at + IS_RELEASED] === 1 && pairs[at + TIME] !== time;
      if (pairs[at + PARTNER] === partner) {
        if (!isPast) return false;
        place = at;
        break;
      }
      // Reuse the entry of a pair whose contact ended at an earlier instant; it would stay in the list otherwise.
      if (isPast) place = at;
    }
    pairs[place + PARTNER] = partner;
    pairs[place + TIME] = time;
    pairs[place + IS_RELEASED] = 0;
    return true;
  }

  /** Takes the start of a contact, including that with a second wall of an obstacle whose first wall is still touched. */
  touched(robot: number, kind: Party['kind'], id: number, time: number): void {
    // Discs separate before they touch again.
    if (kind !== 'robot') this.released(robot, kind, id, time);
  }

  released(robot: number, kind: Party['kind'], id: number, time: number): void {
    if (kind === 'robot' && id < robot) return this.released(id, kind, robot, time);
    const pairs = this.pairsOf[robot];
    if (pairs === undefined) return;
    const partner = numberOf(kind, id);
    for (let at = 0; at < pairs.length; at += PAIR) {
      if (pairs[at + PARTNER] !== partner) continue;
      // Kept for the rest of the instant, in which the other robot's motion may still end.
      if (pairs[at + TIME] === time) pairs[at + IS_RELEASED] = 1;
      else remove(pairs, at);
      return;
    }
  }
}

/** Robots are numbered from 0 on, obstacles downwards from -1. */
function numberOf(kind: Party['kind'], id: number): number {
  return kind === 'robot' ? id : -1 - id;
}

/** The order of the others does not matter. */
function remove(pairs: number[], at: number): void {
  for (let i = PAIR - 1; i >= 0; i--) pairs[at + i] = pairs[pairs.length - PAIR + i]!;
  pairs.length -= PAIR;
}
