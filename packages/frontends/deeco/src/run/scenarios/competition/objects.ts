/** The objects of the competition: stations, items and the counter. */
import { Coordinates } from '../../environment/coordinates.js';
import { DEECoObject } from '../../environment/deeco-object.js';
import { type Context, process } from '../../runtime/process.js';
import { assignGreedily } from '../navigation.js';
import type { DrivingOrder, Team } from './driving.js';

/** Charges Blue, and any other robot that comes near. */
export class PowerStation extends DEECoObject {
  chargedTeam: Team = 'T2';
}

/** Charges Red, and sends its robots to items, the nearest pairs first. */
export class CommandStation extends DEECoObject {
  chargedTeam: Team = 'T1';
  /** By robot number. */
  robotPositions: (Coordinates | null)[] = [];
  /** Visible items, by object number. */
  itemPositions: (Coordinates | null)[] = [];
  orders: DrivingOrder[] = [];

  static override readonly processes = [
    process<CommandStation>()(
      { name: 'assigning', in: ['robotPositions', 'itemPositions'], out: ['orders'] },
      (own) => {
        const items = own.itemPositions.filter((item) => item != null);
        const robots = [...own.robotPositions.entries()].filter(([, place]) => place != null);
        const assigned = assignGreedily(
          robots.map(([, place]) => place!),
          items,
        );
        const orders: DrivingOrder[] = [];
        for (const [i, [rID]] of robots.entries()) {
          const item = assigned[i];
          orders[rID] = item === undefined ? { kind: 'STAY' } : { kind: 'FOLLOW', target: items[item]! };
        }
        own.orders = orders;
      },
    ),
  ];
}

/** Number of items that each team has collected. */
export type Score = Readonly<Record<Team, number>>;

const NO_SCORE: Score = { T1: 0, T2: 0 };

const VISIBLE_SIZE = 1;

/** Appears at a random position, is collected, and appears again elsewhere after a while. */
export class CollectibleItem extends DEECoObject {
  score: Score = NO_SCORE;
  collectedBy: Team | null = null;
  /** Number of process runs until it appears; undefined while it is visible. */
  hiddenFor: number | undefined = undefined;

  /** Ignores the position and size of the scenario. */
  override setParameters(_x: number, _y: number, tag: string, _size: number, context: Context): void {
    super.setParameters(0, 0, tag, 0, context);
    this.hiddenFor = hidingTime(context);
  }

  static override readonly processes = [
    process<CollectibleItem>()(
      { name: 'appear', inout: ['position', 'size', 'score', 'collectedBy', 'hiddenFor'] },
      (own, context) => {
        const { collectedBy } = own;
        if (collectedBy !== null) {
          own.score = { ...own.score, [collectedBy]: own.score[collectedBy] + 1 };
          own.collectedBy = null;
          own.size = 0;
          own.hiddenFor = hidingTime(context);
        } else if (own.hiddenFor !== undefined && --own.hiddenFor <= 0) {
          own.hiddenFor = undefined;
          own.position = new Coordinates(context.random() * 80 + 10, context.random() * 80 + 10);
          own.size = VISIBLE_SIZE;
        }
      },
    ),
  ];
}

function hidingTime({ random }: Context): number {
  return Math.floor(random() * 40) + 20;
}

/** Adds up the scores of the items. */
export class Counter extends DEECoObject {
  /** By object number. */
  itemScores: (Score | null)[] = [];
  total: Score = NO_SCORE;

  static override readonly processes = [
    process<Counter>()({ name: 'count', in: ['itemScores'], out: ['total'] }, (own) => {
      const scores = own.itemScores.filter((score) => score != null);
      const sum = (team: Team): number => scores.reduce((all, score) => all + score[team], 0);
      own.total = { T1: sum('T1'), T2: sum('T2') };
    }),
  ];
}
