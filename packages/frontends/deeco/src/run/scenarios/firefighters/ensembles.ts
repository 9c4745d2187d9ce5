/** Who tells whom what among firefighters. */
import { Ensemble } from '../../runtime/ensemble.js';
import type { ChargingStation, FirefighterDrone, FirefighterLeader } from './components.js';
import type { Firefighter } from './firefighter.js';

/** Everybody knows where the station is. */
export class StationEnsemble extends Ensemble<ChargingStation, Firefighter> {
  readonly roles = { coord: ['oID', 'position'], member: ['station', 'energy'] } as const;
  readonly exchanged = { coord: { in: ['position'] }, member: { out: ['station'] } } as const;

  membership(): boolean {
    return true;
  }

  exchange({ position }: ChargingStation, robot: Firefighter): void {
    robot.station = position;
  }
}

/** The leader learns how its drones are, and they what to do. */
export class DataAggregationAndOrderDistribution extends Ensemble<FirefighterLeader, FirefighterDrone> {
  readonly roles = { coord: ['orders', 'dronePositions'], member: ['order', 'position'] } as const;
  readonly exchanged = {
    coord: { in: ['orders'], inout: ['dronePositions', 'droneEnergies'] },
    member: { in: ['rID', 'position', 'energy', 'isCharging'], out: ['order'] },
  } as const;

  membership(): boolean {
    return true;
  }

  exchange(leader: FirefighterLeader, drone: FirefighterDrone): void {
    leader.dronePositions[drone.rID] = drone.isCharging ? null : drone.position;
    leader.droneEnergies[drone.rID] = drone.energy;
    drone.order = leader.orders[drone.rID] ?? null;
  }
}

/** Drones are on their own when the leader is. */
export class ModeSwitch extends Ensemble<FirefighterLeader, FirefighterDrone> {
  readonly roles = { coord: ['isAutonomous'], member: ['isOnItsOwn'] } as const;
  readonly exchanged = { coord: { in: ['isAutonomous'] }, member: { out: ['isOnItsOwn'] } } as const;

  membership(): boolean {
    return true;
  }

  exchange({ isAutonomous }: FirefighterLeader, drone: FirefighterDrone): void {
    drone.isOnItsOwn = isAutonomous;
  }
}
