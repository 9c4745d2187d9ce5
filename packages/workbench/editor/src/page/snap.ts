/** Snapping: to corners of other shapes, else to the grid. */
import { type Point, type Shape, tidyPoint } from '../model.js';
import { verticesOf } from './outline.js';

export interface Snapping {
  /** Undefined for no grid. */
  readonly grid: number | undefined;
  readonly vertices: readonly Point[];
  /** Snapping distance to corners. */
  readonly reach: number;
}

export const FREE: Snapping = { grid: undefined, vertices: [], reach: 0 };

/** Limit on the corners that are targets; larger worlds snap to the grid only. */
const MAX_VERTICES = 20_000;
/** Limit on the corners of moved shapes that snap. */
const MAX_MOVING = 200;

export function snappingTo(shapes: readonly Shape[], grid: number | undefined, reach: number): Snapping {
  const vertices = shapes.flatMap(verticesOf);
  return { grid, vertices: vertices.length > MAX_VERTICES ? [] : vertices, reach };
}

export function snapped(point: Point, { grid, vertices, reach }: Snapping): Point {
  return nearest(point, vertices, reach) ?? (grid === undefined ? tidyPoint(point) : onGrid(point, grid));
}

/** The shift by which one corner of the moved shapes, or else the position of the first, snaps. */
export function snappedMove(shapes: readonly Shape[], dx: number, dy: number, snapping: Snapping): Point {
  const [first] = shapes;
  if (first === undefined) return { x: dx, y: dy };
  const moving = shapes.flatMap(verticesOf);
  for (const vertex of moving.length > MAX_MOVING ? [] : moving) {
    const to = nearest({ x: vertex.x + dx, y: vertex.y + dy }, snapping.vertices, snapping.reach);
    if (to !== undefined) return { x: to.x - vertex.x, y: to.y - vertex.y };
  }
  if (snapping.grid === undefined) return { x: dx, y: dy };
  const to = onGrid({ x: first.x + dx, y: first.y + dy }, snapping.grid);
  return { x: to.x - first.x, y: to.y - first.y };
}

function nearest(point: Point, vertices: readonly Point[], reach: number): Point | undefined {
  let found: Point | undefined;
  let least = reach;
  for (const vertex of vertices) {
    const distance = Math.hypot(vertex.x - point.x, vertex.y - point.y);
    if (distance <= least) [found, least] = [vertex, distance];
  }
  return found;
}

function onGrid({ x, y }: Point, grid: number): Point {
  return tidyPoint({ x: Math.round(x / grid) * grid, y: Math.round(y / grid) * grid });
}

/** Rounds degrees, to steps of 15 if requested. */
export function snappedAngle(degrees: number, isStepped: boolean): number {
  return isStepped ? Math.round(degrees / 15) * 15 : Math.round(degrees * 10) / 10;
}
