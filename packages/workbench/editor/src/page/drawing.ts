/** Converts clicks, drags and lines of points to shapes of the format. */
import { isConvex, isSimple, orientation, windingOrder } from '@kineko/geometry';
import { commonRadiusOf, type Tool, type ToolName } from '../world-format.js';
import {
  type Form,
  middleOf,
  type Point,
  relativeTo,
  type Shape,
  tidy,
  tidyPoint,
  type WorldDocument,
} from '../model.js';
import { added } from './commands.js';
import { formatOf } from './formats.js';
import { cornersOf } from './outline.js';

type Drawn = Pick<Shape, 'x' | 'y' | 'angle' | 'form'>;
type UsableTool = Exclude<Tool, { readonly missing: string }>;

/** Tools that take a line of points; the others take a click or a drag. */
export const LINE_TOOLS: ReadonlySet<ToolName> = new Set<ToolName>(['wall', 'polygon', 'line']);

export function toolOf(document: WorldDocument, name: ToolName): UsableTool | undefined {
  const tool = formatOf(document).tools[name];
  return 'missing' in tool ? undefined : tool;
}

/** The shape made by a click (`from` equals `to`) or a drag. */
export function placedShape(tool: UsableTool, name: ToolName, from: Point, to: Point): Drawn {
  const { form } = tool;
  const reach = tidy(Math.hypot(to.x - from.x, to.y - from.y));
  const here = { ...tidyPoint(from), angle: 0 };
  if (reach === 0) return { ...here, form };
  if (name === 'robot')
    return { ...here, angle: tidy((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI), form };
  if (form.kind === 'disc') return { ...here, form: { ...form, radius: reach } };
  if (form.kind === 'source') return { ...here, form: { ...form, reach } };
  const [width, height] = [tidy(Math.abs(to.x - from.x)), tidy(Math.abs(to.y - from.y))];
  if (width === 0 || height === 0) return { ...here, form };
  const middle = { ...middleOf([from, to]), angle: 0 };
  if (form.kind === 'box') return { ...middle, form: { kind: 'box', width, height } };
  return { ...middle, form: { kind: 'polygons', parts: [cornersOf(width, height).map(tidyPoint)] } };
}

/** The shapes made by a line of points; none if there are too few. */
export function lineShapes(tool: UsableTool, name: ToolName, points: readonly Point[]): Drawn[] {
  const corners = points.filter((point, k) => k === 0 || !isSame(point, points[k - 1]!));
  if (name === 'polygon') return polygonShapes(corners);
  if (corners.length < 2) return [];
  const middle = middleOf(corners);
  const { walls, thickness = 1, form } = tool;
  if (walls === 'boxes') return segmentsOf(corners).map(([a, b]) => boxAlong(a, b, thickness));
  if (walls === 'hulls') {
    const parts = segmentsOf(corners).map(([a, b]) => hullAlong(a, b, thickness));
    return [{ ...middle, angle: 0, form: { kind: 'polygons', parts: parts.map((part) => relativeTo(middle, part)) } }];
  }
  const width = form.kind === 'path' ? form.width : 0;
  return [{ ...middle, angle: 0, form: { kind: 'path', points: relativeTo(middle, corners), width } }];
}

function polygonShapes(points: readonly Point[]): Drawn[] {
  const corners = points.length > 1 && isSame(points[0]!, points.at(-1)!) ? points.slice(0, -1) : points;
  if (corners.length < 3) return [];
  const middle = middleOf(corners);
  return [{ ...middle, angle: 0, form: { kind: 'polygons', parts: [relativeTo(middle, corners)] } }];
}

/** Adds ids, kinds and properties; splits polygons into convex parts if the format requires it. */
export function newShapes(
  document: WorldDocument,
  tool: UsableTool,
  drawn: readonly Drawn[],
  firstId: number,
): Shape[] {
  const format = formatOf(document);
  const shapes: Shape[] = [];
  for (const [k, each] of drawn.entries()) {
    const known = added(document, shapes);
    const properties = { ...tool.properties, ...format.newProperties(tool.kind, known) };
    const form = format.isConvex === true ? convex(each.form) : each.form;
    const radius = commonRadiusOf(format, tool.kind, document.properties);
    // Kinds with a common radius ignore the drawn one.
    const sized = radius === undefined || form.kind !== 'disc' ? form : { ...form, radius };
    shapes.push({ ...each, form: sized, id: firstId + k, kind: tool.kind, properties });
  }
  return shapes;
}

function convex(form: Form): Form {
  return form.kind === 'polygons' ? { kind: 'polygons', parts: form.parts.flatMap(convexParts) } : form;
}

/** Splits a polygon into anticlockwise convex parts; one that crosses itself is left for the front end to report. */
export function convexParts(polygon: readonly Point[]): Point[][] {
  const points = [...polygon];
  if (points.length < 3 || !isSimple(points)) return [points];
  const corners = windingOrder(points) === 'clockwise' ? points.toReversed() : points;
  if (isConvex(corners)) return [corners];
  return merged(triangles(corners));
}

/** Ear clipping. */
function triangles(polygon: readonly Point[]): Point[][] {
  const left = [...polygon];
  const result: Point[][] = [];
  while (left.length > 3) {
    const ear = left.findIndex((corner, k) => {
      const [before, after] = [left.at(k - 1)!, left[(k + 1) % left.length]!];
      if (orientation(before, corner, after) <= 0) return false;
      return left.every(
        (other) => other === before || other === corner || other === after || !isIn(other, before, corner, after),
      );
    });
    const at = ear < 0 ? 0 : ear;
    const triangle = [left.at(at - 1)!, left[at]!, left[(at + 1) % left.length]!];
    if (orientation(triangle[0]!, triangle[1]!, triangle[2]!) > 0) result.push(triangle);
    left.splice(at, 1);
  }
  return [...result, left];
}

function isIn(point: Point, a: Point, b: Point, c: Point): boolean {
  return orientation(a, b, point) >= 0 && orientation(b, c, point) >= 0 && orientation(c, a, point) >= 0;
}

/** Merges parts that are convex together. */
function merged(parts: readonly Point[][]): Point[][] {
  const result = [...parts];
  for (let i = 0; i < result.length; i++) {
    for (let j = i + 1; j < result.length; j++) {
      const together = joined(result[i]!, result[j]!);
      if (together === undefined) continue;
      result[i] = together;
      result.splice(j, 1);
      j = i;
    }
  }
  return result;
}

/** Undefined unless they share a side and their union is convex. */
function joined(a: readonly Point[], b: readonly Point[]): Point[] | undefined {
  for (let i = 0; i < a.length; i++) {
    const [from, to] = [a[i]!, a[(i + 1) % a.length]!];
    const j = b.findIndex((corner, k) => isSame(corner, to) && isSame(b[(k + 1) % b.length]!, from));
    if (j < 0) continue;
    const rest = Array.from({ length: b.length - 2 }, (_, k) => b[(j + 2 + k) % b.length]!);
    const together = [...a.slice(0, i + 1), ...rest, ...a.slice(i + 1)];
    return isConvex(together) && windingOrder(together) === 'anticlockwise' ? together : undefined;
  }
  return undefined;
}

function segmentsOf(points: readonly Point[]): (readonly [Point, Point])[] {
  return points.slice(1).map((point, k) => [points[k]!, point] as const);
}

function boxAlong(a: Point, b: Point, thickness: number): Drawn {
  const angle = tidy((Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI);
  const width = tidy(Math.hypot(b.x - a.x, b.y - a.y));
  return { ...middleOf([a, b]), angle, form: { kind: 'box', width, height: thickness } };
}

/** An anticlockwise rectangle around a line, extended by half the thickness at both ends. */
function hullAlong(a: Point, b: Point, thickness: number): Point[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const half = thickness / 2;
  const [ux, uy] = [((b.x - a.x) / length) * half, ((b.y - a.y) / length) * half];
  const corner = ({ x, y }: Point, along: number, across: number): Point =>
    tidyPoint({ x: x + along * ux - across * uy, y: y + along * uy + across * ux });
  return [corner(a, -1, -1), corner(b, 1, -1), corner(b, 1, 1), corner(a, -1, 1)];
}

function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}
