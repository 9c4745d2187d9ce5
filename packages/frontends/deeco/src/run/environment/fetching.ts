/** The ensembles by which the coordinator learns what everybody does. */
import { Ensemble } from '../runtime/ensemble.js';
import type { Coordinator } from './coordinator.js';
import type { DEECoObject } from './deeco-object.js';
import type { DEECoRobot } from './deeco-robot.js';

type Fetching = Pick<Coordinator, 'phase' | 'cycle' | 'robotData'>;
type Robot = Pick<DEECoRobot, 'rID' | 'wheels' | 'tag'>;

/**
 * Asks the wheels. In the coordinator's task the action is kept and what the asking did to the wheels is not; in the robot's
 * own task it is the other way round.
 */
export class RobotEnsemble extends Ensemble<Fetching, Robot> {
  readonly roles = { coord: ['phase', 'robotData'], member: ['rID', 'wheels', 'tag'] } as const;
  readonly exchanged = {
    coord: { in: ['cycle'], inout: ['robotData'] },
    member: { in: ['rID', 'tag'], inout: ['wheels'] },
  } as const;

  membership({ phase }: Fetching): boolean {
    return phase === 'FETCHING';
  }

  exchange({ cycle, robotData }: Fetching, { rID, wheels, tag }: Robot): void {
    const action = wheels.sendCurrentAction(cycle);
    if (!robotData.has(rID)) robotData.add(rID, { action, tag });
  }
}

type FetchingObjects = Pick<Coordinator, 'phase' | 'objectData'>;
type SeenObject = Pick<DEECoObject, 'oID' | 'position' | 'size' | 'tag'>;

export class ObjectEnsemble extends Ensemble<FetchingObjects, SeenObject> {
  readonly roles = { coord: ['phase', 'objectData'], member: ['oID', 'position', 'tag'] } as const;
  readonly exchanged = {
    coord: { inout: ['objectData'] },
    member: { in: ['oID', 'position', 'size', 'tag'] },
  } as const;

  membership({ phase }: FetchingObjects): boolean {
    return phase === 'FETCHING';
  }

  exchange({ objectData }: FetchingObjects, { oID, position, size, tag }: SeenObject): void {
    if (!objectData.has(oID)) objectData.add(oID, { x: position.x, y: position.y, size, tag });
  }
}
