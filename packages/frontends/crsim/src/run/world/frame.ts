/**
 * Converts between the coordinates of the Cooperative Robotics Simulator (x and z span the ground, y is up) and of the world (x
 * to the right, y up). Seen from above, z points down, so that a left turn is anticlockwise in both.
 */
import { cos, type Pose, sin, type Vector } from '@kineko/geometry';

/** A pose on the ground. */
interface GroundPose {
  readonly x: number;
  readonly z: number;
  readonly rotation: number;
}

export function worldPose({ x, z, rotation }: GroundPose): Pose {
  // -z would turn 0 into -0.
  return { x, y: 0 - z, heading: normalAngle(rotation) };
}

export function groundPose({ x, y, heading }: Pose): GroundPose {
  return { x, z: 0 - y, rotation: heading };
}

/** The pose of a part relative to a base: x ahead, z to the right. */
export function placedOn(base: Pose, { x, z, rotation }: GroundPose): Pose {
  const [c, s] = [cos(base.heading), sin(base.heading)];
  return {
    x: base.x + x * c + z * s,
    y: base.y + x * s - z * c,
    heading: normalAngle(base.heading + rotation),
  };
}

const FULL_TURN = 2 * Math.PI;

/** The equivalent angle from -π to π. */
export function normalAngle(angle: number): number {
  if (Math.abs(angle) <= Math.PI) return angle;
  return angle - FULL_TURN * Math.round(angle / FULL_TURN);
}

export function distanceBetween(a: Vector, b: Vector): number {
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  return Math.sqrt(dx * dx + dy * dy);
}
