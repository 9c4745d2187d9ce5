/** Obstacles and objects as lists, `box, 0, 0, 10, 20`: the form in properties, converted to maps and back. */
import { escapedItem, oneOf, type Raw, type RawEntry, type RawOf } from '@kineko/run/settings';
import { OBSTACLE_KINDS } from './entry-fields.js';
import type { ObjectSpec, ObstacleSpec } from './entry-specs.js';
import type { Point } from './lists.js';

/** The order of the fields in a list; optional fields at the end may be omitted. */
export const OBJECT_ORDER: readonly string[] = ['x', 'y', 'size', 'tag', 'heat', 'light', 'solid'];

export const OBSTACLE_ORDER: Readonly<Record<string, readonly string[]>> = {
  box: ['x', 'y', 'width', 'height'],
  disc: ['x', 'y', 'radius'],
  bitmap: ['file', 'x', 'y', 'metresPerPixel'],
};

/** Undefined if the items are not an obstacle. */
export function obstacleMap([first, ...rest]: readonly Raw[], whole: Raw): RawOf<'map'> | undefined {
  const kind = first === undefined ? undefined : oneOf(first);
  if (kind === undefined) return undefined;
  const head: RawEntry = { key: 'kind', place: kind.place, value: kind };
  if (Object.hasOwn(OBSTACLE_ORDER, kind.text)) return inOrder(OBSTACLE_ORDER[kind.text]!, rest, whole, head);
  // The reader of the map reports the unknown kind.
  if (!Object.hasOwn(OBSTACLE_KINDS, kind.text)) return { kind: 'map', members: [head], place: whole.place };
  if (rest.length % 2 !== 0) return undefined;
  const corners = pairsOf(rest);
  if (kind.text === 'segment') return inOrder(['a', 'b'], corners, whole, head);
  return inOrder(['points'], [{ kind: 'list', items: corners, place: whole.place }], whole, head);
}

export function objectMap(items: readonly Raw[], whole: Raw): RawOf<'map'> | undefined {
  return inOrder(OBJECT_ORDER, items, whole);
}

function pairsOf(items: readonly Raw[]): Raw[] {
  return Array.from({ length: items.length / 2 }, (_, i): Raw => {
    return { kind: 'list', items: items.slice(2 * i, 2 * i + 2), place: items[2 * i]!.place };
  });
}

function inOrder(
  names: readonly string[],
  items: readonly Raw[],
  whole: Raw,
  ...head: RawEntry[]
): RawOf<'map'> | undefined {
  if (items.length > names.length) return undefined;
  const members = items.flatMap((value, index): RawEntry[] => {
    const isLeftOut = value.kind === 'scalar' && value.text === '' && !value.isQuoted;
    return isLeftOut ? [] : [{ key: names[index]!, place: value.place, value }];
  });
  return { kind: 'map', members: [...head, ...members], place: whole.place };
}

/** Prints a list, or JSON if a list cannot represent the obstacle. */
export function printObstacle(obstacle: ObstacleSpec): string {
  const { name, ...rest } = obstacle;
  if (name !== undefined) return JSON.stringify(obstacle);
  switch (rest.kind) {
    case 'segment':
      return printed([rest.kind, ...corner(rest.a), ...corner(rest.b)]);
    case 'polyline':
    case 'polygon':
      return printed([rest.kind, ...rest.points.flatMap(corner)]);
    case 'box':
    case 'disc':
    case 'bitmap': {
      const order = OBSTACLE_ORDER[rest.kind]!;
      return printInOrder(['kind', ...order], rest) ?? JSON.stringify(obstacle);
    }
  }
}

export function printObject(object: ObjectSpec): string {
  return printInOrder(OBJECT_ORDER, object) ?? JSON.stringify(object);
}

/** Undefined if there are other members. */
function printInOrder(names: readonly string[], given: object): string | undefined {
  const record = given as Readonly<Record<string, unknown>>;
  if (Object.keys(record).some((key) => !names.includes(key))) return undefined;
  const last = names.findLastIndex((name) => record[name] !== undefined);
  return printed(names.slice(0, last + 1).map((name) => record[name] ?? ''));
}

function printed(values: readonly unknown[]): string {
  return values.map((value) => escapedItem(String(value))).join(', ');
}

function corner({ x, y }: Point): number[] {
  return [x, y];
}
