/** The ensembles of the competition. */
import { squaredDistance } from '../../angles.js';
import type { Coordinator } from '../../environment/coordinator.js';
import { Ensemble } from '../../runtime/ensemble.js';
import { OpenEnsemble } from '../open-ensemble.js';
import type { CompetitionRobot } from './driving.js';
import type { CollectibleItem, CommandStation, Counter, PowerStation } from './objects.js';
import type { AutonomousRobot, ControlledRobot } from './robots.js';

/** Squared distance at which an item is collected. */
const COLLECTED = 4;

/** Points that win. */
const GOAL = 30;

/** The station gets the positions of its robots, and they get their orders. */
export class OrderEnsemble extends OpenEnsemble<CommandStation, ControlledRobot> {
  readonly roles = { coord: ['robotPositions', 'orders'], member: ['order', 'position'] } as const;
  readonly exchanged = {
    coord: { in: ['orders'], inout: ['robotPositions'] },
    member: { in: ['rID', 'position', 'isCharging'], inout: ['order'] },
  } as const;

  exchange(station: CommandStation, robot: ControlledRobot): void {
    // A robot that is charging cannot be sent.
    station.robotPositions[robot.rID] = robot.isCharging ? null : robot.position;
    robot.order = robot.isCharging ? { kind: 'RECHARGE' } : (station.orders[robot.rID] ?? { kind: 'STAY' });
  }
}

/** Items notice robots that come near. */
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

/** The station and Blue get the positions of the visible items. */
export class ItemPositionSignal extends OpenEnsemble<Informed, CollectibleItem> {
  readonly roles = { coord: ['itemPositions'], member: ['collectedBy', 'position', 'size'] } as const;
  readonly exchanged = {
    coord: { inout: ['itemPositions'] },
    member: { in: ['oID', 'position', 'size', 'collectedBy'] },
  } as const;

  exchange({ itemPositions }: Informed, { oID, position, size, collectedBy }: CollectibleItem): void {
    itemPositions[oID] = size > 0 && collectedBy === null ? position : null;
  }
}

export class ScoreUpdate extends OpenEnsemble<Counter, CollectibleItem> {
  readonly roles = { coord: ['itemScores'], member: ['score'] } as const;
  readonly exchanged = { coord: { inout: ['itemScores'] }, member: { in: ['oID', 'score'] } } as const;

  exchange({ itemScores }: Counter, { oID, score }: CollectibleItem): void {
    itemScores[oID] = score;
  }
}

type StatusKnowledge = Pick<Coordinator, 'status' | 'endSignal' | 'cycle'>;

/** Shows the score in the status, and ends the run when a team has won. */
export class StatusUpdate extends OpenEnsemble<StatusKnowledge, Counter> {
  readonly roles = { coord: ['status', 'endSignal', 'cycle'], member: ['total'] } as const;
  readonly exchanged = {
    coord: { in: ['cycle'], inout: ['endSignal'], out: ['status'] },
    member: { in: ['total'] },
  } as const;

  exchange(coordinator: StatusKnowledge, { total: { T1, T2 } }: Counter): void {
    const winner = T1 >= GOAL ? 'Red' : T2 >= GOAL ? 'Blue' : undefined;
    const what = winner === undefined ? `SCORE: ${T1}/${T2}` : `Team ${winner} wins the game!`;
    coordinator.status = `CYCLE: ${coordinator.cycle}; ${what}`;
    if (winner !== undefined) coordinator.endSignal = true;
  }
}

/** Robots get the position of their team's charger. */
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

/** Blue reads the orders of Red. */
export class HackEnsemble extends OpenEnsemble<AutonomousRobot, ControlledRobot> {
  readonly roles = { coord: ['hackedPlans'], member: ['order', 'position'] } as const;
  readonly exchanged = {
    coord: { inout: ['hackedPlans'] },
    member: { in: ['rID', 'order', 'position'] },
  } as const;

  exchange({ hackedPlans }: AutonomousRobot, { rID, order, position }: ControlledRobot): void {
    hackedPlans[rID] = order.kind === 'FOLLOW' && position !== null ? { position, target: order.target } : null;
  }
}
