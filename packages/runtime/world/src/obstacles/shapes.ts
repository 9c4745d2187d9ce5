/** Shapes of obstacles as users describe them, and their checks. Metres; x to the right, y up. */
import type { Bitmap } from '@kineko/formats/bitmap';
import { expected } from '@kineko/formats/problem';
import { checkCoordinate, checkRadius, meetingSides, polygonEdges, type Segment, type Vector } from '@kineko/geometry';
import type { BitmapPlace } from './outline.js';

interface Named {
  /** Name in messages. */
  readonly name?: string;
}

/** A straight wall without thickness. */
export interface SegmentShape extends Named {
  readonly kind: 'segment';
  readonly a: Vector;
  readonly b: Vector;
}

/** A bent wall without thickness; closed if it returns to its first point, but never solid. */
export interface PolylineShape extends Named {
  readonly kind: 'polyline';
  readonly points: readonly Vector[];
}

/** A solid with straight sides, its corners in either direction. */
export interface PolygonShape extends Named {
  readonly kind: 'polygon';
  readonly points: readonly Vector[];
}

/** A solid rectangle along the axes; (x, y) is its lower left corner. */
export interface BoxShape extends Named {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A solid disc; (x, y) is its centre. */
export interface DiscShape extends Named {
  readonly kind: 'disc';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Solid where a bitmap is dark; (x, y) is its lower left corner. */
export interface BitmapShape extends Named, BitmapPlace {
  readonly kind: 'bitmap';
  readonly bitmap: Bitmap;
}

export type ObstacleShape = SegmentShape | PolylineShape | PolygonShape | BoxShape | DiscShape | BitmapShape;

/** An invalid obstacle. */
export class ObstacleError extends RangeError {
  override readonly name = 'ObstacleError';
}

/** Description of an obstacle for messages: "the box 'crate'", or without a name "obstacle 3, a box". */
export function describeObstacle(shape: ObstacleShape, id: number): string {
  return shape.name === undefined ? `obstacle ${id}, a ${shape.kind}` : `the ${shape.kind} '${shape.name}'`;
}

/** Rejects invalid shapes; `subject` describes the obstacle in messages. */
export function checkShape(shape: ObstacleShape, subject: string): void {
  switch (shape.kind) {
    case 'segment':
      checkPoints(`${subject}: its end`, [shape.a, shape.b]);
      requireDistinct(subject, [shape.a, shape.b], 2);
      return;
    case 'polyline':
      checkPoints(`${subject}: its point`, shape.points);
      requireDistinct(subject, shape.points, 2);
      return;
    case 'polygon':
      checkPoints(`${subject}: its corner`, shape.points);
      requireDistinct(subject, shape.points, 3);
      requireSimple(subject, shape.points);
      return;
    case 'box':
      requirePositive(`${subject}: its width`, shape.width);
      requirePositive(`${subject}: its height`, shape.height);
      checkPoints(`${subject}: its corner`, cornersOfBox(shape));
      requireExtent(subject, shape);
      return;
    case 'disc':
      checkPoints(`${subject}: its centre`, [shape]);
      checkRadius(`${subject}: its radius`, shape.radius);
      return;
    case 'bitmap':
      checkBitmapPlace(subject, shape);
  }
}

/** The corners, anticlockwise from the lower left one. */
export function cornersOfBox({ x, y, width, height }: BoxShape): Vector[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

function checkPoints(what: string, points: readonly Vector[]): void {
  for (const [index, { x, y }] of points.entries()) {
    const which = points.length === 1 ? what : `${what} ${index}`;
    checkCoordinate(`${which}, x`, x);
    checkCoordinate(`${which}, y`, y);
  }
}

function requirePositive(what: string, value: number): void {
  if (!(value > 0 && value < Infinity))
    throw new ObstacleError(`${what}: ${expected('a positive number of metres', value)}`);
}

/** A box far from the origin may be smaller than the spacing of doubles there. */
function requireExtent(subject: string, { x, y, width, height }: BoxShape): void {
  if (x + width > x && y + height > y) return;
  throw new ObstacleError(
    `${subject} has no extent: at (${x}, ${y}) ${width} × ${height} m is less than the rounding error`,
  );
}

function requireDistinct(subject: string, points: readonly Vector[], needed: number): void {
  const distinct = new Set(points.map(({ x, y }) => `${x + 0} ${y + 0}`)).size;
  if (distinct >= needed) return;
  throw new ObstacleError(
    `${subject}: expected at least ${needed} distinct points, got ${distinct} of ${points.length}`,
  );
}

function requireSimple(subject: string, points: readonly Vector[]): void {
  const pair = meetingSides(points);
  if (pair === undefined) return;
  const [edge, other] = pair.map((side) => describeEdge(polygonEdges(points)[side]!));
  throw new ObstacleError(
    `${subject} crosses or touches itself: its edge ${edge} meets its edge ${other}; its edges may meet at their common corners only`,
  );
}

function describeEdge({ ax, ay, bx, by }: Segment): string {
  return `from (${ax}, ${ay}) to (${bx}, ${by})`;
}

/** The sizes of pixels for which their edges are distinct numbers anywhere in the domain. */
const MIN_PIXEL = 1 / 1_048_576;
const MAX_PIXEL = 1_048_576;

function checkBitmapPlace(subject: string, { bitmap, x, y, metresPerPixel }: BitmapShape): void {
  if (!(metresPerPixel >= MIN_PIXEL && metresPerPixel <= MAX_PIXEL)) {
    throw new ObstacleError(`${subject}: its metres per pixel: ${expected('2^-20 to 2^20', metresPerPixel)}`);
  }
  const right = x + bitmap.width * metresPerPixel;
  const top = y + bitmap.height * metresPerPixel;
  checkPoints(`${subject}: its corner`, [
    { x, y },
    { x: right, y: top },
  ]);
}
