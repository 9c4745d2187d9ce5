/** What a Chirp world says, with nothing left open: lengths in units (a Chirp is 10 across), angles in degrees. */
import type { Place } from '@kineko/formats/problem';

export interface ChirpPoint {
  readonly x: number;
  readonly y: number;
}

/** Where something stands in the file. */
export interface ChirpOrigin {
  /** As in `$.children[3].hulls[0]`. */
  readonly path: string;
  readonly place: Place;
}

/** What each robot may have of its own, and the root may say for all. */
export interface ChirpTraits {
  /** Of the body. */
  readonly radius: number;
  /** From wheel to wheel. */
  readonly wheelbase: number;
  /** How far the distance sensors see. */
  readonly range: number;
  /** Of a wheel, in units a second. */
  readonly maxspeed: number;
  /** Each wheel's speed is multiplied by 1 + u, u uniform in ± this. */
  readonly noisemax: number;
  /** Simulated seconds after which a robot that nobody has spoken to stops; 0 for never. */
  readonly deadman: number;
  /** Mass per square unit. */
  readonly density: number;
  /** Of the wheels on the ground: what limits the force that a robot pushes with. */
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
  /** With the ground. */
  readonly friction: { readonly static: number; readonly kinetic: number };
}

export interface ChirpSource {
  readonly kind: 'light' | 'heat' | 'gas';
  readonly position: ChirpPoint;
  /** Beyond it, nothing is felt. */
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

/** A program to be started for a robot. */
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
  /** Units/s²: what presses things to the ground. With a unit of a centimetre, that of the Earth. */
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
