/** Entries of `obstacles`, `objects` and `faults` in TypeScript. */
import type { ObstacleShape } from '@kineko/world';
import type { FAULT_KINDS } from './entry-fields.js';

export type { ObjectSpec } from '@kineko/world';

/** Properties of an obstacle that robots can push. */
export interface PushedSpec {
  readonly density?: number;
  readonly staticFriction?: number;
  readonly kineticFriction?: number;
}

/** An obstacle as the world describes it, but with the name of a file instead of a picture. */
export type ObstacleSpec =
  | Shape<'segment' | 'polyline' | 'disc'>
  | (Shape<'polygon'> & PushedSpec)
  | (Shape<'box'> & PushedSpec)
  | BitmapSpec;

type Shape<Kind extends ObstacleShape['kind']> = Extract<ObstacleShape, { readonly kind: Kind }>;

export interface BitmapSpec extends Omit<Shape<'bitmap'>, 'bitmap'> {
  readonly file: string;
  readonly maxBrightness?: number;
  readonly minAlpha?: number;
}

/** A fault with a known kind and valid fields of its own; the fault schedule checks whether it fits the processes. */
export interface FaultSpec {
  readonly kind: keyof typeof FAULT_KINDS;
  readonly at: number;
  readonly [field: string]: unknown;
}
