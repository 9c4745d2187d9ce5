/** A camera that orbits its target. */
import type { Point } from '@kineko/ui';
import type { Box } from './space.js';
import type { Vec3 } from './wire.js';

export interface Orbit {
  /** The point in the middle of the picture. */
  readonly target: Vec3;
  readonly distance: number;
  /** Radians about y: at 0 the eye is at +z of the target, so that x points right. */
  readonly yaw: number;
  /** Radians above the ground. */
  readonly pitch: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Ray {
  readonly origin: Vec3;
  /** A unit vector. */
  readonly direction: Vec3;
}

/** Vertical angle of view in radians. */
export const FIELD_OF_VIEW = Math.PI / 4;
/** The eye stays above the ground and never straight above the target, where the up direction is undefined. */
const LOWEST = 0.03;
const HIGHEST = Math.PI / 2 - 0.01;
const [NEAREST, FARTHEST] = [1e-3, 1e7];
const MARGIN = 1.08;

export function orbited(orbit: Orbit, yaw: number, pitch: number): Orbit {
  return { ...orbit, yaw: orbit.yaw + yaw, pitch: clamp(orbit.pitch + pitch, LOWEST, HIGHEST) };
}

/** Approaches the target for a factor above 1. */
export function approached(orbit: Orbit, factor: number): Orbit {
  return { ...orbit, distance: clamp(orbit.distance / factor, NEAREST, FARTHEST) };
}

/** Moves along the ground, so that the point under the pointer roughly stays there. */
export function shifted(orbit: Orbit, pixelsRight: number, pixelsDown: number, { height }: Size): Orbit {
  const perPixel = (2 * orbit.distance * Math.tan(FIELD_OF_VIEW / 2)) / height;
  const [right, down] = [pixelsRight * perPixel, (pixelsDown * perPixel) / Math.max(Math.sin(orbit.pitch), 0.2)];
  const [cos, sin] = [Math.cos(orbit.yaw), Math.sin(orbit.yaw)];
  const [x, y, z] = orbit.target;
  return { ...orbit, target: [x + right * cos + down * sin, y, z - right * sin + down * cos] };
}

/** The closest view of a whole box, with a margin. */
export function fitted({ low, high }: Box, { width, height }: Size, direction: Pick<Orbit, 'yaw' | 'pitch'>): Orbit {
  const middle = (k: 0 | 1 | 2): number => (low[k] + high[k]) / 2;
  const half = (k: 0 | 1 | 2): number => (high[k] - low[k]) / 2;
  const target: Vec3 = [middle(0), middle(1), middle(2)];
  const { right, up, forward } = frameOf(direction);
  const upright = Math.tan(FIELD_OF_VIEW / 2);
  const across = (upright * width) / height;
  let distance = 0.01;
  for (let k = 0; k < 8; k++) {
    const corner: Vec3 = [half(0) * ((k & 1) * 2 - 1), half(1) * ((k & 2) - 1), half(2) * ((k & 4) / 2 - 1)];
    const outward = Math.max(Math.abs(dot(corner, right)) / across, Math.abs(dot(corner, up)) / upright);
    distance = Math.max(distance, outward - dot(corner, forward));
  }
  return { ...direction, target, distance: MARGIN * distance };
}

export const FIRST_LOOK: Pick<Orbit, 'yaw' | 'pitch'> = { yaw: Math.PI / 8, pitch: Math.PI / 5 };

export function eyeOf({ target: [x, y, z], distance, yaw, pitch }: Orbit): Vec3 {
  const along = distance * Math.cos(pitch);
  return [x + along * Math.sin(yaw), y + distance * Math.sin(pitch), z + along * Math.cos(yaw)];
}

interface Frame {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
}

function frameOf({ yaw, pitch }: Pick<Orbit, 'yaw' | 'pitch'>): Frame {
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return {
    right: [cosYaw, 0, -sinYaw],
    up: [-sinPitch * sinYaw, cosPitch, -sinPitch * cosYaw],
    forward: [-cosPitch * sinYaw, -sinPitch, -cosPitch * cosYaw],
  };
}

/** The ray from the eye through a pixel. */
export function rayThrough(orbit: Orbit, pixel: Point, { width, height }: Size): Ray {
  const { right, up, forward } = frameOf(orbit);
  const perPixel = (2 * Math.tan(FIELD_OF_VIEW / 2)) / height;
  const [across, above] = [(pixel.x - width / 2) * perPixel, (height / 2 - pixel.y) * perPixel];
  const length = Math.hypot(across, above, 1);
  const part = (k: 0 | 1 | 2): number => (forward[k] + right[k] * across + up[k] * above) / length;
  return { origin: eyeOf(orbit), direction: [part(0), part(1), part(2)] };
}

/** The pixel of a point; undefined if it is behind the eye. */
export function pixelOf(orbit: Orbit, [x, y, z]: Vec3, { width, height }: Size): Point | undefined {
  const { right, up, forward } = frameOf(orbit);
  const eye = eyeOf(orbit);
  const from: Vec3 = [x - eye[0], y - eye[1], z - eye[2]];
  const depth = dot(from, forward);
  if (depth <= 0) return undefined;
  const perUnit = height / (2 * Math.tan(FIELD_OF_VIEW / 2) * depth);
  return { x: width / 2 + dot(from, right) * perUnit, y: height / 2 - dot(from, up) * perUnit };
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
