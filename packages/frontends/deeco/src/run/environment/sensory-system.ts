import { CLONE } from '../runtime/clone.js';
import { COLLISIONS } from './action.js';

/** Where readings come from: of a layer, by its name, for a robot. Undefined if there is none, or not yet. */
export type Readings = (layer: string, robot: number) => unknown;

type Class<T> = abstract new (...args: never[]) => T;

/** The sensors of a robot: the collisions, and those that it has registered. */
export class SensorySystem {
  private readonly registered: Set<string>;
  private readings: Readings = () => undefined;
  private robot = -1;

  constructor(registered: Iterable<string> = [COLLISIONS]) {
    this.registered = new Set(registered);
  }

  /** By the name of the layer. */
  registerSensor(name: string): void {
    this.registered.add(name);
  }

  unregisterSensor(name: string): void {
    this.registered.delete(name);
  }

  /**
   * The layer's own value; null if the sensor is not registered, there is no such layer, it has read nothing yet, or something
   * else than was asked for.
   */
  getInputFromSensor<T extends object>(name: string, type: Class<T>): T | null {
    if (!this.registered.has(name)) return null;
    const value = this.readings(name, this.robot);
    return value instanceof type ? value : null;
  }

  /** Called once, by whoever deploys the robot. */
  attach(robot: number, readings: Readings): void {
    this.robot = robot;
    this.readings = readings;
  }

  [CLONE](): SensorySystem {
    const copy = new SensorySystem(this.registered);
    copy.attach(this.robot, this.readings);
    return copy;
  }
}
