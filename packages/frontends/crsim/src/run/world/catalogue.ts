/** What an environment can be made of: the built-in kinds, and those of plug-ins. */
import { nearestName, type Place, type Problem } from '@kineko/formats/problem';
import type { CrsimModel, CrsimSensor } from '../../format/model.js';
import { EFFECTOR_KINDS, type EffectorKind } from './effector-kinds.js';
import { MAP_KINDS, type MapKind } from './maps.js';
import { SENSOR_KINDS, type SensorKind } from './sensor-kinds.js';
import { SHAPE_KINDS, type ShapeKind } from './shapes.js';

/** What a plug-in brings along. */
export interface CrsimPlugin {
  readonly shapes?: readonly ShapeKind[];
  readonly sensors?: readonly SensorKind[];
  readonly effectors?: readonly EffectorKind[];
  readonly maps?: readonly MapKind[];
}

export class Catalogue {
  readonly shapes: ReadonlyMap<string, ShapeKind>;
  /** By type. */
  readonly sensors: ReadonlyMap<string, SensorKind>;
  /** By action. */
  readonly effectors: ReadonlyMap<string, EffectorKind>;
  readonly maps: ReadonlyMap<string, MapKind>;

  constructor(plugins: readonly CrsimPlugin[] = []) {
    this.shapes = byKey([...SHAPE_KINDS, ...plugins.flatMap(({ shapes = [] }) => shapes)], ({ type }) => type);
    this.sensors = byKey([...SENSOR_KINDS, ...plugins.flatMap(({ sensors = [] }) => sensors)], ({ type }) => type);
    this.effectors = byKey(
      [...EFFECTOR_KINDS, ...plugins.flatMap(({ effectors = [] }) => effectors)],
      ({ action }) => action,
    );
    this.maps = byKey([...MAP_KINDS, ...plugins.flatMap(({ maps = [] }) => maps)], ({ name }) => name);
  }

  /** What a model asks for that there is not, or that lacks something. */
  problems(model: CrsimModel): Problem[] {
    const problems: Problem[] = [];
    const complain = (place: Place | undefined, text: string): void =>
      void problems.push({ severity: 'error', place, text });
    const map = this.maps.get(model.map);
    if (map === undefined) complain(undefined, unknown('map', model.map, this.maps));
    const missing = map?.problem?.(model);
    if (missing !== undefined) complain(undefined, missing);
    for (const { place, shapes, name } of model.objects) {
      for (const shape of shapes) {
        const kind = this.shapes.get(shape.type);
        if (kind === undefined) complain(place, `object '${name}': ${unknown('type', shape.type, this.shapes)}`);
        const lack = kind?.problem?.(shape);
        if (lack !== undefined) complain(place, `object '${name}': its ${shape.type} ${lack}`);
      }
    }
    for (const { sensors, name } of model.robots) {
      for (const sensor of sensors) this.checkSensor(sensor, `robot '${name}', sensor ${sensor.id}`, complain);
    }
    return problems;
  }

  private checkSensor(
    sensor: CrsimSensor,
    who: string,
    complain: (place: Place | undefined, text: string) => void,
  ): void {
    const kind = this.sensors.get(sensor.type);
    if (kind === undefined) complain(sensor.place, `${who}: ${unknown('type', sensor.type, this.sensors)}`);
    const lack = kind?.problem?.(sensor);
    if (lack !== undefined) complain(sensor.place, `${who}: a sensor of type ${sensor.type} ${lack}`);
  }
}

function byKey<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

function unknown(what: string, name: string, known: ReadonlyMap<string, unknown>): string {
  const names = [...known.keys()];
  const meant = nearestName(name, names);
  const right = meant === undefined ? `there are ${names.join(', ')}` : `did you mean ${meant}?`;
  return `its ${what} is "${name}", which nobody knows; ${right} (others come with plug-ins)`;
}
