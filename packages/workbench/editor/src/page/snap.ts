/** Places that the pointer is drawn to: corners of other shapes, else the lines of the grid. */
import { type Point, type Shape, tidyPoint } from '../model.js';
import { verticesOf } from './outline.js';

export interface Snapping {
  /** Undefined for none. */
  readonly grid: number | undefined;
  readonly vertices: readonly Point[];
  /** How near a corner has to be. */
  readonly reach: number;
}

export const FREE: Snapping = { grid: undefined, vertices: [], reach: 0 };

/** So many corners are looked at; in a larger world the grid has to do. */
const MAX_VERTICES = 20_000;
/** So many corners of what is moved look for one to meet. */
const MAX_MOVING = 200;

export function snappingTo(shapes: readonly Shape[], grid: number | undefined, reach: number): Snapping {
  const vertices = shapes.flatMap(verticesOf);
  return { grid, vertices: vertices.length > MAX_VERTICES ? [] : vertices, reach };
}

export function snapped(point: Point, { grid, vertices, reach }: Snapping): Point {
  return nearest(point, vertices, reach) ?? (grid === undefined ? tidyPoint(point) : onGrid(point, grid));
}

/** By how much to move shapes so that one of their corners, or else the place of the first, comes to rest. */
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

/** Degrees; in steps of 15 if that is wanted. */
export function snappedAngle(degrees: number, isStepped: boolean): number {
  return isStepped ? Math.round(degrees / 15) * 15 : Math.round(degrees * 10) / 10;
}
