/** Coordinate systems of robots: turned, mirrored and scaled as far as the robots do not agree. */
import { cosDegrees, sinDegrees, type Vector } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import type { ScheduledFrame } from '../format/activation-schedule.js';

export type Agreement = 'none' | 'chirality' | 'one-axis' | 'axes' | 'full';

/** Local = R·(p − own) / unit, R a rotation after a reflection of x. */
export interface Frame {
  readonly cos: number;
  readonly sin: number;
  /** −1 if x is mirrored, else 1. */
  readonly mirror: number;
  /** Metres of one unit; a power of two when drawn, so that scaling is exact. */
  readonly unit: number;
}

/** Units are drawn from 2^-3 to 2^3 metres. */
const MAX_EXPONENT = 3;

export function frameOf({ rotate = 0, isMirrored = false, unit = 1 }: ScheduledFrame): Frame {
  return { cos: cosDegrees(rotate), sin: sinDegrees(rotate), mirror: isMirrored ? -1 : 1, unit };
}

export interface FrameRules {
  readonly frames: Agreement;
  readonly hasOwnUnit: boolean;
}

function freedomOf({ frames, hasOwnUnit }: FrameRules) {
  return {
    isTurned: frames === 'none' || frames === 'chirality',
    mayMirror: frames === 'none' || frames === 'one-axis',
    isScaled: hasOwnUnit && frames !== 'full',
  };
}

/** A coordinate system that respects an agreement. */
export function drawFrame(rules: FrameRules, random: RandomStream): Frame {
  const { isTurned, mayMirror, isScaled } = freedomOf(rules);
  return frameOf({
    rotate: isTurned ? random.uniform(0, 360) : 0,
    isMirrored: mayMirror && random.uniform() < 0.5,
    unit: isScaled ? powerOfTwo(random.integer(-MAX_EXPONENT, MAX_EXPONENT)) : 1,
  });
}

const TRIED: readonly ScheduledFrame[] = [
  { unit: 2 },
  { rotate: 90, unit: 2 },
  { rotate: 180, unit: 0.5 },
  { isMirrored: true, unit: 0.5 },
  { rotate: 90, isMirrored: true },
];

/** Some coordinate systems that respect an agreement, turned by quarters, so that nothing is rounded. */
export function triedFrames(rules: FrameRules): Frame[] {
  const { isTurned, mayMirror, isScaled } = freedomOf(rules);
  return TRIED.flatMap(({ rotate, isMirrored, unit }) => {
    const isAllowed = (isTurned || rotate === undefined) && (mayMirror || isMirrored !== true);
    const isNew = isScaled || rotate !== undefined || isMirrored === true;
    return isAllowed && isNew ? [frameOf({ rotate, isMirrored, unit: isScaled ? unit : 1 })] : [];
  });
}

function powerOfTwo(exponent: number): number {
  return exponent < 0 ? 1 / (1 << -exponent) : 1 << exponent;
}

export function toLocal({ cos, sin, mirror, unit }: Frame, own: Vector, { x, y }: Vector): Vector {
  const [dx, dy] = [(mirror * (x - own.x)) / unit, (y - own.y) / unit];
  return { x: cos * dx - sin * dy, y: sin * dx + cos * dy };
}

export function toGlobal({ cos, sin, mirror, unit }: Frame, own: Vector, { x, y }: Vector): Vector {
  const [dx, dy] = [cos * x + sin * y, cos * y - sin * x];
  return { x: own.x + mirror * unit * dx, y: own.y + unit * dy };
}

/** Whether neither the transformation of a point nor its inverse was rounded. */
export function isExactRound(frame: Frame, own: Vector, place: Vector): boolean {
  if (frame.cos * frame.sin !== 0) return false;
  return isExactDifference(place.x, own.x) && isExactDifference(place.y, own.y);
}

/** Whether a destination was transformed to a point without rounding. */
export function isExactTarget(frame: Frame, own: Vector, destination: Vector, point: Vector): boolean {
  const back = toLocal(frame, own, point);
  return isExactRound(frame, own, point) && back.x === destination.x && back.y === destination.y;
}

/** Whether a − b is a double: the difference gives back both numbers. */
function isExactDifference(a: number, b: number): boolean {
  const difference = a - b;
  return difference + b === a && a - difference === b;
}
