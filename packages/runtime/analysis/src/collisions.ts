import { CollisionPairs, type Party, type RecordOf } from '@kineko/formats/trace';
import type { CollisionsReport, PairReport } from './report.js';

type Pair = { -readonly [K in keyof PairReport]: PairReport[K] };

/**
 * Counts collisions by pair, as the world does. A Neko log has neither the partner of a contact nor its end, so the number
 * of collisions cannot be derived from it: only the motions that ended in contact are counted.
 */
export class Collisions {
  private readonly pairs = new Map<string, Pair>();
  private readonly contacts = new CollisionPairs();
  private endsWithoutPartner = 0;

  constructor(private readonly onCollision: (time: number) => void) {}

  ended({ robot, with: other, time }: RecordOf<'motionEnd'>): void {
    if (other === undefined) this.endsWithoutPartner++;
    else if (this.contacts.ended(robot, other.kind, other.id, time)) this.count(robot, other, time);
  }

  touched({ robot, other }: RecordOf<'touch'>): void {
    this.contacts.touched(robot, other.kind, other.id);
  }

  released({ robot, other }: RecordOf<'release'>): void {
    this.contacts.released(robot, other.kind, other.id);
  }

  report(): CollisionsReport {
    const pairs = [...this.pairs.values()].sort(
      (p, q) => q.collisions - p.collisions || p.robot - q.robot || p.partner - q.partner,
    );
    const { endsWithoutPartner } = this;
    const count = pairs.reduce((sum, { collisions }) => sum + collisions, 0);
    return {
      count: endsWithoutPartner > 0 ? null : count,
      endsWithoutPartner,
      pairs: pairs.map((pair) => ({ ...pair })),
    };
  }

  private count(robot: number, other: Party, time: number): void {
    const isSwapped = other.kind === 'robot' && other.id < robot;
    const [low, partner] = isSwapped ? [other.id, robot] : [robot, other.id];
    const key = `${low} ${other.kind} ${partner}`;
    const pair = this.pairs.get(key);
    if (pair === undefined) {
      const times = { collisions: 1, firstSeconds: time, lastSeconds: time };
      this.pairs.set(key, { robot: low, partnerKind: other.kind, partner, ...times });
    } else {
      pair.collisions++;
      pair.lastSeconds = time;
    }
    this.onCollision(time);
  }
}
