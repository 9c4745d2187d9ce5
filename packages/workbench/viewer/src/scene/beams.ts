/** The shape that a sensor covers besides its range: a circle, a cone, or rays. A short text, because there are few of them. */
import { isCoordinate } from './validity.js';

/** Rays beyond this number look like a disc. */
const MAX_RAYS = 64;

export interface Beams {
  /** Angles from the robot's heading, in radians. */
  readonly angles: readonly number[];
  /** Angle from one edge of each beam to the other; 0 for a ray. */
  readonly opening: number;
  /** Start of the beams: metres ahead of the robot's centre (x) and to its left (y). */
  readonly x: number;
  readonly y: number;
  /** Whether the beams start at the robot's rim. */
  readonly isFromRim: boolean;
}

/** Empty for a circle. The request is untrusted. */
export function beamsText(request: Readonly<Record<string, unknown>>): string {
  const { rays, fromRim, direction, openingAngle, offset } = request;
  const angles = anglesOf(rays);
  if (angles !== undefined) return [fromRim === true ? 1 : 0, 0, 0, 0, ...angles.slice(0, MAX_RAYS)].join(' ');
  if (direction === undefined && openingAngle === undefined && offset === undefined) return '';
  const { x = 0, y = 0 } = (offset ?? {}) as Readonly<Record<string, unknown>>;
  const numbers = [openingAngle ?? 0, x, y, direction ?? 0];
  return numbers.every((each) => typeof each === 'number' && isCoordinate(each)) ? [0, ...numbers].join(' ') : '';
}

function anglesOf(rays: unknown): readonly number[] | undefined {
  if (Array.isArray(rays)) return rays.every((ray) => typeof ray === 'number' && isCoordinate(ray)) ? rays : undefined;
  if (typeof rays !== 'number' || !(rays >= 1)) return undefined;
  const count = Math.min(Math.floor(rays), MAX_RAYS);
  return Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count);
}

/** Undefined for a circle. */
export function beamsOf(text: string): Beams | undefined {
  if (text === '') return undefined;
  const [isFromRim, opening, x, y, ...angles] = text.split(' ').map(Number);
  return { isFromRim: isFromRim === 1, opening: opening!, x: x!, y: y!, angles };
}
