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

/** A coordinate system that respects an agreement. */
export function drawFrame(agreement: Agreement, hasOwnUnit: boolean, random: RandomStream): Frame {
  const isTurned = agreement === 'none' || agreement === 'chirality';
  const mayMirror = agreement === 'none' || agreement === 'one-axis';
  return frameOf({
    rotate: isTurned ? random.uniform(0, 360) : 0,
    isMirrored: mayMirror && random.uniform() < 0.5,
    unit: hasOwnUnit && agreement !== 'full' ? powerOfTwo(random.integer(-MAX_EXPONENT, MAX_EXPONENT)) : 1,
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

/** Whether a − b is a double: the difference gives back both numbers. */
function isExactDifference(a: number, b: number): boolean {
  const difference = a - b;
  return difference + b === a && a - difference === b;
}
