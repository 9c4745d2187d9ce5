/**
 * An environment: what stands on the ground, the robots, and what they sense with. x and z span the ground, y is up, lengths
 * are in the units of the file; rotation 0 faces +x and grows to the left, seen from above with z down the page.
 */
import type { Place } from '@kineko/formats/problem';

export interface CrsimModel {
  readonly width: number;
  readonly depth: number;
  /** Of simulated time. */
  readonly timeStepMillis: number;
  /** Whether walls stand around the ground. */
  readonly walls: boolean;
  /** The kind of world: `exact`, `grid`, or a plug-in's. */
  readonly map: string;
  /** The size of a cell of a grid world. */
  readonly grid: number | undefined;
  /** What a move into an occupied cell comes to: it is tested exactly, or refused. */
  readonly gridPolicy: GridPolicy;
  readonly communications: Communications;
  readonly objects: readonly CrsimObject[];
  readonly robots: readonly CrsimRobot[];
}

export type GridPolicy = 'exact' | 'blocked';

/** How messages between robots travel. */
export interface Communications {
  readonly enabled: boolean;
  /** `basic`: all take the same time; `random`: exponential; `metric`: they compete for processors and for the network. */
  readonly network: NetworkName;
  /** Seconds, of a random network the mean. */
  readonly delay: number;
  /** How likely it is that a copy is lost. */
  readonly loss: number;
  /** How far a robot is heard; undefined for everywhere. */
  readonly range: number | undefined;
}

export const NETWORK_NAMES = ['basic', 'random', 'metric'] as const;
export type NetworkName = (typeof NETWORK_NAMES)[number];

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
  /** What it is made of, each placed relative to it; one that stands in its very place as a rule. */
  readonly shapes: readonly CrsimShape[];
  /** Where it stands in the file. */
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
  /** On the robot: x ahead, z to the right, y up. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Whether the file places it on the ground (x or z). A sonar that is not placed sits on the robot's rim. */
  readonly hasPosition?: boolean | undefined;
  /** From the robot's heading, to the left. */
  readonly rotation: number;
  readonly range?: number | undefined;
  readonly radius?: number | undefined;
  readonly params: Params;
  readonly place?: Place | undefined;
}

/** The sizes that the known shapes must have. */
export const SHAPE_SIZES: ReadonlyMap<string, readonly ('width' | 'height' | 'depth' | 'radius')[]> = new Map([
  ['BOX', ['width', 'height', 'depth']],
  ['CYLINDER', ['radius', 'height']],
  ['SPHERE', ['radius']],
]);

export const DEFAULT_COLOR: Color = [0.5, 0.5, 0.5];
export const DEFAULT_STEP_MILLIS = 100;
