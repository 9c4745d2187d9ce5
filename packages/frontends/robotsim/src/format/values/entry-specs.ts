import type { FAULT_KINDS } from './entry-fields.js';
import type { Point } from './lists.js';

interface Named {
  readonly name?: string;
}

/** What makes a thing of an obstacle, which robots can push. */
export interface PushedSpec {
  readonly density?: number;
  readonly staticFriction?: number;
  readonly kineticFriction?: number;
}

/** An obstacle as the world describes it, but for the picture of a bitmap, which is the name of a file. */
export type ObstacleSpec = Named &
  (
    | { readonly kind: 'segment'; readonly a: Point; readonly b: Point }
    | { readonly kind: 'polyline'; readonly points: readonly Point[] }
    | (PushedSpec & { readonly kind: 'polygon'; readonly points: readonly Point[] })
    | (PushedSpec & {
        readonly kind: 'box';
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      })
    | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly radius: number }
    | BitmapSpec
  );

export interface BitmapSpec extends Named {
  readonly kind: 'bitmap';
  readonly file: string;
  readonly x: number;
  readonly y: number;
  readonly metresPerPixel: number;
  readonly beyond?: 'free' | 'dark';
  readonly maxBrightness?: number;
  readonly minAlpha?: number;
}

export interface ObjectSpec {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly tag?: string;
  readonly heat?: number;
  readonly light?: number;
  readonly solid?: boolean;
  readonly id?: number;
}

/** A fault whose kind and plain fields are right; what depends on the processes is left to who plans faults. */
export interface FaultSpec {
  readonly kind: keyof typeof FAULT_KINDS;
  readonly at: number;
  readonly [field: string]: unknown;
}
