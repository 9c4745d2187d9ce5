/** The ensembles of the firefighters. */
import { OpenEnsemble } from '../open-ensemble.js';
import type { ChargingStation, FirefighterDrone, FirefighterLeader } from './components.js';
import type { Firefighter } from './firefighter.js';

/** All robots get the position of the station. */
export class StationEnsemble extends OpenEnsemble<ChargingStation, Firefighter> {
  readonly roles = { coord: ['oID', 'position'], member: ['station', 'energy'] } as const;
  readonly exchanged = { coord: { in: ['position'] }, member: { out: ['station'] } } as const;

  exchange({ position }: ChargingStation, robot: Firefighter): void {
    robot.station = position;
  }
}

/** The leader gets the positions and energies of its drones, and they get their orders. */
export class DataAggregationAndOrderDistribution extends OpenEnsemble<FirefighterLeader, FirefighterDrone> {
  readonly roles = { coord: ['orders', 'dronePositions'], member: ['order', 'position'] } as const;
  readonly exchanged = {
    coord: { in: ['orders'], inout: ['dronePositions', 'droneEnergies'] },
    member: { in: ['rID', 'position', 'energy', 'isCharging'], out: ['order'] },
  } as const;

  exchange(leader: FirefighterLeader, drone: FirefighterDrone): void {
    leader.dronePositions[drone.rID] = drone.isCharging ? null : drone.position;
    leader.droneEnergies[drone.rID] = drone.energy;
    drone.order = leader.orders[drone.rID] ?? null;
  }
}

/** Drones decide for themselves when the leader is short of energy. */
export class ModeSwitch extends OpenEnsemble<FirefighterLeader, FirefighterDrone> {
  readonly roles = { coord: ['isAutonomous'], member: ['isOnItsOwn'] } as const;
  readonly exchanged = { coord: { in: ['isAutonomous'] }, member: { out: ['isOnItsOwn'] } } as const;

  exchange({ isAutonomous }: FirefighterLeader, drone: FirefighterDrone): void {
    drone.isOnItsOwn = isAutonomous;
  }
}
