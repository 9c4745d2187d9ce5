/**
 * From the playground's frame to that of traces. There y goes down and an angle of 0 faces down; here y goes up and a heading of
 * 0 faces to the right: the picture is the same, seen from the other axis. Turns keep their sense, since both the axis and the
 * way in which the playground counts its angles are mirrored.
 */
import { MAX_COORDINATE } from '@kineko/formats/text';
import type { DeecoRobot } from './log.js';

export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

export const upward = (height: number, y: number): number => height - y;

/** Undefined if it is no place: NaN, or farther away than any geometry goes. */
export function poseOf({ x, y, angle }: DeecoRobot, height: number): Pose | undefined {
  if (!isPlace(x, y) || !Number.isFinite(angle)) return undefined;
  return { x, y: upward(height, y), heading: angle - Math.PI / 2 };
}

export function isPlace(x: number, y: number): boolean {
  return Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE;
}

const FULL_TURN = 2 * Math.PI;

/** The shorter way from one heading to the other. */
export function turnBetween(from: number, to: number): number {
  const turn = (to - from) % FULL_TURN;
  if (turn > Math.PI) return turn - FULL_TURN;
  return turn < -Math.PI ? turn + FULL_TURN : turn;
}
