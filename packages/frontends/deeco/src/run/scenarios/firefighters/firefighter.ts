/** Shared by the leader and the drones: sensing, roaming, fighting fires, charging and evasion. */
import { COLLISIONS, CollisionData } from '../../environment/action.js';
import { Coordinates } from '../../environment/coordinates.js';
import { DEECoRobot } from '../../environment/deeco-robot.js';
import type { Context } from '../../runtime/process.js';
import { frontalPoint, goTo, isWithin, waypointsAround } from '../navigation.js';
import { EnergyTemperatureData, FULL_ENERGY } from './energy-temperature-processor.js';
import { FirefighterWheels } from './firefighter-wheels.js';

export type State = 'ROAM' | 'FOLLOW' | 'FIGHT' | 'RECHARGE' | 'AVOID';

export type FirefighterOrder =
  | { readonly kind: 'FOLLOW' | 'FIGHT'; readonly target: Coordinates }
  | { readonly kind: 'RECHARGE' | 'STAY' };

/** Below this a firefighter charges, until it has enough. */
export const LOW_ENERGY = 300;
const ENOUGH_ENERGY = 1350;

/** Squared distance within which a fire is fought. */
export const FIGHTING = 16;

/** Temperature from which a direction is worth following. */
const SUSPICIOUS = 80;

const BURNING = 150;
const REACHED = 4;

/** Probability of a random turn while roaming. */
const TURNS = 0.02;

export abstract class Firefighter extends DEECoRobot {
  override wheels = new FirefighterWheels();
  position: Coordinates | null = null;
  energy = FULL_ENERGY;
  state: State = 'ROAM';
  station: Coordinates | null = null;
  waypoints: Coordinates[] = [];
  isCharging = false;

  constructor() {
    super();
    this.sensor.registerSensor('coords');
    this.sensor.registerSensor('energy');
  }
}

export const DRIVEN = ['wheels', 'tag', 'position', 'energy', 'state', 'waypoints', 'isCharging'] as const;

export type Driven = Pick<Firefighter, (typeof DRIVEN)[number] | 'sensor' | 'station'>;

/** Decides by the order, or without one by the temperature. Returns the reading of the sensor, or null if there is none yet. */
export function fightFires(
  own: Driven,
  order: FirefighterOrder | null,
  { random }: Context,
): EnergyTemperatureData | null {
  const collisions = own.sensor.getInputFromSensor(COLLISIONS, CollisionData);
  const position = own.sensor.getInputFromSensor('coords', Coordinates);
  const data = own.sensor.getInputFromSensor('energy', EnergyTemperatureData);
  if (collisions === null || position === null || data === null) return null;
  own.position = position;
  own.energy = data.energy;
  own.isCharging = own.energy < LOW_ENERGY || (own.isCharging && own.energy < ENOUGH_ENERGY);
  const { wheels } = own;
  wheels.usesExtinguisher = false;
  wheels.asksForFires = false;
  if (data.energy === 0) {
    own.tag = 'BROKEN';
    wheels.setAction(0, 0);
    return data;
  }
  wheels.provideEnergy();
  const wanted = wantedState(own, order, data);
  const point = frontalPoint(collisions.collisionPoints);
  if (point !== undefined && collisions.action.type !== 'STAY' && wanted !== 'FIGHT') {
    own.waypoints = waypointsAround(position, point, own.waypoints.length > 0);
  }
  while (own.waypoints.length > 0 && isWithin(position, own.waypoints[0]!, REACHED)) own.waypoints.shift();
  own.state = own.waypoints.length > 0 ? 'AVOID' : wanted;
  own.tag = own.state;
  act(own, position, order, data, random);
  return data;
}

function wantedState(
  { isCharging }: Driven,
  order: FirefighterOrder | null,
  { temperature }: EnergyTemperatureData,
): State {
  if (isCharging || order?.kind === 'RECHARGE') return 'RECHARGE';
  if (temperature >= BURNING || order?.kind === 'FIGHT') return 'FIGHT';
  return temperature >= SUSPICIOUS || order?.kind === 'FOLLOW' ? 'FOLLOW' : 'ROAM';
}

function act(
  { state, wheels, waypoints, station }: Driven,
  position: Coordinates,
  order: FirefighterOrder | null,
  data: EnergyTemperatureData,
  random: () => number,
): void {
  const target = order !== null && 'target' in order ? order.target : null;
  switch (state) {
    case 'AVOID':
      return goTo(wheels, position, waypoints[0]!);
    case 'RECHARGE':
      return station === null || isWithin(position, station, REACHED)
        ? wheels.setAction(0, 0)
        : goTo(wheels, position, station);
    case 'FIGHT':
      wheels.usesExtinguisher = true;
      return wheels.setAction(0, data.angle);
    case 'FOLLOW':
      return data.temperature >= SUSPICIOUS || target === null
        ? wheels.setAction(1, data.angle)
        : goTo(wheels, position, target);
    case 'ROAM':
      return order?.kind === 'STAY'
        ? wheels.setAction(0, 0)
        : wheels.setAction(1, random() < TURNS ? (random() - 0.5) * Math.PI : 0);
  }
}
