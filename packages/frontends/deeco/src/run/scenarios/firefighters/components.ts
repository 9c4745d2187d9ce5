/** The leader, its drones and their station. */
import type { Coordinates } from '../../environment/coordinates.js';
import { DEECoObject } from '../../environment/deeco-object.js';
import { type Context, process } from '../../runtime/process.js';
import { assignGreedily, isWithin } from '../navigation.js';
import { CHARGER } from './energy-temperature-processor.js';
import { DRIVEN, Firefighter, FIGHTING, fightFires, LOW_ENERGY, type FirefighterOrder } from './firefighter.js';

/** Number of process runs between two requests for all fires, which cost energy. */
const ASKS_EVERY = 40;

/** Requests the list of fires now and then, and assigns drones to them. */
export class FirefighterLeader extends Firefighter {
  fires: readonly Coordinates[] = [];
  /** Positions of the drones that can be sent, by robot number. */
  dronePositions: (Coordinates | null)[] = [];
  droneEnergies: (number | null)[] = [];
  orders: (FirefighterOrder | null)[] = [];
  /** Set when the leader is short of energy; drones then decide for themselves. */
  isAutonomous = false;
  runsSinceAsking = ASKS_EVERY;

  static override readonly processes = [
    process<FirefighterLeader>()(
      { name: 'assigning', in: ['fires', 'dronePositions', 'droneEnergies', 'position', 'rID'], out: ['orders'] },
      (own) => {
        own.orders = ordersFor(own.fires, own.dronePositions, own.droneEnergies);
      },
    ),
    process<FirefighterLeader>()(
      {
        name: 'decision',
        in: ['sensor', 'station'],
        inout: [...DRIVEN, 'fires', 'isAutonomous', 'runsSinceAsking'],
      },
      (own, context) => {
        const data = fightFires(own, null, context);
        if (data === null) return;
        own.isAutonomous = own.isCharging || data.energy < LOW_ENERGY;
        if (data.fires !== null) {
          own.fires = data.fires;
          own.runsSinceAsking = 0;
        }
        own.runsSinceAsking++;
        own.wheels.asksForFires = !own.isAutonomous && own.runsSinceAsking > ASKS_EVERY;
      },
    ),
  ];
}

function ordersFor(
  fires: readonly Coordinates[],
  positions: readonly (Coordinates | null)[],
  energies: readonly (number | null)[],
): (FirefighterOrder | null)[] {
  const drones = [...positions.entries()].filter(([, place]) => place != null);
  const assigned = assignGreedily(
    drones.map(([, place]) => place!),
    fires,
  );
  const orders: (FirefighterOrder | null)[] = [];
  for (const [i, [rID, place]] of drones.entries()) {
    const fire = assigned[i] === undefined ? undefined : fires[assigned[i]];
    if ((energies[rID] ?? 0) < LOW_ENERGY) orders[rID] = { kind: 'RECHARGE' };
    else if (fire === undefined) orders[rID] = null;
    else orders[rID] = { kind: isWithin(place!, fire, FIGHTING) ? 'FIGHT' : 'FOLLOW', target: fire };
  }
  return orders;
}

/** Follows the orders of the leader, and decides for itself without one. */
export class FirefighterDrone extends Firefighter {
  order: FirefighterOrder | null = null;
  isOnItsOwn = true;

  static override readonly processes = [
    process<FirefighterDrone>()(
      { name: 'decision', in: ['sensor', 'station', 'order', 'isOnItsOwn'], inout: [...DRIVEN] },
      (own, context) => void fightFires(own, own.isOnItsOwn ? null : own.order, context),
    ),
  ];
}

/** Charges all robots near it. */
export class ChargingStation extends DEECoObject {
  override setParameters(x: number, y: number, _tag: string, size: number, context: Context): void {
    super.setParameters(x, y, CHARGER, size, context);
  }
}
