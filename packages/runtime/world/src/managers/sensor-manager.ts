import { ReplyRecords } from '../sensors/reply-digest.js';
import type { Sensor } from '../sensors/sensor.js';
import type { Party } from '../world-view.js';
import { RobotSensors, type SensorManagerOptions } from './robot-sensors.js';

/**
 * Runs the sensors of all robots: answers each request in an event of its own, repeats those of push sensors and passes
 * on their replies. Contacts, motions and deliveries of an instant come before its sensor events, authors' code after.
 */
export class SensorManager {
  private readonly robots = new Map<number, RobotSensors>();
  private readonly options: SensorManagerOptions;

  constructor(options: Omit<SensorManagerOptions, 'replyRecords'>) {
    this.options = { ...options, replyRecords: new ReplyRecords() };
  }

  /** Gives a robot a sensor of its own and returns the sensor. */
  equip<S extends Sensor<never, unknown>>(robot: number, sensor: S): S {
    let sensors = this.robots.get(robot);
    if (sensors === undefined) {
      this.options.world.radiusOf(robot); // throws for an unknown robot
      sensors = new RobotSensors(robot, this.options);
      this.robots.set(robot, sensors);
    }
    sensors.add(sensor);
    return sensor;
  }

  /** Called when a robot begins to touch a robot or an obstacle: wakes exact contact and bump sensors. */
  touched(robot: number, kind: Party['kind'], id: number, now: number): void {
    this.robots.get(robot)?.touched({ kind, id }, now);
  }

  /** Called when a touch ends; only then can a touch of the same party be reported again. */
  released(robot: number, kind: Party['kind'], id: number): void {
    this.robots.get(robot)?.released({ kind, id });
  }

  /** Cancels all pending requests and activations of a robot's sensors, for example because it has crashed. */
  silence(robot: number): void {
    this.robots.get(robot)?.silence();
  }
}
