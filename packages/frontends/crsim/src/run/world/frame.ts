/**
 * Places as the Cooperative Robotics Simulator has them (x and z span the ground, y is up) and as the world has them (x to
 * the right, y up the page). Seen from above z goes down the page, so that a turn to the left is anticlockwise in both.
 */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';

export interface GroundPlace {
  readonly x: number;
  readonly z: number;
}

/** On the ground, facing somewhere. */
export interface GroundPose extends GroundPlace {
  readonly rotation: number;
}

export function worldPose({ x, z, rotation }: GroundPose): Pose {
  // Not -z, which would make -0 of 0.
  return { x, y: 0 - z, heading: normalAngle(rotation) };
}

export function groundPose({ x, y, heading }: Pose): GroundPose {
  return { x, z: 0 - y, rotation: heading };
}

/** Something that is placed relative to something else: x ahead, z to the right. */
export function placedOn(base: Pose, { x, z, rotation }: GroundPose): Pose {
  const [c, s] = [cos(base.heading), sin(base.heading)];
  return {
    x: base.x + x * c + z * s,
    y: base.y + x * s - z * c,
    heading: normalAngle(base.heading + rotation),
  };
}

const FULL_TURN = 2 * Math.PI;

/** The same direction, from -π to π. */
export function normalAngle(angle: number): number {
  if (Math.abs(angle) <= Math.PI) return angle;
  return angle - FULL_TURN * Math.round(angle / FULL_TURN);
}

export function distanceBetween(a: Vector, b: Vector): number {
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  return Math.sqrt(dx * dx + dy * dy);
}
