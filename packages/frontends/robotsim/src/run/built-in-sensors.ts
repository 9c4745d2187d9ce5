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
  /** Reading it in an algorithm. */
  readonly use: string;
  readonly create: () => AnySensor;
}

/** The sensors that every robot has by default, by name. */
export const SENSOR_TABLE: Readonly<Record<string, BuiltInSensor>> = {
  gps: {
    doc: 'own position, or the positions of all robots',
    use: 'this.gps.getSelfPosition(), this.gps.getAllPosition()',
    create: () => new GpsSensor(),
  },
  view: {
    doc: 'other robots within a distance from centre to centre',
    use: 'this.viewSensor.getRobotsInView(viewSize)',
    create: () => new ViewSensor(),
  },
  proximity: {
    doc: 'distances from the own centre to the rims of robots and obstacles, and their directions; can interrupt',
    use: 'this.proximitySensor.getProximityView(viewSize)',
    create: () => new ProximitySensor(),
  },
  contact: {
    doc: 'robots and obstacles that the robot touches; can interrupt',
    use: 'this.contactSensor.getContacts()',
    create: () => new ContactSensor(),
  },
  bump: {
    doc: 'the same, with the side of each contact; can interrupt',
    use: 'this.bumpSensor.getBumps(sector)',
    create: () => new BumpSensor(),
  },
  sonar: {
    doc: 'distance from the start of a beam to the rim of the nearest thing in it',
    use: 'this.sonarSensor.getDistance(range)',
    create: () => new SonarSensor(),
  },
  ring: {
    doc: 'distances along rays all around, from the own centre or rim to the rims of things',
    use: 'this.ringSensor.getDistances(rays, range)',
    create: () => new RingSensor(),
  },
  heat: { doc: 'heat at the own position', use: 'this.heatSensor.getHeat()', create: () => new HeatSensor() },
  light: { doc: 'light at the own position', use: 'this.lightSensor.getLight()', create: () => new LightSensor() },
  compass: { doc: 'own heading', use: 'this.compass.getHeading()', create: () => new CompassSensor() },
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
