/** The robots of the two teams: those that obey, and those that think. */
import { squaredDistance } from '../../angles.js';
import type { Coordinates } from '../../environment/coordinates.js';
import { process } from '../../runtime/process.js';
import { CompetitionRobot, drive, DRIVEN, type Order, type Team } from './driving.js';

/** Red: does what the command station says. */
export class ControlledRobot extends CompetitionRobot {
  team: Team = 'T1';
  order: Order = { kind: 'STAY' };

  static override readonly processes = [
    process<ControlledRobot>()({ name: 'decision', in: ['sensor', 'charger', 'order'], inout: [...DRIVEN] }, (own) =>
      drive(own, own.order),
    ),
  ];
}

/** What somebody else is about to do. */
export interface Spied {
  readonly position: Coordinates;
  readonly target: Coordinates;
}

/** Blue: goes for the nearest item that nobody of the other team will have before it. */
export class AutonomousRobot extends CompetitionRobot {
  team: Team = 'T2';
  /** Visible ones, by the number of the object. */
  itemPositions: (Coordinates | null)[] = [];
  /** By the number of the robot. */
  hackedPlans: (Spied | null)[] = [];
  plan: Order = { kind: 'STAY' };

  static override readonly processes = [
    process<AutonomousRobot>()(
      { name: 'assigning', in: ['position', 'itemPositions', 'hackedPlans'], out: ['plan'] },
      (own) => {
        const items = own.itemPositions.filter((item) => item != null);
        const { position } = own;
        const targets =
          position === null ? [] : items.toSorted((one, other) => far(position, one) - far(position, other));
        const plans = own.hackedPlans.filter((plan) => plan != null);
        const free = targets.find((item) => !plans.some((plan) => isLost(item, position!, plan)));
        const target = free ?? targets[0];
        own.plan = target === undefined ? { kind: 'STAY' } : { kind: 'FOLLOW', target };
      },
    ),
    process<AutonomousRobot>()({ name: 'decision', in: ['sensor', 'charger', 'plan'], inout: [...DRIVEN] }, (own) =>
      drive(own, own.plan),
    ),
  ];
}

/** Squared. */
function far(from: Coordinates, to: Coordinates): number {
  return squaredDistance(from.x, from.y, to.x, to.y);
}

function isLost(item: Coordinates, position: Coordinates, plan: Spied): boolean {
  return plan.target.equals(item) && far(plan.position, item) < far(position, item);
}
