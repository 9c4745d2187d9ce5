/** The robots of the two teams: Red follows orders, Blue decides for itself. */
import { squaredDistance } from '../../angles.js';
import type { Coordinates } from '../../environment/coordinates.js';
import { process } from '../../runtime/process.js';
import { CompetitionRobot, drive, DRIVEN, type DrivingOrder, type Team } from './driving.js';

/** Red: follows the orders of the command station. */
export class ControlledRobot extends CompetitionRobot {
  team: Team = 'T1';
  order: DrivingOrder = { kind: 'STAY' };

  static override readonly processes = [
    process<ControlledRobot>()({ name: 'decision', in: ['sensor', 'charger', 'order'], inout: [...DRIVEN] }, (own) =>
      drive(own, own.order),
    ),
  ];
}

/** The plan of an opponent. */
interface HackedPlan {
  readonly position: Coordinates;
  readonly target: Coordinates;
}

/** Blue: goes for the nearest item that no opponent will reach first. */
export class AutonomousRobot extends CompetitionRobot {
  team: Team = 'T2';
  /** Visible items, by object number. */
  itemPositions: (Coordinates | null)[] = [];
  /** By robot number. */
  hackedPlans: (HackedPlan | null)[] = [];
  plan: DrivingOrder = { kind: 'STAY' };

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

/** The squared distance. */
function far(from: Coordinates, to: Coordinates): number {
  return squaredDistance(from.x, from.y, to.x, to.y);
}

function isLost(item: Coordinates, position: Coordinates, plan: HackedPlan): boolean {
  return plan.target.equals(item) && far(plan.position, item) < far(position, item);
}
