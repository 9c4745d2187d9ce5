import {
  BumpSensor,
  CompassSensor,
  ContactSensor,
  GpsSensor,
  HeatSensor,
  LightSensor,
  ProximitySensor,
  RingSensor,
  SonarSensor,
  ViewSensor,
} from '@kineko/world';
import type { AnySensor } from './neko-robot.js';

/** The sensors that every robot has unless it is said otherwise, by name. */
export const BUILT_IN_SENSORS: ReadonlyMap<string, () => AnySensor> = new Map<string, () => AnySensor>([
  ['gps', () => new GpsSensor()],
  ['view', () => new ViewSensor()],
  ['proximity', () => new ProximitySensor()],
  ['contact', () => new ContactSensor()],
  ['bump', () => new BumpSensor()],
  ['sonar', () => new SonarSensor()],
  ['ring', () => new RingSensor()],
  ['heat', () => new HeatSensor()],
  ['light', () => new LightSensor()],
  ['compass', () => new CompassSensor()],
]);

/** Makes a sensor of those that a robot has; who asks for another one is told which there are. */
export function sensorOf(sensors: ReadonlyMap<string, () => AnySensor>, robot: number, name: string): AnySensor {
  const create = sensors.get(name);
  if (create === undefined) {
    const known = [...sensors.keys()].map((each) => `'${each}'`).join(', ') || 'none';
    throw new RangeError(`p${robot} has no sensor '${name}': its sensors are ${known} (see robot.sensors)`);
  }
  return create();
}
