/** What the records of a run tell of the moves of a cycle, which a log leaves out: who was to go where, and how far it got. */
import type { Party, TraceRecord } from '@kineko/formats/trace';
import { CycleContacts } from './cycle-contacts.js';
import { type Pose, poseOf } from './tracks.js';

/** Of a robot that was to go somewhere in a cycle; places as in the log. */
export interface DeecoMove {
  readonly robot: number;
  readonly from: Place;
  /** Where it was to get. */
  readonly to: Place;
  /** Where it got. */
  readonly reached: Place;
  /** Where it faced, once it had turned. */
  readonly angle: number;
  /** Pixels a cycle. */
  readonly speed: number;
  readonly hasCollided: boolean;
  /** What it collided with; undefined if it has not. */
  readonly partner?: Party | undefined;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const KIND = 'forward';
const PHASE = 'line';

export class MoveRecords {
  private readonly height: number;
  private readonly contacts = new CycleContacts();
  private moves: readonly DeecoMove[] = [];
  /** The number of the first of them. */
  private task = 0;

  /** `height` is that of the field. */
  constructor(height: number) {
    this.height = height;
  }

  take(moves: readonly DeecoMove[]): void {
    this.moves = moves;
  }

  *begin(time: number): Generator<TraceRecord, void> {
    for (const [i, move] of this.moves.entries()) {
      const { robot, speed } = move;
      const [here, there] = [this.pose(move, move.from), this.pose(move, move.to)];
      const about = { time, robot, task: this.task + i, kind: KIND };
      yield { type: 'motionRequest', ...about, request: { distance: speed, speed } };
      const [way, rates] = [
        { toX: there.x, toY: there.y },
        { turn: 0, distance: speed, turnRate: 0, speed },
      ];
      yield { type: 'motionEvent', ...about, phase: PHASE, edge: 'start', isLast: true, ...here, ...way, ...rates };
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
