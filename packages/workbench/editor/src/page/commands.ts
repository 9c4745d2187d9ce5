/** Edits of a document, as pure functions. */
import type { Bounds } from '@kineko/ui';
import { commonRadiusOf, kindOf } from '../world-format.js';
import { type Point, type PropertyValue, type Shape, tidy, tidyPoint, turn, type WorldDocument } from '../model.js';
import { formatOf } from './formats.js';
import { boundsOf } from './outline.js';

export type Ids = ReadonlySet<number>;

export function added(document: WorldDocument, shapes: readonly Shape[]): WorldDocument {
  return { ...document, shapes: [...document.shapes, ...shapes] };
}

export function removed(document: WorldDocument, ids: Ids): WorldDocument {
  return { ...document, shapes: document.shapes.filter(({ id }) => !ids.has(id)) };
}

/** Changes some shapes; the others stay the same objects. */
function changed(document: WorldDocument, ids: Ids, change: (shape: Shape) => Shape): WorldDocument {
  return { ...document, shapes: document.shapes.map((shape) => (ids.has(shape.id) ? change(shape) : shape)) };
}

export function moved(document: WorldDocument, ids: Ids, dx: number, dy: number): WorldDocument {
  return changed(document, ids, (shape) => ({ ...shape, ...tidyPoint({ x: shape.x + dx, y: shape.y + dy }) }));
}

/** Shapes that cannot turn are still moved around the point. */
export function rotated(document: WorldDocument, ids: Ids, degrees: number, about: Point): WorldDocument {
  const format = formatOf(document);
  const [cos, sin] = turn(degrees);
  return changed(document, ids, (shape) => {
    const [dx, dy] = [shape.x - about.x, shape.y - about.y];
    const place = tidyPoint({ x: about.x + cos * dx - sin * dy, y: about.y + sin * dx + cos * dy });
    const canTurn = kindOf(format, shape.kind).turns !== 'no';
    return { ...shape, ...place, angle: canTurn ? headingOf(shape.angle + degrees) : shape.angle };
  });
}

/** From -180 to 180; applied only to angles that are edited. */
function headingOf(degrees: number): number {
  const turned = (((degrees + 180) % 360) + 360) % 360;
  return tidy(turned - 180);
}

export function replaced(document: WorldDocument, shape: Shape): WorldDocument {
  return changed(document, new Set([shape.id]), () => shape);
}

/** Copies get ids from `firstId` on, and free names if the format requires them. */
export function duplicated(document: WorldDocument, ids: Ids, firstId: number, by: Point): WorldDocument {
  const format = formatOf(document);
  let next = firstId;
  let result = document;
  for (const shape of document.shapes.filter(({ id }) => ids.has(id))) {
    const own = format.newProperties(shape.kind, result);
    const { controller } = shape.properties;
    // A controller that gets the id of its robot gets that of the copy.
    const steered = typeof controller === 'string' && {
      controller: steering(controller, shape.properties['id'], own['id']),
    };
    const copy: Shape = {
      ...shape,
      id: next++,
      // A copy of a copy refers to the original.
      like: shape.like ?? shape.id,
      ...tidyPoint({ x: shape.x + by.x, y: shape.y + by.y }),
      properties: { ...shape.properties, ...own, ...steered },
    };
    result = added(result, [copy]);
  }
  return result;
}

function steering(command: string, before: PropertyValue | undefined, now: PropertyValue | undefined): string {
  if (before === undefined || now === undefined) return command;
  return command.replace(new RegExp(` ${String(before)}$`), ` ${String(now)}`);
}

export const EDGES = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const;
export type Edge = (typeof EDGES)[number];

/** As seen in the picture: if y points down, the top has the smallest y. */
export function aligned(document: WorldDocument, ids: Ids, edge: Edge): WorldDocument {
  const chosen = document.shapes.filter(({ id }) => ids.has(id));
  const all = boundsOf(chosen);
  if (all === undefined) return document;
  const { isYDown } = formatOf(document);
  const valueOf = (bounds: Bounds): Point => {
    const isLow = edge === (isYDown ? 'top' : 'bottom');
    const x = edge === 'left' ? bounds.minX : edge === 'right' ? bounds.maxX : (bounds.minX + bounds.maxX) / 2;
    const y = edge === 'middle' ? (bounds.minY + bounds.maxY) / 2 : isLow ? bounds.minY : bounds.maxY;
    return { x, y };
  };
  const isAcross = edge === 'left' || edge === 'centre' || edge === 'right';
  const to = valueOf(all);
  return changed(document, ids, (shape) => {
    const from = valueOf(boundsOf([shape])!);
    return {
      ...shape,
      ...tidyPoint(isAcross ? { x: shape.x + to.x - from.x, y: shape.y } : { x: shape.x, y: shape.y + to.y - from.y }),
    };
  });
}

/** Makes the gaps equal; the first and the last shape stay. */
export function distributed(document: WorldDocument, ids: Ids, axis: 'x' | 'y'): WorldDocument {
  const [low, high] = axis === 'x' ? (['minX', 'maxX'] as const) : (['minY', 'maxY'] as const);
  const chosen = document.shapes
    .flatMap((shape) => (ids.has(shape.id) ? [{ shape, bounds: boundsOf([shape])! }] : []))
    .sort((a, b) => a.bounds[low] - b.bounds[low]);
  if (chosen.length < 3) return document;
  const total = chosen.at(-1)!.bounds[high] - chosen[0]!.bounds[low];
  const taken = chosen.reduce((sum, { bounds }) => sum + bounds[high] - bounds[low], 0);
  const gap = (total - taken) / (chosen.length - 1);
  const shifts = new Map<number, number>();
  let at = chosen[0]!.bounds[low];
  for (const [k, { shape, bounds }] of chosen.entries()) {
    const isEnd = k === 0 || k === chosen.length - 1;
    shifts.set(shape.id, isEnd ? 0 : at - bounds[low]);
    at += bounds[high] - bounds[low] + gap;
  }
  return changed(document, ids, (shape) => ({ ...shape, [axis]: tidy(shape[axis] + (shifts.get(shape.id) ?? 0)) }));
}

/** Undefined removes the property, so that the default of the format holds again. */
export function withProperty(
  document: WorldDocument,
  ids: Ids,
  name: string,
  value: PropertyValue | undefined,
): WorldDocument {
  return changed(document, ids, (shape) => ({
    ...shape,
    properties: { ...without(shape.properties, name), ...(value !== undefined && { [name]: value }) },
  }));
}

export function withWorldProperty(
  document: WorldDocument,
  name: string,
  value: PropertyValue | undefined,
): WorldDocument {
  return withCommonRadius(document, {
    ...document,
    properties: { ...without(document.properties, name), ...(value !== undefined && { [name]: value }) },
  });
}

/** Shapes with the old common radius get the new one. */
function withCommonRadius(before: WorldDocument, now: WorldDocument): WorldDocument {
  const format = formatOf(now);
  const shapes = now.shapes.map((shape) => {
    const [old, radius] = [before, now].map(({ properties }) => commonRadiusOf(format, shape.kind, properties));
    const { form } = shape;
    if (old === radius || radius === undefined || form.kind !== 'disc' || form.radius !== old) return shape;
    return { ...shape, form: { ...form, radius } };
  });
  return { ...now, shapes };
}

function without<T extends object>(members: T, name: string): T {
  return Object.fromEntries(Object.entries(members).filter(([key]) => key !== name)) as T;
}

/** Moves one corner of a polygon or a line, in the coordinates of the world. */
export function withVertex(shape: Shape, part: number, index: number, to: Point): Shape {
  const [cos, sin] = turn(-shape.angle);
  const [dx, dy] = [to.x - shape.x, to.y - shape.y];
  const own = tidyPoint({ x: cos * dx - sin * dy, y: sin * dx + cos * dy });
  const { form } = shape;
  if (form.kind === 'path') return { ...shape, form: { ...form, points: form.points.with(index, own) } };
  if (form.kind !== 'polygons') return shape;
  return { ...shape, form: { ...form, parts: form.parts.with(part, form.parts[part]!.with(index, own)) } };
}
