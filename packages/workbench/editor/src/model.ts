import type { Span } from './splices.js';

/**
 * A world in the editor, independent of the file format: a list of shapes with their positions. Lengths and positions are
 * those of the file; angles are in degrees from the x axis towards the y axis, which may point up or down in the picture.
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The form of a shape, relative to its position. */
export type Form =
  | { readonly kind: 'disc'; readonly radius: number }
  /** Centred at its position. */
  | { readonly kind: 'box'; readonly width: number; readonly height: number }
  | { readonly kind: 'polygons'; readonly parts: readonly (readonly Point[])[] }
  /** A line through points; 0 means no width. */
  | { readonly kind: 'path'; readonly points: readonly Point[]; readonly width: number }
  /** A source that is sensed within its reach. */
  | { readonly kind: 'source'; readonly reach: number };

export type PropertyValue = string | number | boolean;
/** Missing properties have the defaults of the format. */
export type Properties = Readonly<Record<string, PropertyValue>>;

export interface Shape {
  /** Unique while the document is open. Shapes of the file are numbered from 0, in order. */
  readonly id: number;
  /** One of its format's kinds. */
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly form: Form;
  readonly properties: Properties;
  /** The shape of the file that it is a copy of, from which hidden parts are copied. */
  readonly like?: number;
}

export interface WorldDocument {
  /** Name of its format. */
  readonly format: string;
  /** In the order of the file, new ones last. */
  readonly shapes: readonly Shape[];
  /** Properties of the whole world. */
  readonly properties: Properties;
}

const NOWHERE: Point = { x: 0, y: 0 };

/** Coordinates are rounded to six decimals, more than drawing by hand needs. */
const DECIMALS = 1e6;

export function tidy(value: number): number {
  // "0 +" turns -0 into 0.
  return 0 + Math.round(value * DECIMALS) / DECIMALS;
}

export function tidyPoint({ x, y }: Point): Point {
  return { x: tidy(x), y: tidy(y) };
}

/** Converts coordinates of a shape to those of the world. */
export function placed({ x, y, angle }: Pick<Shape, 'x' | 'y' | 'angle'>, points: readonly Point[]): Point[] {
  const [cos, sin] = turn(angle);
  return points.map((point) => ({ x: x + cos * point.x - sin * point.y, y: y + sin * point.x + cos * point.y }));
}

/** Cosine and sine, exact for right angles, so that a rotated square stays one. */
export function turn(degrees: number): readonly [cos: number, sin: number] {
  const quarter = (((degrees / 90) % 4) + 4) % 4;
  switch (quarter) {
    case 0:
      return [1, 0];
    case 1:
      return [0, 1];
    case 2:
      return [-1, 0];
    case 3:
      return [0, -1];
    default: {
      const radians = (degrees * Math.PI) / 180;
      return [Math.cos(radians), Math.sin(radians)];
    }
  }
}

/** The centre of the bounds of some points. */
export function middleOf(points: readonly Point[]): Point {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  if (points.length === 0) return NOWHERE;
  const middle = (values: readonly number[]): number => tidy((least(values) + most(values)) / 2);
  return { x: middle(xs), y: middle(ys) };
}

/** Not `Math.min(...values)`, because a call takes a limited number of arguments. */
function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}

/** Points relative to a position. */
export function relativeTo(place: Point, points: readonly Point[]): Point[] {
  return points.map(({ x, y }) => tidyPoint({ x: x - place.x, y: y - place.y }));
}

export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** A world file opened for editing. */
export interface OpenedWorld {
  readonly document: WorldDocument;
  /** Text range of each shape, in the order of the document. */
  readonly spans: readonly Span[];
  /** Notes for the user: parts of the file that are not shown, and why. */
  readonly remarks: readonly string[];
  /** Names of the pictures that the file uses. */
  readonly pictures: readonly string[];
  /** Returns the text with the edits, and otherwise unchanged. */
  write(document: WorldDocument): string;
}

/** The file cannot be edited, although it may be valid. */
export class EditingError extends Error {
  override readonly name = 'EditingError';
}
