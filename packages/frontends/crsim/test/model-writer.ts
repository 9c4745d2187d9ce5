/** Writes environment model files, to test that the reader returns what was written. */
import {
  type CrsimModel,
  type CrsimObject,
  type CrsimSensor,
  type CrsimShape,
  DEFAULT_COLOR,
  type Params,
} from '../src/format/model.js';

type Value = string | number | boolean | undefined;

export function writeCrsimModel(model: CrsimModel): string {
  const { communications, walls, map, grid, gridPolicy } = model;
  const isUsualMap = map === (grid === undefined ? 'exact' : 'grid');
  return [
    `<environment${attributes({
      width: model.width,
      depth: model.depth,
      timeStepMillis: model.timeStepMillis,
      walls: walls || undefined,
      map: isUsualMap ? undefined : map,
      grid,
      gridPolicy: gridPolicy === 'exact' ? undefined : gridPolicy,
    })}>`,
    `  <communications${attributes({ ...communications })}/>`,
    ...model.objects.flatMap((object) => objectLines(object)),
    ...model.robots.flatMap(({ sensors, ...robot }) =>
      elementLines('robot', { ...thing(robot), ...sizes(robot.shapes[0]!) }, sensors.flatMap(sensorLines)),
    ),
    '</environment>',
    '',
  ].join('\n');
}

function objectLines(object: CrsimObject): string[] {
  const [shape, ...more] = object.shapes;
  if (shape !== undefined && more.length === 0 && isHere(shape)) {
    return elementLines('object', { ...thing(object), ...sizes(shape) }, paramLines(shape.params));
  }
  const inside = object.shapes.flatMap((part) =>
    elementLines('shape', { ...place(part), ...sizes(part) }, paramLines(part.params)),
  );
  return elementLines('object', thing(object), inside);
}

function sensorLines(sensor: CrsimSensor): string[] {
  const { id, type, x, z, hasPosition = false, range, radius, params } = sensor;
  // A position of 0 differs from a missing one.
  const position = hasPosition && { x, z };
  return elementLines('sensor', { id, type, ...place(sensor), ...position, range, radius }, paramLines(params));
}

function paramLines(params: Params): string[] {
  return Object.entries(params).flatMap(([name, value]) => elementLines('param', { name, value }, []));
}

function thing({ name, x, y, z, rotation, color, heat, ir }: CrsimObject): Record<string, Value> {
  const isUsual = color.every((part, i) => part === DEFAULT_COLOR[i]);
  return {
    name,
    x,
    y: y || undefined,
    z,
    rotation: rotation || undefined,
    color: isUsual ? undefined : color.join(' '),
    heat: heat || undefined,
    ir: ir || undefined,
  };
}

function sizes({ type, width, height, depth, radius }: CrsimShape): Record<string, Value> {
  return { type, width, height, depth, radius };
}

function place({ x, y, z, rotation }: CrsimShape | CrsimSensor): Record<string, Value> {
  return { x: x || undefined, y: y || undefined, z: z || undefined, rotation: rotation || undefined };
}

function isHere({ x, y, z, rotation }: CrsimShape): boolean {
  return x === 0 && y === 0 && z === 0 && rotation === 0;
}

function elementLines(name: string, values: Record<string, Value>, inside: readonly string[]): string[] {
  const start = `  <${name}${attributes(values)}`;
  if (inside.length === 0) return [`${start}/>`];
  return [`${start}>`, ...inside.map((line) => `  ${line}`), `  </${name}>`];
}

function attributes(values: Record<string, Value>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(String(value))}"`]))
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\t', '&#9;');
}
