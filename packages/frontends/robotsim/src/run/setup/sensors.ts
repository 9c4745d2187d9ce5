/** Which sensors robots have. */
import { BUILT_IN_SENSORS } from '../built-in-sensors.js';
import type { AnySensor } from '../neko-robot.js';
import { Catalog } from './catalog.js';
import { hasMethod, type Wanted } from './classes.js';

export type SensorMaker = () => AnySensor;

const DOCS: Readonly<Record<string, string>> = {
  gps: 'where one is, or where all are',
  view: 'where others are, within a distance from centre to centre',
  proximity:
    'how far robots and obstacles are from the own centre to their rims, and in which direction; can interrupt',
  contact: 'whom one touches; can interrupt',
  bump: 'whom one touches, and on which side; can interrupt',
  sonar: 'how far the nearest thing in a beam is, from where the beam starts to its rim',
  ring: 'how far things are on rays all around, from the own centre or rim to their rims',
  heat: 'how warm it is',
  light: 'how light it is',
  compass: 'the own heading',
};

export const SENSORS = new Catalog<SensorMaker>(
  'sensor',
  [...BUILT_IN_SENSORS].map(([name, item]) => ({
    name,
    aliases: [`${name}Sensor`, `lse.neko.robotsim.sensor.${name}Sensor`],
    doc: DOCS[name]!,
    item,
  })),
);

export const SENSOR_WANTED: Wanted<SensorMaker> = {
  what: 'a sensor',
  explained: 'a class that extends Sensor or PushSensor, made without arguments',
  catalog: SENSORS,
  take: (exported) => {
    if (!hasMethod(exported, 'calReply')) return undefined;
    const create = exported as unknown as new () => AnySensor;
    return () => new create();
  },
};
