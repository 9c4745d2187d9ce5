import { CLONE } from '../runtime/clone.js';
import { COLLISIONS } from './action.js';

/** Returns the reading of a layer for a robot; undefined if there is none yet. */
type Readings = (layer: string, robot: number) => unknown;

type Class<T> = abstract new (...args: never[]) => T;

/** The sensors of a robot: `collisions`, and those that it has registered. */
export class SensorySystem {
  private readonly registered: Set<string>;
  private readings: Readings = () => undefined;
  private robot = -1;

  constructor(registered: Iterable<string> = [COLLISIONS]) {
    this.registered = new Set(registered);
  }

  /** `name` is the name of the layer. */
  registerSensor(name: string): void {
    this.registered.add(name);
  }

  unregisterSensor(name: string): void {
    this.registered.delete(name);
  }

  /**
   * Returns the layer's value itself; null if the sensor is not registered, the layer does not exist, it has no reading yet, or the
   * reading is not of the given class.
   */
  getInputFromSensor<T extends object>(name: string, type: Class<T>): T | null {
    if (!this.registered.has(name)) return null;
    const value = this.readings(name, this.robot);
    return value instanceof type ? value : null;
  }

  /** Called once, on deployment. */
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
