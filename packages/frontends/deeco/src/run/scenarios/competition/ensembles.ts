/** Who tells whom what in the competition. */
import { squaredDistance } from '../../angles.js';
import type { Coordinator } from '../../environment/coordinator.js';
import { Ensemble } from '../../runtime/ensemble.js';
import type { CompetitionRobot } from './driving.js';
import type { CollectibleItem, CommandStation, Counter, PowerStation } from './objects.js';
import type { AutonomousRobot, ControlledRobot } from './robots.js';

/** As near as this, squared, an item is collected. */
const COLLECTED = 4;

/** Points that win. */
const GOAL = 30;

/** The station learns where its robots are, and they what to do. */
export class OrderEnsemble extends Ensemble<CommandStation, ControlledRobot> {
  readonly roles = { coord: ['robotPositions', 'orders'], member: ['order', 'position'] } as const;
  readonly exchanged = {
    coord: { in: ['orders'], inout: ['robotPositions'] },
    member: { in: ['rID', 'position', 'isCharging'], inout: ['order'] },
  } as const;

  membership(): boolean {
    return true;
  }

  exchange(station: CommandStation, robot: ControlledRobot): void {
    // Who is being charged does not count among those who can be sent.
    station.robotPositions[robot.rID] = robot.isCharging ? null : robot.position;
    robot.order = robot.isCharging ? { kind: 'RECHARGE' } : (station.orders[robot.rID] ?? { kind: 'STAY' });
  }
}

/** Items notice who comes near. */
export class CollectEnsemble extends Ensemble<CompetitionRobot, CollectibleItem> {
  readonly roles = { coord: ['team', 'position'], member: ['collectedBy', 'position', 'size'] } as const;
  readonly exchanged = { coord: { in: ['team'] }, member: { inout: ['collectedBy'] } } as const;

  membership({ position: robot }: CompetitionRobot, { position: item, size }: CollectibleItem): boolean {
    return robot !== null && size > 0 && squaredDistance(robot.x, robot.y, item.x, item.y) < COLLECTED;
  }

  exchange({ team }: CompetitionRobot, item: CollectibleItem): void {
    item.collectedBy ??= team;
  }
}

type Informed = Pick<CommandStation | AutonomousRobot, 'itemPositions'>;

/** Tells the station, and Blue, which items can be seen. */
export class ItemPositionSignal extends Ensemble<Informed, CollectibleItem> {
  readonly roles = { coord: ['itemPositions'], member: ['collectedBy', 'position', 'size'] } as const;
  readonly exchanged = {
    coord: { inout: ['itemPositions'] },
    member: { in: ['oID', 'position', 'size', 'collectedBy'] },
  } as const;

  membership(): boolean {
    return true;
  }

  exchange({ itemPositions }: Informed, { oID, position, size, collectedBy }: CollectibleItem): void {
    itemPositions[oID] = size > 0 && collectedBy === null ? position : null;
  }
}

export class ScoreUpdate extends Ensemble<Counter, CollectibleItem> {
  readonly roles = { coord: ['itemScores'], member: ['score'] } as const;
  readonly exchanged = { coord: { inout: ['itemScores'] }, member: { in: ['oID', 'score'] } } as const;

  membership(): boolean {
    return true;
  }

  exchange({ itemScores }: Counter, { oID, score }: CollectibleItem): void {
    itemScores[oID] = score;
  }
}

type Told = Pick<Coordinator, 'status' | 'endSignal' | 'cycle'>;

/** The score as the status; who has enough has won, and that is the end. */
export class StatusUpdate extends Ensemble<Told, Counter> {
  readonly roles = { coord: ['status', 'endSignal', 'cycle'], member: ['total'] } as const;
  readonly exchanged = {
    coord: { in: ['cycle'], inout: ['endSignal'], out: ['status'] },
    member: { in: ['total'] },
  } as const;

  membership(): boolean {
    return true;
  }

  exchange(coordinator: Told, { total: { T1, T2 } }: Counter): void {
    const winner = T1 >= GOAL ? 'Red' : T2 >= GOAL ? 'Blue' : undefined;
    const what = winner === undefined ? `SCORE: ${T1}/${T2}` : `Team ${winner} wins the game!`;
    coordinator.status = `CYCLE: ${coordinator.cycle}; ${what}`;
    if (winner !== undefined) coordinator.endSignal = true;
  }
}

/** Everybody knows the charger of their team. */
export class ChargerPositionEnsemble extends Ensemble<PowerStation, CompetitionRobot> {
  readonly roles = { coord: ['chargedTeam', 'position'], member: ['team', 'charger'] } as const;
  readonly exchanged = { coord: { in: ['position'] }, member: { out: ['charger'] } } as const;

  membership({ chargedTeam }: PowerStation, { team }: CompetitionRobot): boolean {
    return chargedTeam === team;
  }

  exchange({ position }: PowerStation, robot: CompetitionRobot): void {
    robot.charger = position;
  }
}

/** Blue reads what Red has been told to do. */
export class HackEnsemble extends Ensemble<AutonomousRobot, ControlledRobot> {
  readonly roles = { coord: ['hackedPlans'], member: ['order', 'position'] } as const;
  readonly exchanged = {
    coord: { inout: ['hackedPlans'] },
    member: { in: ['rID', 'order', 'position'] },
  } as const;

  membership(): boolean {
    return true;
  }

  exchange({ hackedPlans }: AutonomousRobot, { rID, order, position }: ControlledRobot): void {
    hackedPlans[rID] = order.kind === 'FOLLOW' && position !== null ? { position, target: order.target } : null;
  }
}
