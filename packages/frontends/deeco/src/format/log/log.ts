/** The contents of a simulation log of the DEECo playground: x points right, y down like the rows of a bitmap; radians. */
import type { Bitmap } from '@kineko/formats/bitmap';

export interface DeecoLogHeader {
  /** Size of the field in pixels, the unit of all lengths. */
  readonly width: number;
  readonly height: number;
  /** Dark pixels are obstacles; undefined for an empty field. */
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

/** The state at the start of a cycle; robots and objects in the order of the header. */
export interface DeecoCycle {
  /** Counts from 0. */
  readonly cycle: number;
  /** A human-readable line; empty if there is none. */
  readonly status: string;
  readonly robots: readonly DeecoRobot[];
  readonly objects: readonly DeecoObject[];
}

/** Any number may be NaN: the playground writes it when it cannot resolve a collision. */
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
  /** Radius, or half of a side; 0 if hidden. */
  readonly size: number;
  readonly tag: string;
}
