/** The kinds of shapes, sensors, effectors and maps: built-in ones and those of plug-ins. */
import { type Place, type Problem, unknownName } from '@kineko/formats/problem';
import type { CrsimModel, CrsimSensor } from '../../format/model.js';
import { EFFECTOR_KINDS, type EffectorKind } from './effector-kinds.js';
import { MAP_KINDS, type MapKind } from './maps.js';
import { SENSOR_KINDS, type SensorKind } from './sensor-kinds.js';
import { SHAPE_KINDS, type ShapeKind } from './shapes.js';

/** The exports of a plug-in. */
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

  /** Unknown or incomplete parts of a model. */
  problems(model: CrsimModel): Problem[] {
    const problems: Problem[] = [];
    const report = (place: Place | undefined, text: string): void =>
      void problems.push({ severity: 'error', place, text });
    const map = this.maps.get(model.map);
    if (map === undefined) report(undefined, unknown('map', model.map, this.maps));
    const missing = map?.problem?.(model);
    if (missing !== undefined) report(undefined, missing);
    for (const { place, shapes, name } of model.objects) {
      for (const shape of shapes) {
        const kind = this.shapes.get(shape.type);
        if (kind === undefined) report(place, `object '${name}': ${unknown('type', shape.type, this.shapes)}`);
        const lack = kind?.problem?.(shape);
        if (lack !== undefined) report(place, `object '${name}': its ${shape.type} ${lack}`);
      }
    }
    for (const { sensors, name } of model.robots) {
      for (const sensor of sensors) this.checkSensor(sensor, `robot '${name}', sensor ${sensor.id}`, report);
    }
    return problems;
  }

  private checkSensor(
    sensor: CrsimSensor,
    where: string,
    report: (place: Place | undefined, text: string) => void,
  ): void {
    const kind = this.sensors.get(sensor.type);
    if (kind === undefined) report(sensor.place, `${where}: ${unknown('type', sensor.type, this.sensors)}`);
    const lack = kind?.problem?.(sensor);
    if (lack !== undefined) report(sensor.place, `${where}: a sensor of type ${sensor.type} ${lack}`);
  }
}

function byKey<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [keyOf(item), item]));
}

function unknown(what: string, name: string, known: ReadonlyMap<string, unknown>): string {
  return `${unknownName(what, name, known.keys())} (plug-ins may add more)`;
}
