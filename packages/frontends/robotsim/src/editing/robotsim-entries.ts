/** Converts obstacles and objects of a configuration to shapes, and back; lists are read as the maps they stand for. */
import {
  type Form,
  kindOf,
  middleOf,
  numberOf,
  placed,
  type Point,
  type Properties,
  propertiesBy,
  relativeTo,
  type Shape,
  tidy,
  tidyPoint,
} from '@kineko/editor';
import type { Written } from './keyed-text.js';
import { splitItems } from '@kineko/run/settings';
import { OBJECT_ORDER, OBSTACLE_ORDER, printObject, printObstacle } from '../format/values/entry-form.js';
import type { ObstacleSpec } from '../format/values/entry-specs.js';
import { ROBOTSIM } from './robotsim-format.js';

type Members = Readonly<Record<string, unknown>>;

/** Reads `box, 0, 0, 10, 20`, or the same in brackets, as a list. */
function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  return typeof value === 'string' ? splitItems(value).map(({ text }) => text) : undefined;
}

function mapOf(value: unknown): Members | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(value) as Members;
  } catch {
    return undefined;
  }
}

/** `[10, 20]`, `{x: 10, y: 20}` or `10, 20`. */
export function pointOf(value: unknown): Point | undefined {
  const map = mapOf(value);
  const list = listOf(value);
  const x = numberOf(map === undefined ? list?.[0] : map['x']);
  const y = numberOf(map === undefined ? list?.[1] : map['y']);
  return x === undefined || y === undefined ? undefined : { x, y };
}

function inOrder(names: readonly string[], items: readonly unknown[]): Members {
  return Object.fromEntries(
    names.flatMap((name, k) => (items[k] === undefined || items[k] === '' ? [] : [[name, items[k]]])),
  );
}

/** Reads an obstacle in any form as a map. */
export function obstacleMembers(value: unknown): Members | undefined {
  const map = mapOf(value);
  if (map !== undefined) return map;
  const [kind, ...rest] = listOf(value) ?? [];
  if (typeof kind !== 'string') return undefined;
  const order = Object.hasOwn(OBSTACLE_ORDER, kind) ? OBSTACLE_ORDER[kind] : undefined;
  if (order !== undefined) return { kind, ...inOrder(order, rest) };
  const points: unknown[] = [];
  for (let k = 0; k + 1 < rest.length; k += 2) points.push([rest[k], rest[k + 1]]);
  return kind === 'segment' ? { kind, a: points[0], b: points[1] } : { kind, points };
}

export function objectMembers(value: unknown): Members | undefined {
  const map = mapOf(value);
  if (map !== undefined) return map;
  const list = listOf(value);
  return list === undefined ? undefined : inOrder(OBJECT_ORDER, list);
}

/** Undefined for an obstacle that the editor cannot show. */
export function obstacleShape(members: Members, id: number): Shape | undefined {
  const { kind } = members;
  const points = kind === 'segment' ? [members['a'], members['b']] : members['points'];
  const corners = Array.isArray(points) ? points.flatMap((point) => pointOf(point) ?? []) : [];
  const [x, y] = [numberOf(members['x']) ?? 0, numberOf(members['y']) ?? 0];
  const shape = (place: Point, form: Form): Shape => {
    const properties = propertiesOf(members, kind as string);
    return { id, kind: kind as string, ...place, angle: 0, form, properties };
  };
  switch (kind) {
    case 'segment':
    case 'polyline': {
      if (corners.length === 0) return undefined;
      const middle = middleOf(corners);
      return shape(middle, { kind: 'path', points: relativeTo(middle, corners), width: 0 });
    }
    case 'polygon': {
      if (corners.length === 0) return undefined;
      const middle = middleOf(corners);
      return shape(middle, { kind: 'polygons', parts: [relativeTo(middle, corners)] });
    }
    case 'box': {
      const [width, height] = [numberOf(members['width']) ?? 0, numberOf(members['height']) ?? 0];
      return shape({ x: tidy(x + width / 2), y: tidy(y + height / 2) }, { kind: 'box', width, height });
    }
    case 'disc':
      return shape({ x, y }, { kind: 'disc', radius: numberOf(members['radius']) ?? 0 });
    case 'bitmap':
      return shape({ x, y }, { kind: 'box', width: 0, height: 0 });
    default:
      return undefined;
  }
}

export function objectShape(members: Members, id: number): Shape | undefined {
  const place = pointOf(members);
  if (place === undefined) return undefined;
  const form: Form = { kind: 'disc', radius: numberOf(members['size']) ?? 0 };
  return { id, kind: 'object', ...place, angle: 0, form, properties: propertiesOf(members, 'object') };
}

function propertiesOf(members: Members, kind: string): Properties {
  return propertiesBy(kindOf(ROBOTSIM, kind).fields, (name) => members[name]);
}

/** Members that the editor does not show are taken from the previous value. */
export function writtenObstacle(shape: Shape, was: Members = {}): Written {
  const names = kindOf(ROBOTSIM, shape.kind).fields.map(({ name }) => name);
  const value = { ...without(was, names), kind: shape.kind, ...geometryOf(shape), ...shape.properties };
  return { value: asPairs(value), line: printObstacle(value as unknown as ObstacleSpec) };
}

export function writtenObject(shape: Shape, was: Members = {}): Written {
  const names = kindOf(ROBOTSIM, 'object').fields.map(({ name }) => name);
  const { x, y } = tidyPoint(shape);
  const radius = shape.form.kind === 'disc' ? tidy(shape.form.radius) : 0;
  const size = radius > 0 || 'size' in was ? { size: radius } : {};
  const others = without(was, [...names, 'x', 'y', 'size']);
  const value = { x, y, ...size, ...others, ...shape.properties };
  return { value, line: printObject(value) };
}

function without(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

function geometryOf(shape: Shape): Members {
  const { form, kind } = shape;
  switch (form.kind) {
    case 'path': {
      const points = placed(shape, form.points).map(tidyPoint);
      return kind === 'segment' ? { a: points[0], b: points.at(-1) } : { points };
    }
    case 'polygons':
      return { points: placed(shape, form.parts[0] ?? []).map(tidyPoint) };
    case 'disc':
      return { ...tidyPoint(shape), radius: tidy(form.radius) };
    case 'box': {
      if (kind === 'bitmap') return { ...tidyPoint(shape) };
      const [width, height] = [tidy(form.width), tidy(form.height)];
      return { ...tidyPoint({ x: shape.x - width / 2, y: shape.y - height / 2 }), width, height };
    }
    case 'source':
      return { ...tidyPoint(shape) };
  }
}

/** Writes points as pairs of numbers, as usual in YAML. */
function asPairs(value: Members): Members {
  const pair = (point: unknown): unknown => {
    const { x, y } = point as Point;
    return [x, y];
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === 'a' || name === 'b') return [name, pair(each)];
      return [name, name === 'points' ? (each as unknown[]).map(pair) : each];
    }),
  );
}
