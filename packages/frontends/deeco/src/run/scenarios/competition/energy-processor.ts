import { squaredDistance } from '../../angles.js';
import {
  type ObjectPlacement,
  type RobotPlacement,
  SensoryInputsProcessor,
} from '../../environment/sensory-inputs-processor.js';

export const FULL_ENERGY = 300;

const CHARGE = 30;

/** Tag of the objects that charge robots. */
const CHARGER = 'Power Station';

/** Reading of the sensor `energy`. */
export class EnergyData {
  constructor(readonly energy: number) {}
}

/** Keeps the energy of all robots: actions cost energy, stations restore it. */
export class EnergyProcessor extends SensoryInputsProcessor<EnergyData> {
  private energies: number[] = [];

  sendInputs(robots: readonly RobotPlacement[], objects: readonly ObjectPlacement[]): readonly EnergyData[] {
    const chargers = objects.filter(({ tag }) => tag === CHARGER);
    this.energies = robots.map(({ x, y, currentAction }, i) => {
      const before = this.energies[i] ?? FULL_ENERGY;
      const left = currentAction.type === 'STAY' ? before : Math.max(0, before - 1);
      const isCharged = chargers.some((each) => squaredDistance(x, y, each.x, each.y) < each.size * each.size);
      return isCharged ? Math.min(FULL_ENERGY, left + CHARGE) : left;
    });
    return this.energies.map((energy) => new EnergyData(energy));
  }
}
