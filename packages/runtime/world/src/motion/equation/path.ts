import { MAX_COORDINATE, MAX_SPEED, MIN_SPEED, type Vector } from '@kineko/geometry';
import { MotionError } from '../motion-module.js';
import type { Algebra } from './algebra.js';
import { enclose, whyUnbounded } from './enclose.js';
import { binary, compile, countNodes, type Expression, number } from './expression.js';
import { type Interval, isBounded, magnitude } from './interval.js';
import { largest } from './largest.js';
import { describe, differentiate, readEquation, type Source } from './read-equation.js';

/** One coordinate as a function of time, and its two derivatives. */
export interface Coordinate extends Source {
  readonly position: Expression;
  readonly velocity: Expression;
  readonly acceleration: Expression;
}

/** A path in the plane from 0 to `duration` seconds, with the bounds for the search for contacts. */
export interface Path {
  readonly duration: number;
  readonly x: Coordinate;
  readonly y: Coordinate;
  readonly position: (seconds: number) => Vector;
  readonly velocity: (seconds: number) => Vector;
  readonly acceleration: (seconds: number) => Vector;
  readonly maxSpeed: number;
  readonly maxAcceleration: number;
  /** Bounds on the distances of both coordinates from 0. */
  readonly reach: Vector;
  /** Bounds on the sizes of the terms that are added up to the coordinates, which determine their rounding errors. */
  readonly terms: number;
}

type Order = 'position' | 'velocity' | 'acceleration';

const nameOf: Readonly<Record<Order, string>> = {
  position: 'the value',
  velocity: 'the speed',
  acceleration: 'the acceleration',
};

/** Number of tree nodes evaluated for a bound: some ten milliseconds of work. */
const MAX_WORK = 400_000;
const MAX_PIECES = 8192;

export function coordinateOf(algebra: Algebra, source: Source): Coordinate {
  const position = readEquation(algebra, source);
  const velocity = differentiate(algebra, position, source, 'the derivative');
  const acceleration = differentiate(algebra, velocity, source, 'the second derivative');
  return { name: source.name, text: source.text, position, velocity, acceleration };
}

/** Throws a `MotionError` if the path leaves the domain or has no bound. */
export function pathOf(x: Coordinate, y: Coordinate, duration: number): Path {
  const reach = { x: reachOf(x, 0, duration), y: reachOf(y, 0, duration) };
  const maxSpeed = largestLength('velocity', x, y, duration);
  if (maxSpeed > MAX_SPEED) {
    const faster = largestOf('velocity', x, duration) > largestOf('velocity', y, duration) ? x : y;
    throw new MotionError(
      `${describe(faster)}: the speed: expected at most 2^30 m/s, got about ${rounded(maxSpeed)} within ${duration} s`,
    );
  }
  return {
    duration,
    x,
    y,
    position: vectorOf('position', x, y),
    velocity: vectorOf('velocity', x, y),
    acceleration: vectorOf('acceleration', x, y),
    // A speed must be 0 or at least MIN_SPEED.
    maxSpeed: maxSpeed === 0 ? 0 : Math.max(maxSpeed, MIN_SPEED),
    maxAcceleration: largestLength('acceleration', x, y, duration),
    reach,
    terms: sizeOfTerms(x, reach.x, duration) + sizeOfTerms(y, reach.y, duration),
  };
}

/**
 * Terms may cancel: a large circle through the origin is computed from numbers as large as its radius. (Those inside functions
 * are not followed.)
 */
function sizeOfTerms({ position }: Coordinate, reach: number, duration: number): number {
  const seconds: Interval = { low: 0, high: duration };
  const largest = (expression: Expression): number => magnitude(enclose(expression, seconds));
  /** By what factor terms are larger than the value that is left of them. */
  const excess = (expression: Expression): number => sizeIn(expression) / largest(expression);
  const sizeIn = (expression: Expression): number => {
    switch (expression.kind) {
      case 'sum':
      case 'difference':
        return sizeIn(expression.left) + sizeIn(expression.right);
      case 'product':
      case 'quotient':
        return largest(expression) * Math.max(excess(expression.left), excess(expression.right));
      case 'power':
        return largest(expression) * excess(expression.base);
      case 'negative':
        return sizeIn(expression.of);
      default:
        return largest(expression);
    }
  };
  const size = sizeIn(position);
  // A function that comes near a pole has no bound over the whole duration at once.
  return size < Infinity ? size : reach;
}

/** Bound on the distance of a coordinate from 0, with an offset added. */
export function reachOf(coordinate: Coordinate, offset: number, duration: number): number {
  const position = binary('sum', number(offset), coordinate.position);
  const reach = largestOf('position', { ...coordinate, position }, duration);
  if (reach <= MAX_COORDINATE) return reach;
  const where = offset === 0 ? '' : `, moved by ${offset} m`;
  throw new MotionError(
    `${describe(coordinate)}${where}: expected at most 2^30 m from 0, got about ${rounded(reach)} within ${duration} s`,
  );
}

function vectorOf(order: Order, x: Coordinate, y: Coordinate): (seconds: number) => Vector {
  const ofX = compile(x[order]);
  const ofY = compile(y[order]);
  return (seconds) => ({ x: ofX(seconds), y: ofY(seconds) });
}

function largestOf(order: Order, coordinate: Coordinate, duration: number): number {
  const value = compile(coordinate[order]);
  return boundOf(order, [coordinate], duration, {
    upper: (piece) => magnitude(enclose(coordinate[order], piece)),
    at: (t) => Math.abs(value(t)),
  });
}

/** The largest length of the vector, which two bounds for its coordinates would overestimate by up to √2. */
function largestLength(order: Order, x: Coordinate, y: Coordinate, duration: number): number {
  const vector = vectorOf(order, x, y);
  return boundOf(order, [x, y], duration, {
    upper: (piece) => upperLength(magnitude(enclose(x[order], piece)), magnitude(enclose(y[order], piece))),
    at: (t) => {
      const v = vector(t);
      return Math.sqrt(v.x * v.x + v.y * v.y);
    },
  });
}

/** Slightly more than the length, to cover its rounding error. */
function upperLength(a: number, b: number): number {
  const long = Math.max(a, b);
  // The squares of the smallest numbers underflow, those of the largest overflow.
  if (long < 1e-140 || long > 1e140) return a + b;
  return Math.sqrt(a * a + b * b) * (1 + 4 * Number.EPSILON);
}

function boundOf(
  order: Order,
  coordinates: readonly Coordinate[],
  duration: number,
  size: Parameters<typeof largest>[0],
): number {
  const nodes = coordinates.reduce((sum, coordinate) => sum + countNodes(coordinate[order]), 0);
  const found = largest(size, duration, Math.min(Math.floor(MAX_WORK / nodes), MAX_PIECES));
  if ('bound' in found) return found.bound;
  throw unbounded(order, coordinates, found.unboundedIn, duration);
}

function unbounded(order: Order, coordinates: readonly Coordinate[], piece: Interval, duration: number): MotionError {
  const culprit = coordinates.find((coordinate) => !isBounded(enclose(coordinate[order], piece))) ?? coordinates[0]!;
  return new MotionError(
    `${nameOf[order]} of ${describe(culprit)} has no bound ${place(piece, duration)}: ` +
      whyUnbounded(culprit[order], piece),
  );
}

function place({ low, high }: Interval, duration: number): string {
  if (high - low > duration / 1000) return `between t = ${rounded(low)} and t = ${rounded(high)}`;
  return `at t = ${low === 0 ? 0 : high === duration ? duration : rounded(low + (high - low) / 2)}`;
}

function rounded(value: number): number {
  return Number(value.toPrecision(10));
}
