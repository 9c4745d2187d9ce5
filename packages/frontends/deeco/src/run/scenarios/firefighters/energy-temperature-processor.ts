import { expected } from '@kineko/formats/problem';
import { squaredDistance, subjectiveAngleBetween } from '../../angles.js';
import { Coordinates } from '../../environment/coordinates.js';
import {
  type LayerLog,
  type ObjectPlacement,
  type RobotPlacement,
  SensoryInputsProcessor,
} from '../../environment/sensory-inputs-processor.js';
import { EnergyTemperatureAction } from './firefighter-wheels.js';
import { type Hottest, MAX_PIXELS, TemperatureMap, WARM } from './temperature-map.js';

export const FULL_ENERGY = 1500;

/** Tag of the objects that charge robots. */
export const CHARGER = 'Charging Station';

/** A pixel that is not on fire warms up by less than this in one step. */
const FLICKER = 5;

const COSTS = { moving: 1, extinguisher: 5, fires: 50 };
const CHARGE = 100;

/** Reading of the sensor `energy`. */
export class EnergyTemperatureData {
  constructor(
    readonly energy: number,
    /** Temperature of the hottest pixel nearby. */
    readonly temperature: number,
    /** Direction of that pixel; 0 is straight ahead. */
    readonly angle: number,
    /** All fires, if the robot has requested them. */
    readonly fires: readonly Coordinates[] | null,
  ) {}
}

/** Simulates fires, the energy of robots, and their effects on each other. The argument is the path of the temperature log. */
export class EnergyTemperatureProcessor extends SensoryInputsProcessor<EnergyTemperatureData> {
  private energies: number[] = [];
  private temperatures: TemperatureMap | undefined;
  private log: LayerLog | undefined;
  private isHeaderWritten = false;

  override processArg(arg: string): void {
    const { sizeX, sizeY } = this.environmentMap;
    if (sizeX * sizeY > MAX_PIXELS) {
      throw new Error(`the field: ${expected(`at most ${MAX_PIXELS} pixels`, sizeX * sizeY)}`);
    }
    if (arg !== '') this.log = this.openLog(arg, (start, length) => this.isLog(start, length));
  }

  sendInputs(robots: readonly RobotPlacement[], objects: readonly ObjectPlacement[]): readonly EnergyTemperatureData[] {
    const { sizeX, sizeY } = this.environmentMap;
    const map = (this.temperatures ??= new TemperatureMap(sizeX, sizeY, this.context.random));
    map.step();
    const before = robots.map((robot) => hottestNear(map, robot));
    for (const [i, { currentAction: action }] of robots.entries()) {
      if (!(action instanceof EnergyTemperatureAction) || !action.usesExtinguisher) continue;
      if (this.energyOf(i) > 0) map.extinguish(before[i]!.x, before[i]!.y);
    }
    this.write(map);
    const fires = map.fires.map(({ x, y }) => new Coordinates(x, y));
    const chargers = objects.filter(({ tag }) => tag === CHARGER);
    return robots.map((robot, i) => {
      const { x, y, angle, currentAction: action } = robot;
      const hottest = hottestNear(map, robot);
      const isCharged = chargers.some((each) => squaredDistance(x, y, each.x, each.y) < each.size * each.size);
      const energy = isCharged ? this.energyOf(i) + CHARGE : this.energyOf(i);
      const left = Math.max(0, Math.min(FULL_ENERGY, energy) - costOf(action) - damageBy(hottest));
      this.energies[i] = left;
      const asks = action instanceof EnergyTemperatureAction && action.asksForFires && left > 0;
      const direction = subjectiveAngleBetween(x, y, angle, hottest.x + 0.5, hottest.y + 0.5);
      return new EnergyTemperatureData(left, hottest.temperature, direction, asks ? fires : null);
    });
  }

  /** A log has two bytes with the size of the map, then whole frames; the first frame has at most one fire. */
  private isLog(start: Uint8Array, length: number): boolean {
    const [sizeX = 0, sizeY = 0] = start;
    const map = this.environmentMap;
    // Sizes above 255 do not fit into their bytes, so the size of the map is tried as well.
    return [sizeX * sizeY, map.sizeX * map.sizeY].some((frame) => {
      const hot = start.subarray(2, 2 + frame).filter((temperature) => temperature > WARM + FLICKER);
      return frame > 0 && length > 2 && (length - 2) % frame === 0 && hot.length <= 1;
    });
  }

  private energyOf(robot: number): number {
    return this.energies[robot] ?? FULL_ENERGY;
  }

  private write(map: TemperatureMap): void {
    if (!this.isHeaderWritten) this.log?.write(Uint8Array.of(map.sizeX, map.sizeY));
    this.isHeaderWritten = true;
    this.log?.write(map.frame);
  }
}

function hottestNear(map: TemperatureMap, { x, y, size }: RobotPlacement): Hottest {
  return map.hottestAround(Math.floor(x), Math.floor(y), Math.floor(size));
}

function costOf(action: RobotPlacement['currentAction']): number {
  let cost = action.type === 'STAY' ? 0 : COSTS.moving;
  if (!(action instanceof EnergyTemperatureAction)) return cost;
  if (action.usesExtinguisher) cost += COSTS.extinguisher;
  if (action.asksForFires) cost += COSTS.fires;
  return cost;
}

function damageBy({ temperature }: Hottest): number {
  return temperature > WARM ? Math.floor((temperature - WARM) / 10) : 0;
}
