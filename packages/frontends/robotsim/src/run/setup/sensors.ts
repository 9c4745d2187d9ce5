/** Sensors that a configuration can name. */
import { SENSOR_TABLE } from '../built-in-sensors.js';
import type { AnySensor } from '../neko-robot.js';
import { Catalog } from './catalog.js';
import { hasMethod, type Wanted } from './classes.js';

export type SensorMaker = () => AnySensor;

export const SENSORS = new Catalog<SensorMaker>(
  'sensor',
  Object.entries(SENSOR_TABLE).map(([name, { doc, use, create }]) => ({
    name,
    aliases: [`${name}Sensor`, `lse.neko.robotsim.sensor.${name}Sensor`],
    doc,
    use,
    item: create,
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
