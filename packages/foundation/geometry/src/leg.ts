import { radiansOf } from './degrees.js';
import { cos, sin } from './elementary.js';
import type { Box, Pose, Vector } from './pose.js';
import {
  checkCoordinate,
  checkHeading,
  checkSpeed,
  checkTime,
  checkTurnRate,
  DomainError,
  MAX_COORDINATE,
  MAX_HEADING,
  MAX_TIME,
  ROUNDING,
} from './tolerances.js';
import { lengthOf, sizeOf } from './vector.js';

/**
 * A leg is a piece of motion in closed form: the pose at any instant is a pure function of the leg. x, y and heading are the
 * pose at the start; before the start the body stands there, after the end it stands where the leg ended. Time ends at
 * MAX_TIME, and so does a leg without an end.
 */
interface Stretch extends Pose {
  /** Seconds. */
  readonly start: number;
  /** Seconds; Infinity for "until further notice". */
  readonly end: number;
}

/** Stands still. */
export interface RestLeg extends Stretch {
  readonly kind: 'rest';
}

/** Turns on the spot; turnRate in radians per second, anticlockwise. */
export interface TurnLeg extends Stretch {
  readonly kind: 'turn';
  readonly turnRate: number;
  /**
   * The requested heading at the end, in degrees in [0, 360), which the rate times the rounded clock would miss by a last
   * bit. If it is absent or NaN, the rate determines the heading.
   */
  readonly endDegrees?: number;
}

/** Goes straight; the direction need not be the heading (a robot may drive backwards). */
export interface LineLeg extends Stretch {
  readonly kind: 'line';
  readonly vx: number;
  readonly vy: number;
}

/** Goes along its heading (backwards when speed is negative) while turning: a circle of radius speed / turnRate. */
export interface ArcLeg extends Stretch {
  readonly kind: 'arc';
  readonly speed: number;
  readonly turnRate: number;
}

/** Any smooth motion: functions of time, and bounds that make the search for contacts certified. */
export interface CurveLeg extends Stretch {
  readonly kind: 'curve';
  readonly position: (t: number) => Vector;
  readonly velocity: (t: number) => Vector;
  readonly headingAt: (t: number) => number;
  /** Nowhere between start and end faster than this. */
  readonly maxSpeed: number;
  /** Nowhere between start and end is the acceleration (m/s²) larger than this. */
  readonly maxAcceleration: number;
  /**
   * Size (m) of the numbers from which the positions are computed, if it is larger than that of the positions: it determines their
   * rounding errors. Default: 0.
   */
  readonly magnitude?: number;
}

export type Leg = RestLeg | TurnLeg | LineLeg | ArcLeg | CurveLeg;

type Spec<L extends Leg> = Omit<L, 'kind' | 'end'> & { readonly end?: number };

/** The pose at the start follows from the functions. */
type CurveSpec = Omit<Spec<CurveLeg>, keyof Pose>;

// Legs are made for every motion of every robot. Fields are written out, since copying them by `...` takes several times
// as long, and error messages are built only when needed.

export function restLeg(spec: Spec<RestLeg>): RestLeg {
  const { x, y, heading, start, end = Infinity } = spec;
  checkStretch('a rest', x, y, heading, start, end);
  return { kind: 'rest', x, y, heading, start, end };
}

export function turnLeg(spec: Spec<TurnLeg>): TurnLeg {
  const { x, y, heading, start, end = Infinity, turnRate, endDegrees = NaN } = spec;
  return checkedTurn({ kind: 'turn', x, y, heading, start, end, turnRate, endDegrees });
}

/** Returns the leg if it is within the domain. */
export function checkedTurn(leg: TurnLeg): TurnLeg {
  const { x, y, heading, start, end, turnRate } = leg;
  checkTurnRate('the rate of a turn', turnRate);
  checkStretch('a turn', x, y, heading, start, end);
  if (end < Infinity) checkEnd(x, y, heading + turnRate * (end - start));
  return leg;
}

export function lineLeg(spec: Spec<LineLeg>): LineLeg {
  const { x, y, heading, start, end = Infinity, vx, vy } = spec;
  return checkedLine({ kind: 'line', x, y, heading, start, end, vx, vy });
}

/** Returns the leg if it is within the domain. */
export function checkedLine(leg: LineLeg): LineLeg {
  const { x, y, heading, start, end, vx, vy } = leg;
  // Squares of the smallest components vanish, and must not pass for 0.
  checkSpeed('the speed of a line', Math.sqrt(vx * vx + vy * vy) || Math.max(Math.abs(vx), Math.abs(vy)));
  checkStretch('a line', x, y, heading, start, end);
  if (end < Infinity) checkEnd(x + vx * (end - start), y + vy * (end - start), heading);
  return leg;
}

/** Returns a line for an arc that does not turn, and a turn for an arc of speed 0. */
export function arcLeg(spec: Spec<ArcLeg>): ArcLeg | LineLeg | TurnLeg {
  const { x, y, heading, start, end = Infinity, speed, turnRate } = spec;
  checkSpeed('the speed of an arc', speed);
  checkTurnRate('the rate of an arc', turnRate);
  checkStretch('an arc', x, y, heading, start, end);
  if (speed === 0) return turnLeg({ x, y, heading, start, end, turnRate });
  if (turnRate === 0) {
    return lineLeg({ x, y, heading, start, end, vx: speed * cos(heading), vy: speed * sin(heading) });
  }
  return checkedEnd({ kind: 'arc', x, y, heading, start, end, speed, turnRate });
}

export function curveLeg(spec: CurveSpec): CurveLeg {
  const { position, velocity, headingAt, maxSpeed, maxAcceleration, magnitude = 0, start, end = Infinity } = spec;
  checkSpeed('the largest speed of a curve', maxSpeed);
  if (maxSpeed < 0) throw new DomainError('the largest speed of a curve', maxSpeed, '0 or more');
  checkSize('the largest acceleration of a curve', maxAcceleration);
  checkTime('the start of a curve', start); // before the functions are called with it
  const { x, y } = position(start);
  const heading = headingAt(start);
  checkStretch('a curve', x, y, heading, start, end);
  checkSize('the magnitude of a curve', magnitude);
  return checkedEnd({
    kind: 'curve',
    x,
    y,
    heading,
    start,
    end,
    position,
    velocity,
    headingAt,
    maxSpeed,
    maxAcceleration,
    magnitude,
  });
}

function checkSize(what: string, value: number): void {
  if (!(value >= 0 && value < Infinity)) throw new DomainError(what, value, 'a finite number, 0 or more');
}

function checkStretch(subject: string, x: number, y: number, heading: number, start: number, end: number): void {
  const isFine =
    Math.abs(x) <= MAX_COORDINATE &&
    Math.abs(y) <= MAX_COORDINATE &&
    Math.abs(heading) <= MAX_HEADING &&
    start >= 0 &&
    end >= start &&
    (end <= MAX_TIME || end === Infinity) &&
    start <= MAX_TIME;
  if (!isFine) refuseStretch(subject, x, y, heading, start, end);
}

/** Throws an error that names the invalid number. */
function refuseStretch(subject: string, x: number, y: number, heading: number, start: number, end: number): never {
  checkCoordinate(`the x of ${subject}`, x);
  checkCoordinate(`the y of ${subject}`, y);
  checkHeading(`the heading of ${subject}`, heading);
  checkTime(`the start of ${subject}`, start);
  if (end !== Infinity) checkTime(`the end of ${subject}`, end);
  throw new DomainError(`the end of ${subject}`, end, `an instant not before the start, ${start}`);
}

/** A leg with an end must end within the domain. */
function checkedEnd<L extends Leg>(leg: L): L {
  if (leg.end < Infinity) {
    const { x, y } = positionAt(leg, leg.end);
    checkEnd(x, y, headingAt(leg, leg.end));
  }
  return leg;
}

function checkEnd(x: number, y: number, heading: number): void {
  checkCoordinate('the x at which a leg ends', x);
  checkCoordinate('the y at which a leg ends', y);
  checkHeading('the heading with which a leg ends', heading);
}

export function poseAt(leg: Leg, t: number): Pose {
  const { x, y } = positionAt(leg, t);
  return { x, y, heading: headingAt(leg, t) };
}

export function headingAt(leg: Leg, t: number): number {
  switch (leg.kind) {
    case 'rest':
    case 'line':
      return leg.heading;
    case 'turn':
      if (t >= leg.end && isKnown(leg.endDegrees)) return lastHeadingOf(leg, leg.endDegrees);
      return leg.heading + leg.turnRate * elapsed(leg, t);
    case 'arc':
      return leg.heading + leg.turnRate * elapsed(leg, t);
    case 'curve':
      return leg.headingAt(clamped(leg, t));
  }
}

/** Whether a turn has a requested heading at its end. */
function isKnown(endDegrees: number | undefined): endDegrees is number {
  return endDegrees !== undefined && !Number.isNaN(endDegrees);
}

/** The heading at which a turn ends, including the full turns that it has made. */
function lastHeadingOf(leg: TurnLeg, endDegrees: number): number {
  const last = radiansOf(endDegrees);
  const turns = Math.round((leg.heading + leg.turnRate * (leg.end - leg.start) - last) / TURN);
  return turns === 0 ? last : last + turns * TURN;
}

export function positionAt(leg: Leg, t: number): Vector {
  switch (leg.kind) {
    case 'rest':
    case 'turn':
      return { x: leg.x, y: leg.y };
    case 'line': {
      const seconds = elapsed(leg, t);
      return { x: leg.x + leg.vx * seconds, y: leg.y + leg.vy * seconds };
    }
    case 'arc': {
      const seconds = elapsed(leg, t);
      const halfAngle = (leg.turnRate * seconds) / 2;
      const chord = leg.speed * seconds * sinc(halfAngle);
      return { x: leg.x + chord * cos(leg.heading + halfAngle), y: leg.y + chord * sin(leg.heading + halfAngle) };
    }
    case 'curve':
      return leg.position(clamped(leg, t));
  }
}

/** Metres per second; at the ends of the leg, the velocity within it. */
export function velocityAt(leg: Leg, t: number): Vector {
  switch (leg.kind) {
    case 'rest':
    case 'turn':
      return { x: 0, y: 0 };
    case 'line':
      return { x: leg.vx, y: leg.vy };
    case 'arc': {
      const heading = headingAt(leg, t);
      return { x: leg.speed * cos(heading), y: leg.speed * sin(heading) };
    }
    case 'curve':
      return leg.velocity(clamped(leg, t));
  }
}

/** An upper bound on the speed. */
export function maxSpeedOf(leg: Leg): number {
  switch (leg.kind) {
    case 'rest':
    case 'turn':
      return 0;
    case 'line':
      return lengthOf({ x: leg.vx, y: leg.vy });
    case 'arc':
      return Math.abs(leg.speed);
    case 'curve':
      return leg.maxSpeed;
  }
}

/** An upper bound on the acceleration. */
export function maxAccelerationOf(leg: Leg): number {
  switch (leg.kind) {
    case 'rest':
    case 'turn':
    case 'line':
      return 0;
    case 'arc':
      return Math.abs(leg.speed * leg.turnRate);
    case 'curve':
      return leg.maxAcceleration;
  }
}

/** Whether a leg is driven against its heading. Distances of such legs are recorded as negative, as right turns are. */
export function isBackward(leg: Leg): boolean {
  if (leg.kind === 'arc') return leg.speed < 0;
  return leg.kind === 'line' && leg.vx * cos(leg.heading) + leg.vy * sin(leg.heading) < 0;
}

/**
 * A box that holds the leg's positions from one instant to a later one, which may be Infinity (not the body around
 * them).
 */
export function sweptBounds(leg: Leg, from: number, to: number): Box {
  const first = clamped(leg, from);
  const last = Math.max(first, clamped(leg, to));
  const a = positionAt(leg, first);
  const b = positionAt(leg, last);
  const ends = {
    minX: Math.min(a.x, b.x),
    minY: Math.min(a.y, b.y),
    maxX: Math.max(a.x, b.x),
    maxY: Math.max(a.y, b.y),
  };
  if (leg.kind === 'arc') return boundsOfArc(leg, first, last, ends);
  if (leg.kind === 'curve') return widened(ends, (leg.maxSpeed * (last - first)) / 2); // half of the longest path
  return ends;
}

const HALF_PI = Math.PI / 2;
const TURN = 2 * Math.PI;

/** Bounds of the ends and of those of the circle's four extreme points that the arc passes. */
function boundsOfArc(leg: ArcLeg, from: number, to: number, ends: Box): Box {
  const a = headingAt(leg, from);
  const b = headingAt(leg, to);
  let { minX, minY, maxX, maxY } = ends;
  // The circle is extreme where the heading is k * 90°; computed along the arc, since its centre may be far off.
  const first = Math.ceil(Math.min(a, b) / HALF_PI);
  const last = Math.min(Math.floor(Math.max(a, b) / HALF_PI), first + 3);
  for (let quarter = first; quarter <= last; quarter++) {
    const { x, y } = positionAt(leg, leg.start + (quarter * HALF_PI - leg.heading) / leg.turnRate);
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  // Widened for rounding: the last bits of the angles swing the chord.
  const chord = Math.min(2 * Math.abs(leg.speed / leg.turnRate), Math.abs(leg.speed) * (to - leg.start));
  const angles = 1 + Math.max(Math.abs(a), Math.abs(b), Math.abs(leg.heading));
  return widened({ minX, minY, maxX, maxY }, ROUNDING * (sizeOf(leg) + chord * angles));
}

function widened({ minX, minY, maxX, maxY }: Box, by: number): Box {
  return { minX: minX - by, minY: minY - by, maxX: maxX + by, maxY: maxY + by };
}

/** sin(x) / x, also near 0. */
function sinc(x: number): number {
  return Math.abs(x) < 1e-6 ? 1 - (x * x) / 6 : sin(x) / x;
}

function clamped(leg: Stretch, t: number): number {
  if (t < leg.start) return leg.start;
  return t > leg.end ? leg.end : t > MAX_TIME ? MAX_TIME : t;
}

function elapsed(leg: Stretch, t: number): number {
  return clamped(leg, t) - leg.start;
}
