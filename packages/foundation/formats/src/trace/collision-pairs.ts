import type { Party } from './records.js';

// Entry of a pair that has collided: the partner, the time, and whether the contact has ended since. Plain numbers in one
// list per robot, since the world looks them up at each contact. The list never shrinks: it would soon have to grow again.
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
      // Reuse the entry of a pair that has parted, but not in the instant of its collision: the other robot's motion may still end.
      if (isPast) place = at;
    }
    pairs[place + PARTNER] = partner;
    pairs[place + TIME] = time;
    pairs[place + IS_RELEASED] = 0;
    return true;
  }

  /** Takes the start of a contact, including that with a second wall of an obstacle whose first wall is still touched. */
  touched(robot: number, kind: Party['kind'], id: number): void {
    // Discs separate before they touch again.
    if (kind !== 'robot') this.released(robot, kind, id);
  }

  released(robot: number, kind: Party['kind'], id: number): void {
    if (kind === 'robot' && id < robot) return this.released(id, kind, robot);
    const pairs = this.pairsOf[robot];
    if (pairs === undefined) return;
    const partner = numberOf(kind, id);
    for (let at = 0; at < pairs.length; at += PAIR) {
      if (pairs[at + PARTNER] !== partner) continue;
      pairs[at + IS_RELEASED] = 1;
      return;
    }
  }
}

/** Robots are numbered from 0 on, obstacles downwards from -1. */
function numberOf(kind: Party['kind'], id: number): number {
  return kind === 'robot' ? id : -1 - id;
}
