/**
 * An environment: its objects, its robots and their sensors. x and z span the ground, y is up, lengths are in units of the file;
 * rotation 0 faces +x and grows to the left, seen from above with z pointing down.
 */
import type { Place } from '@kineko/formats/problem';

export interface CrsimModel {
  readonly width: number;
  readonly depth: number;
  /** Duration of a step in simulated time. */
  readonly timeStepMillis: number;
  /** Whether the ground has walls around it. */
  readonly walls: boolean;
  /** Kind of map: `exact`, `grid`, or a plug-in's. */
  readonly map: string;
  /** The size of a cell of a grid world. */
  readonly grid: number | undefined;
  /** Whether a move into an occupied cell is tested exactly, or refused. */
  readonly gridPolicy: GridPolicy;
  readonly communications: Communications;
  readonly objects: readonly CrsimObject[];
  readonly robots: readonly CrsimRobot[];
}

export type GridPolicy = 'exact' | 'blocked';

/** The network for messages between robots. */
export interface Communications {
  readonly enabled: boolean;
  /** Delays: `basic`: constant; `random`: exponential; `metric`: with contention for processors and the network. */
  readonly network: (typeof NETWORK_NAMES)[number];
  /** Delay in seconds; the mean of a random network. */
  readonly delay: number;
  /** Probability of the loss of a copy. */
  readonly loss: number;
  /** Range of messages; undefined for no limit. */
  readonly range: number | undefined;
}

export const NETWORK_NAMES = ['basic', 'random', 'metric'] as const;

export const DEFAULT_COMMUNICATIONS: Communications = {
  enabled: true,
  network: 'basic',
  delay: 0,
  loss: 0,
  range: undefined,
};

export interface CrsimObject {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly rotation: number;
  /** Red, green and blue, from 0 to 1. */
  readonly color: Color;
  /** Infrared output. */
  readonly heat: number;
  /** Infrared reflectance. */
  readonly ir: number;
  /** Its shapes, placed relative to it; usually one at its position. */
  readonly shapes: readonly CrsimShape[];
  readonly place?: Place | undefined;
}

export type Color = readonly [number, number, number];

export interface CrsimShape {
  /** BOX, CYLINDER, SPHERE, or a plug-in's. */
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly rotation: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly depth?: number | undefined;
  readonly radius?: number | undefined;
  /** For plug-ins. */
  readonly params: Params;
}

export type Params = Readonly<Record<string, string>>;

export interface CrsimRobot extends CrsimObject {
  readonly sensors: readonly CrsimSensor[];
}

export interface CrsimSensor {
  readonly id: number;
  /** bump, sonar, heat, or a plug-in's. */
  readonly type: string;
  /** Position on the robot: x ahead, z to the right, y up. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Whether the file gives its x or z. A sonar without a position is on the robot's rim. */
  readonly hasPosition?: boolean | undefined;
  /** Angle from the robot's heading, to the left. */
  readonly rotation: number;
  readonly range?: number | undefined;
  readonly radius?: number | undefined;
  readonly params: Params;
  readonly place?: Place | undefined;
}

/** The required sizes of known shapes. */
export const SHAPE_SIZES: ReadonlyMap<string, readonly ('width' | 'height' | 'depth' | 'radius')[]> = new Map([
  ['BOX', ['width', 'height', 'depth']],
  ['CYLINDER', ['radius', 'height']],
  ['SPHERE', ['radius']],
]);

export const DEFAULT_COLOR: Color = [0.5, 0.5, 0.5];
export const DEFAULT_STEP_MILLIS = 100;
