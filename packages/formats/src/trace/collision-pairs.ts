import type { Party } from './records.js';

/** A pair that has collided: the other party, when that was, and whether the contact has ended since. */
interface Counted {
  kind: Party['kind'];
  id: number;
  time: number;
  isReleased: boolean;
}

/**
 * The definition of a collision: a contact that ended at least one motion, counted once per pair from touch to release.
 * Both motions of a pair may end at one instant, and the first robot may leave before the second one is notified, so
 * that a pair collides at most once at an instant. The world and the readers of its records count by this class.
 */
export class CollisionPairs {
  /** By robot; of two robots, by the lower id. */
  private readonly countedBy = new Map<number, Counted[]>();

  /** A motion of a robot ended in contact. Returns whether that is a new collision. */
  ended(robot: number, kind: Party['kind'], id: number, time: number): boolean {
    if (kind === 'robot' && id < robot) return this.ended(id, kind, robot, time);
    const counted = this.countedBy.get(robot);
    if (counted === undefined) {
      this.countedBy.set(robot, [{ kind, id, time, isReleased: false }]);
      return true;
    }
    let past: Counted | undefined;
    for (let i = 0; i < counted.length; i++) {
      const each = counted[i]!;
      const isPast = each.isReleased && each.time !== time;
      if (each.id === id && each.kind === kind) return isPast ? begin(each, kind, id, time) : false;
      if (isPast) past = each;
    }
    // A pair whose contact ended at an earlier instant is as good as none, and would stay in the list for ever.
    if (past !== undefined) return begin(past, kind, id, time);
    counted.push({ kind, id, time, isReleased: false });
    return true;
  }

  /**
   * The contact of a robot and another party has ended, or another one begins: a robot may touch a second wall of an
   * obstacle before it has left the first.
   */
  contactOver(robot: number, kind: Party['kind'], id: number, time: number): void {
    if (kind === 'robot' && id < robot) return this.contactOver(id, kind, robot, time);
    const counted = this.countedBy.get(robot);
    if (counted === undefined) return;
    const index = indexOf(counted, kind, id);
    if (index < 0) return;
    // Kept for the rest of the instant, in which the other robot's motion may still end.
    if (counted[index]!.time === time) {
      counted[index]!.isReleased = true;
      return;
    }
    // The order does not matter.
    const last = counted.pop()!;
    if (index < counted.length) counted[index] = last;
  }
}

/** Uses a pair for a new collision. */
function begin(pair: Counted, kind: Party['kind'], id: number, time: number): true {
  pair.kind = kind;
  pair.id = id;
  pair.time = time;
  pair.isReleased = false;
  return true;
}

function indexOf(counted: readonly Counted[], kind: Party['kind'], id: number): number {
  for (let i = 0; i < counted.length; i++) if (counted[i]!.id === id && counted[i]!.kind === kind) return i;
  return -1;
}
