/** The leader, its drones and their station. */
import type { Coordinates } from '../../environment/coordinates.js';
import { DEECoObject } from '../../environment/deeco-object.js';
import { type Context, process } from '../../runtime/process.js';
import { assignGreedily } from '../navigation.js';
import { CHARGER } from './energy-temperature-processor.js';
import { DRIVEN, Firefighter, FIGHTING, fightFires, isWithin, LOW_ENERGY, type Order } from './firefighter.js';

/** Runs of the leader's process from one question about fires to the next: it costs. */
const ASKS_EVERY = 40;

/** Knows all fires now and then, and sends everybody to one. */
export class FirefighterLeader extends Firefighter {
  fires: readonly Coordinates[] = [];
  /** By the number of the robot; those that can be sent. */
  dronePositions: (Coordinates | null)[] = [];
  droneEnergies: (number | null)[] = [];
  orders: (Order | null)[] = [];
  /** Whether everybody has to see for themselves: the leader is short of energy. */
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
): (Order | null)[] {
  const drones = [...positions.entries()].filter(([, place]) => place != null);
  const assigned = assignGreedily(
    drones.map(([, place]) => place!),
    fires,
  );
  const orders: (Order | null)[] = [];
  for (const [i, [rID, place]] of drones.entries()) {
    const fire = assigned[i] === undefined ? undefined : fires[assigned[i]];
    if ((energies[rID] ?? 0) < LOW_ENERGY) orders[rID] = { kind: 'RECHARGE' };
    else if (fire === undefined) orders[rID] = null;
    else orders[rID] = { kind: isWithin(place!, fire, FIGHTING) ? 'FIGHT' : 'FOLLOW', target: fire };
  }
  return orders;
}

/** Goes where the leader says, and by its own lights when nobody says anything. */
export class FirefighterDrone extends Firefighter {
  order: Order | null = null;
  isOnItsOwn = true;

  static override readonly processes = [
    process<FirefighterDrone>()(
      { name: 'decision', in: ['sensor', 'station', 'order', 'isOnItsOwn'], inout: [...DRIVEN] },
      (own, context) => void fightFires(own, own.isOnItsOwn ? null : own.order, context),
    ),
  ];
}

/** Charges whoever is near. */
export class ChargingStation extends DEECoObject {
  override setParameters(x: number, y: number, _tag: string, size: number, context: Context): void {
    super.setParameters(x, y, CHARGER, size, context);
  }
}
