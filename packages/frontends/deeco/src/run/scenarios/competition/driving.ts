/** Shared by the robots of both teams: sensing, driving to a position, charging and evasion. */
import { squaredDistance } from '../../angles.js';
import { Action, CollisionData, COLLISIONS } from '../../environment/action.js';
import { Coordinates } from '../../environment/coordinates.js';
import { DEECoRobot } from '../../environment/deeco-robot.js';
import { frontalPoint, goTo, isWithin, waypointsAround } from '../navigation.js';
import { EnergyData, FULL_ENERGY } from './energy-processor.js';
import { SimpleWheels } from '../basic.js';

export type Team = 'T1' | 'T2';

export type DrivingOrder =
  | { readonly kind: 'FOLLOW'; readonly target: Coordinates }
  | { readonly kind: 'RECHARGE' }
  | { readonly kind: 'STAY' };

/** Below this a robot goes to its charger, and stays until it is full. */
const LOW_ENERGY = 80;

/** Squared distance at which a position counts as reached. */
const REACHED = 4;

/** Squared distance from the charger within which robots do not evade each other. */
const QUEUING = 40;

export abstract class CompetitionRobot extends DEECoRobot {
  override wheels = new PoweredWheels();
  abstract team: Team;
  position: Coordinates | null = null;
  energy = FULL_ENERGY;
  charger: Coordinates | null = null;
  isCharging = false;
  /** Waypoints around an obstacle. */
  waypoints: Coordinates[] = [];

  constructor() {
    super();
    this.sensor.registerSensor('coords');
    this.sensor.registerSensor('energy');
  }
}

/** Names of the knowledge that `drive` changes. */
export const DRIVEN = ['wheels', 'tag', 'position', 'energy', 'isCharging', 'waypoints'] as const;

type Driven = Pick<CompetitionRobot, (typeof DRIVEN)[number] | 'sensor' | 'charger'>;

/** Decides the next action: by energy first, then evasion, then the order. */
export function drive(own: Driven, order: DrivingOrder): void {
  const collisions = own.sensor.getInputFromSensor(COLLISIONS, CollisionData);
  const position = own.sensor.getInputFromSensor('coords', Coordinates);
  const data = own.sensor.getInputFromSensor('energy', EnergyData);
  if (collisions === null || position === null || data === null) return;
  own.position = position;
  own.energy = data.energy;
  own.tag = data.energy > 0 ? String(data.energy) : 'BROKEN';
  if (data.energy > 0) own.wheels.provideEnergy();
  own.isCharging = own.energy < LOW_ENERGY || (own.isCharging && own.energy < FULL_ENERGY);
  const isCharging = own.isCharging || order.kind === 'RECHARGE';
  const point = frontalPoint(collisions.collisionPoints);
  const isQueuing = isCharging && own.charger !== null && isWithin(position, own.charger, QUEUING);
  if (isQueuing) own.waypoints = [];
  else if (point !== undefined && collisions.action.type !== 'STAY') {
    own.waypoints = waypointsAround(position, point, own.waypoints.length > 0);
  } else if (own.waypoints.length > 0 && isWithin(position, own.waypoints[0]!, REACHED)) {
    // Keeps its present course until the next decision.
    own.waypoints.shift();
    return;
  }
  steer(own, position, own.waypoints[0] ?? destination(own, position, isCharging, order));
}

function destination(
  { charger }: Driven,
  position: Coordinates,
  isCharging: boolean,
  order: DrivingOrder,
): Coordinates | undefined {
  if (!isCharging) return order.kind === 'FOLLOW' ? order.target : undefined;
  return charger === null || squaredDistance(position.x, position.y, charger.x, charger.y) <= REACHED
    ? undefined
    : charger;
}

function steer({ wheels }: Driven, position: Coordinates, target: Coordinates | undefined): void {
  if (target === undefined) wheels.setAction(0, 0);
  else goTo(wheels, position, target);
}

/** The wheels send their action twice per cycle: first to the robot, then to the coordinator, which performs it. */
const SENDS_PER_CYCLE = 2;

/** Move only if they got energy since the last cycle. */
class PoweredWheels extends SimpleWheels {
  sendsLeft = 0;

  provideEnergy(): void {
    this.sendsLeft = SENDS_PER_CYCLE;
  }

  override sendCurrentAction(): Action {
    if (this.sendsLeft === 0) return new Action(0, 0);
    this.sendsLeft--;
    return new Action(this.speed, this.angle);
  }
}
