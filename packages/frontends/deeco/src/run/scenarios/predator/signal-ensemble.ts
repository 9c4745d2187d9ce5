import { squaredDistance } from '../../angles.js';
import { Ensemble } from '../../runtime/ensemble.js';
import type { PredatorRobot } from './predator-robot.js';
import type { PreyRobot } from './prey-robot.js';

type Predator = Pick<PredatorRobot, 'target' | 'position'>;
type Prey = Pick<PreyRobot, 'alert' | 'position' | 'predatorPosition'>;

/** As near as this, squared, a predator is a danger. */
const NEAR = 400;

/** Lets prey know where the predator is, and whether to be afraid. */
export class SignalEnsemble extends Ensemble<Predator, Prey> {
  readonly roles = { coord: ['target', 'position'], member: ['alert', 'position'] } as const;
  readonly exchanged = {
    coord: { in: ['position'] },
    member: { in: ['position'], out: ['alert', 'predatorPosition'] },
  } as const;

  membership(): boolean {
    return true;
  }

  exchange({ position }: Predator, prey: Prey): void {
    const { x, y } = position;
    prey.predatorPosition = position;
    prey.alert = squaredDistance(x, y, prey.position.x, prey.position.y) < NEAR;
  }
}
