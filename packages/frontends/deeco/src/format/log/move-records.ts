/** Records of the moves in a cycle (requests, contacts, outcomes), which a log does not have. */
import type { Party, TraceRecord } from '@kineko/formats/trace';
import { type Pose, poseOf } from './tracks.js';

/** A move of a robot in one cycle, in the coordinates of the log. */
export interface DeecoMove {
  readonly robot: number;
  readonly from: Place;
  /** Destination. */
  readonly to: Place;
  readonly reached: Place;
  /** Angle after the turn. */
  readonly angle: number;
  /** In pixels per cycle. */
  readonly speed: number;
  readonly hasCollided: boolean;
  /** The other party of the collision, if there was one. */
  readonly partner?: Party | undefined;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const KIND = 'forward';
const PHASE = 'line';

export class MoveRecords {
  private readonly contacts = new CycleContacts();
  private moves: readonly DeecoMove[] = [];
  /** Task number of the first move. */
  private task = 0;

  /** `height` is the height of the field. */
  constructor(private readonly height: number) {}

  take(moves: readonly DeecoMove[]): void {
    this.moves = moves;
  }

  *begin(time: number): Generator<TraceRecord, void> {
    for (const [i, move] of this.moves.entries()) {
      const { robot, speed } = move;
      const [here, there] = [this.pose(move, move.from), this.pose(move, move.to)];
      const about = { time, robot, task: this.task + i, kind: KIND };
      yield { type: 'motionRequest', ...about, request: { distance: speed, speed } };
      const rest = { toX: there.x, toY: there.y, turn: 0, distance: speed, turnRate: 0, speed };
      yield { type: 'motionEvent', ...about, phase: PHASE, edge: 'start', isLast: true, ...here, ...rest };
    }
  }

  *end(time: number): Generator<TraceRecord, void> {
    const { touched, released } = this.contacts.take(this.moves);
    for (const contact of released) yield { type: 'release', time, ...contact };
    for (const contact of touched) yield { type: 'touch', time, ...contact };
    for (const [i, move] of this.moves.entries()) {
      const { robot, hasCollided, partner } = move;
      const here = this.pose(move, move.reached);
      const about = { time, robot, task: this.task + i };
      if (!hasCollided) {
        const none = { toX: here.x, toY: here.y, turn: 0, distance: 0, turnRate: 0, speed: 0 };
        const phase = { kind: KIND, phase: PHASE, edge: 'finish', isLast: true } as const;
        yield { type: 'motionEvent', ...about, ...phase, ...here, ...none };
      }
      const status = hasCollided ? 'collided' : 'finished';
      yield { type: 'motionEnd', ...about, status, ...here, ...(partner && { with: partner }) };
    }
    this.task += this.moves.length;
    this.moves = [];
  }

  private pose({ angle }: DeecoMove, { x, y }: Place): Pose {
    return poseOf({ x, y, angle, tag: '' }, this.height) ?? NOWHERE;
  }
}

const NOWHERE: Pose = { x: NaN, y: NaN, heading: NaN };

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
