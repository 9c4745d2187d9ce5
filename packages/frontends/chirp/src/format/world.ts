/** A Chirp world with all defaults applied: lengths in units (a Chirp is 10 across), angles in degrees. */
import type { Place } from '@kineko/formats/problem';

export interface ChirpPoint {
  readonly x: number;
  readonly y: number;
}

/** The origin of an item in the file. */
export interface ChirpOrigin {
  /** `$.children[3].hulls[0]`. */
  readonly path: string;
  readonly place: Place;
}

/** Traits of a robot; the root of the file may set them for all robots. */
export interface ChirpTraits {
  readonly radius: number;
  /** Distance between the wheels. */
  readonly wheelbase: number;
  /** Range of the distance sensors. */
  readonly range: number;
  /** Maximum speed of a wheel, in units per second. */
  readonly maxspeed: number;
  /** Each wheel's speed is multiplied by 1 + u, u uniform in ± this. */
  readonly noisemax: number;
  /** Simulated seconds without a request after which a robot stops; 0 for never. */
  readonly deadman: number;
  /** Mass per square unit. */
  readonly density: number;
  /** Friction of the wheels, which limits the force of a push. */
  readonly traction: number;
}

export interface ChirpRobot extends ChirpTraits {
  readonly id: number;
  readonly position: ChirpPoint;
  /** Degrees, anticlockwise from the x axis. */
  readonly angle: number;
  readonly origin: ChirpOrigin;
}

export interface ChirpWall {
  readonly position: ChirpPoint;
  readonly angle: number;
  /** Convex polygons, anticlockwise, relative to position and angle. */
  readonly hulls: readonly (readonly ChirpPoint[])[];
  readonly origin: ChirpOrigin;
}

export interface ChirpPushable extends ChirpWall {
  /** Mass per square unit. */
  readonly density: number;
  /** Friction with the ground. */
  readonly friction: { readonly static: number; readonly kinetic: number };
}

export interface ChirpSource {
  readonly kind: 'light' | 'heat' | 'gas';
  readonly position: ChirpPoint;
  /** Range. */
  readonly radius: number;
  readonly strength: number;
  readonly origin: ChirpOrigin;
}

/** A line on the ground. */
export interface ChirpLine {
  readonly points: readonly ChirpPoint[];
  readonly width: number;
  readonly origin: ChirpOrigin;
}

/** A program that drives a robot. */
export interface ChirpController {
  readonly robot: number;
  readonly command: readonly string[];
  readonly origin: ChirpOrigin;
}

export interface ChirpWorld {
  readonly robots: readonly ChirpRobot[];
  readonly walls: readonly ChirpWall[];
  readonly pushables: readonly ChirpPushable[];
  readonly sources: readonly ChirpSource[];
  readonly lines: readonly ChirpLine[];
  readonly controllers: readonly ChirpController[];
  /** Units/s². The default is the Earth's, with a unit of a centimetre. */
  readonly gravity: number;
}

export const CHIRP_DEFAULTS: ChirpTraits & { readonly gravity: number } = {
  radius: 5,
  wheelbase: 8,
  range: 40,
  maxspeed: 30,
  noisemax: 0,
  deadman: 0,
  density: 1,
  traction: 0.8,
  gravity: 981,
};

export const CHIRP_FRICTION = { static: 0.3, kinetic: 0.3 } as const;
export const CHIRP_LINE_WIDTH = 2;
