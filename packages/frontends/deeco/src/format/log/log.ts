/** What a simulation log of the DEECo playground tells: x to the right, y down as the rows of a bitmap, radians. */
import type { Bitmap } from '@kineko/formats/bitmap';

export interface DeecoLogHeader {
  /** Of the field, in pixels, which are the unit of all lengths. */
  readonly width: number;
  readonly height: number;
  /** Where the field is dark there is an obstacle; undefined if it is empty. */
  readonly bitmap: Bitmap | undefined;
  readonly robots: readonly DeecoRobotClass[];
  readonly objects: readonly DeecoObjectClass[];
}

export interface DeecoRobotClass {
  readonly className: string;
  /** Radius. */
  readonly size: number;
}

export interface DeecoObjectClass {
  readonly className: string;
}

/** How things stand at the start of a cycle; robots and objects in the order of the header. */
export interface DeecoCycle {
  /** From 0. */
  readonly cycle: number;
  /** A line for people; empty if there is none. */
  readonly status: string;
  readonly robots: readonly DeecoRobot[];
  readonly objects: readonly DeecoObject[];
}

/** Any number may be NaN: the playground writes that when its collisions have no solution. */
export interface DeecoRobot {
  readonly x: number;
  readonly y: number;
  /** Faces (sin angle, cos angle): 0 is down, π/2 to the right. */
  readonly angle: number;
  readonly tag: string;
}

export interface DeecoObject {
  readonly x: number;
  readonly y: number;
  /** Radius, or half of a side; 0 for what is hidden. */
  readonly size: number;
  readonly tag: string;
}
