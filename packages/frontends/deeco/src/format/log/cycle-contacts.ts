import type { Party } from '@kineko/formats/trace';

/** A move of a robot in a cycle, with the party it collided with. */
interface Move {
  readonly robot: number;
  readonly partner?: Party | undefined;
}

/** A robot and the party it touches; of two robots the lower id comes first. */
interface CycleContact {
  readonly robot: number;
  readonly other: Party;
}

/**
 * Contacts from cycle to cycle. A contact begins with a move that collides, and ends with a move of either robot that
 * does not collide with the other party.
 */
export class CycleContacts {
  private readonly touching = new Map<string, CycleContact>();

  /** Takes the moves of a cycle; returns the contacts that began and ended in it. */
  take(moves: readonly Move[]): { readonly touched: CycleContact[]; readonly released: CycleContact[] } {
    const collided = new Map(moves.flatMap(({ robot, partner }) => (partner ? [keyed(robot, partner)] : [])));
    const moved = new Set(moves.map(({ robot }) => robot));
    const isOver = ({ robot, other }: CycleContact): boolean =>
      moved.has(robot) || (other.kind === 'robot' && moved.has(other.id));
    const released: CycleContact[] = [];
    for (const [key, contact] of this.touching) {
      if (collided.has(key) || !isOver(contact)) continue;
      this.touching.delete(key);
      released.push(contact);
    }
    const touched: CycleContact[] = [];
    for (const [key, contact] of collided) {
      if (this.touching.has(key)) continue;
      this.touching.set(key, contact);
      touched.push(contact);
    }
    return { touched, released };
  }
}

function keyed(robot: number, other: Party): [string, CycleContact] {
  const isSwapped = other.kind === 'robot' && other.id < robot;
  const contact: CycleContact = isSwapped ? { robot: other.id, other: { kind: 'robot', id: robot } } : { robot, other };
  return [`${contact.robot} ${contact.other.kind} ${contact.other.id}`, contact];
}
