/** The viewer protocol: one JSON object per line, checked field by field. */
import { expected } from '@kineko/formats/problem';

export type Vec3 = readonly [x: number, y: number, z: number];

/** A pose: x and z span the ground, y is up; orientation is about y, 0 faces +x and grows to the left. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly orientation: number;
}

/** A shape around its middle, placed relative to its object. */
export interface SpaceShape {
  readonly type: 'BOX' | 'CYLINDER' | 'SPHERE';
  readonly place: Place;
  /** Along x, y and z before rotation; the diameters of a cylinder or a sphere. */
  readonly size: Vec3;
}

export interface SpaceObject {
  readonly name: string;
  readonly place: Place;
  /** Red, green and blue, 0 to 1. */
  readonly color: Vec3;
  /** Infrared reflectance. */
  readonly ir: number;
  /** Infrared output. */
  readonly heat: number;
  readonly isRobot: boolean;
  /** The object of several parts that it belongs to, and its position: it moves as a whole. */
  readonly partOf?: string | undefined;
  readonly whole?: Place | undefined;
  readonly shapes: readonly SpaceShape[];
}

export interface SpaceUpdate {
  readonly objectName: string;
  readonly timestep: number;
  readonly place: Place;
  readonly heat?: number | undefined;
}

/** The ground and the clock; sent before the objects. */
export interface SpaceFacts {
  readonly width?: number | undefined;
  readonly depth?: number | undefined;
  /** Whether the ground has walls around it. */
  readonly walls?: boolean | undefined;
  readonly timeStepMillis?: number | undefined;
  /** The current step. */
  readonly timestep?: number | undefined;
}

export type SpaceMessage =
  | { readonly kind: 'object'; readonly object: SpaceObject }
  | { readonly kind: 'update'; readonly update: SpaceUpdate }
  | { readonly kind: 'environment'; readonly facts: SpaceFacts }
  /** A step has ended. */
  | { readonly kind: 'step'; readonly timestep: number }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'other' };

export type Fields = Readonly<Record<string, unknown>>;

/** Throws an error if the line is invalid. */
export function readSpaceMessage(line: string): SpaceMessage {
  const read = fieldsOf(line);
  if ('objectName' in read) return { kind: 'update', update: updateOf(read) };
  if ('name' in read && ('type' in read || 'shapes' in read)) return { kind: 'object', object: objectOf(read) };
  if ('environment' in read) return { kind: 'environment', facts: factsOf(read['environment']) };
  if (typeof read['error'] === 'string') return { kind: 'error', text: read['error'] };
  if ('timestep' in read) return { kind: 'step', timestep: numberIn(read, 'timestep') };
  return { kind: 'other' };
}

export function fieldsOf(line: string): Fields {
  return asFields(JSON.parse(line));
}

function asFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('expected a JSON object');
  return value as Fields;
}

function objectOf(read: Fields): SpaceObject {
  const name = nameIn(read, 'name');
  return {
    name,
    place: {
      x: numberIn(read, 'xpos'),
      y: numberIn(read, 'ypos'),
      z: numberIn(read, 'zpos'),
      orientation: numberIn(read, 'orientation', 0),
    },
    color: colorIn(read),
    ir: numberIn(read, 'ir', 0),
    heat: numberIn(read, 'heat', 0),
    isRobot: read['robot'] === true,
    ...('partOf' in read && { partOf: nameIn(read, 'partOf') }),
    ...('whole' in read && { whole: placeIn(asFields(read['whole'])) }),
    shapes: shapesIn(read),
  };
}

function updateOf(read: Fields): SpaceUpdate {
  return {
    objectName: nameIn(read, 'objectName'),
    timestep: numberIn(read, 'timestep'),
    place: placeIn(read),
    ...('heat' in read && { heat: numberIn(read, 'heat') }),
  };
}

function placeIn(read: Fields): Place {
  return {
    x: numberIn(read, 'x'),
    y: numberIn(read, 'y'),
    z: numberIn(read, 'z'),
    orientation: numberIn(read, 'orientation'),
  };
}

function factsOf(value: unknown): SpaceFacts {
  const read = asFields(value);
  const keys = ['width', 'depth', 'timeStepMillis', 'timestep'] as const;
  const numbers = Object.fromEntries(keys.filter((key) => key in read).map((key) => [key, numberIn(read, key)]));
  return { ...numbers, ...(read['walls'] === true && { walls: true }) };
}

function shapesIn(read: Fields): readonly SpaceShape[] {
  const { shapes } = read;
  if (!Array.isArray(shapes)) return [shapeOf(read, { x: 0, y: 0, z: 0, orientation: 0 })];
  return shapes.map((each: unknown) => {
    const shape = asFields(each);
    const at = (key: string): number => numberIn(shape, key, 0);
    return shapeOf(shape, { x: at('x'), y: at('y'), z: at('z'), orientation: at('rotation') });
  });
}

function shapeOf(read: Fields, place: Place): SpaceShape {
  const across = (): number => 2 * lengthIn(read, 'radius');
  switch (read['type']) {
    case 'BOX':
      return { type: 'BOX', place, size: [lengthIn(read, 'width'), lengthIn(read, 'height'), lengthIn(read, 'depth')] };
    case 'CYLINDER':
      return { type: 'CYLINDER', place, size: [across(), lengthIn(read, 'height'), across()] };
    case 'SPHERE':
      return { type: 'SPHERE', place, size: [across(), across(), across()] };
    default:
      return { type: 'BOX', place, size: unknownSize(read) };
  }
}

/** A plug-in's shape is drawn as a box of its known sizes. */
function unknownSize(read: Fields): Vec3 {
  const radius = numberIn(read, 'radius', 0.5);
  const side = (key: string): number => Math.max(numberIn(read, key, 2 * radius), 0);
  return [side('width'), side('height'), side('depth')];
}

function colorIn({ color }: Fields): Vec3 {
  const part = (k: number): number => {
    const value: unknown = Array.isArray(color) ? color[k] : undefined;
    return typeof value === 'number' ? Math.min(Math.max(value, 0), 1) : 0.5;
  };
  return [part(0), part(1), part(2)];
}

function nameIn(read: Fields, key: string): string {
  const value = read[key];
  if (typeof value !== 'string' || value === '') throw new Error(`${key}: ${expected('the name of an object', value)}`);
  return value;
}

function lengthIn(read: Fields, key: string): number {
  const value = numberIn(read, key);
  if (value < 0) throw new Error(`${key}: ${expected('a non-negative number', value)}`);
  return value;
}

function numberIn(read: Fields, key: string, otherwise?: number): number {
  const value = read[key] ?? otherwise;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`${key}: ${expected('a number', value)}`);
  return value;
}
