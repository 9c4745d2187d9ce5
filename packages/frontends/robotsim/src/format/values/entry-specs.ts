/** Entries of `obstacles`, `objects` and `faults` in TypeScript. */
import type { BitmapShape, BoxShape, DiscShape, PolygonShape, PolylineShape, SegmentShape } from '@kineko/world';
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
  | SegmentShape
  | PolylineShape
  | (PolygonShape & PushedSpec)
  | (BoxShape & PushedSpec)
  | DiscShape
  | BitmapSpec;

export interface BitmapSpec extends Omit<BitmapShape, 'bitmap'> {
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
