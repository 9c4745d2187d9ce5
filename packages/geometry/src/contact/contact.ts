import type { Vector } from '../pose.js';

/**
 * When two shapes touch. A hit is an instant at which the gap is at most 0 and closing: shapes that touch, or overlap,
 * without closing have no hit, and a graze, where they touch without ever closing further, is none either.
 */
export type Contact =
  | {
      readonly state: 'hit';
      /** Seconds. */
      readonly time: number;
      /** Unit vector at that instant, from the first shape's centre towards the second shape. */
      readonly normal: Vector;
    }
  /** They touch or overlap at the beginning, without closing then or later. */
  | { readonly state: 'touching' }
  | { readonly state: 'separated' };

/** The span of time that is looked at. It only clamps: what is found does not depend on it. */
export interface Span {
  /** A hit before this instant is given as of this instant. Default: the later of the starts. */
  readonly from?: number;
  /** Hits after this instant do not count. Default, and at most: MAX_TIME. */
  readonly until?: number;
}

/** What the solvers return for "they never touch". */
export const NEVER = Infinity;

export const TOUCHING: Contact = { state: 'touching' };
export const SEPARATED: Contact = { state: 'separated' };
