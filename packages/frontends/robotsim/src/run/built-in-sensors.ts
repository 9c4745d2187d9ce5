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

interface BuiltInSensor {
  readonly doc: string;
  readonly create: () => AnySensor;
}

/** The sensors that every robot has by default, by name. */
export const SENSOR_TABLE: Readonly<Record<string, BuiltInSensor>> = {
  gps: { doc: 'own position, or the positions of all robots', create: () => new GpsSensor() },
  view: { doc: 'other robots within a distance from centre to centre', create: () => new ViewSensor() },
  proximity: {
    doc: 'distances from the own centre to the rims of robots and obstacles, and their directions; can interrupt',
    create: () => new ProximitySensor(),
  },
  contact: { doc: 'robots and obstacles that the robot touches; can interrupt', create: () => new ContactSensor() },
  bump: { doc: 'the same, with the side of each contact; can interrupt', create: () => new BumpSensor() },
  sonar: {
    doc: 'distance from the start of a beam to the rim of the nearest thing in it',
    create: () => new SonarSensor(),
  },
  ring: {
    doc: 'distances along rays all around, from the own centre or rim to the rims of things',
    create: () => new RingSensor(),
  },
  heat: { doc: 'heat at the own position', create: () => new HeatSensor() },
  light: { doc: 'light at the own position', create: () => new LightSensor() },
  compass: { doc: 'own heading', create: () => new CompassSensor() },
};

export const BUILT_IN_SENSORS: ReadonlyMap<string, () => AnySensor> = new Map(
  Object.entries(SENSOR_TABLE).map(([name, { create }]) => [name, create]),
);

/** Creates a sensor of a robot; throws if the robot has no sensor of that name. */
export function sensorOf(sensors: ReadonlyMap<string, () => AnySensor>, robot: number, name: string): AnySensor {
  const create = sensors.get(name);
  if (create === undefined) {
    const known = [...sensors.keys()].map((each) => `'${each}'`).join(', ') || 'none';
    throw new RangeError(`p${robot} has no sensor '${name}': its sensors are ${known} (see robot.sensors)`);
  }
  return create();
}
