import type { Vector } from '../pose.js';
import { DomainError } from '../tolerances.js';

/**
 * The contact of two shapes. A hit is an instant at which the gap is at most 0 and closing: shapes that touch, or overlap,
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

/** The span of time to search, in seconds. It only clamps: the contact itself does not depend on it. */
export interface Span {
  /** A hit before this instant is returned as of this instant. Default: the later of the starts. */
  readonly from?: number;
  /**
   * Nothing was hit before this instant: where there is no closed form, the search need not begin at the start of the
   * legs. Default: the later of the starts.
   */
  readonly since?: number;
  /**
   * For observers of motions that a contact does not stop: hits before this instant do not count, instead of being
   * returned as of `from`, and neither do shapes that close again while they overlap; only those that come together do.
   */
  readonly after?: number;
  /**
   * Hits after this instant do not count. Default, and at most: MAX_TIME.
   *
   * Required in practice for legs without an end and without a closed form: two arcs of different rates that never meet,
   * or a curve, are searched step by step until then, and too many steps end in a SearchError.
   */
  readonly until?: number;
}

/** Rejects NaN: compared with it every instant is too late, and a hit would pass for separated. */
export function checkSpan({ from, since, after, until }: Span): void {
  checkInstant('the `from` of a span', from);
  checkInstant('the `since` of a span', since);
  checkInstant('the `after` of a span', after);
  checkInstant('the `until` of a span', until);
}

function checkInstant(what: string, value: number | undefined): void {
  if (Number.isNaN(value)) throw new DomainError(what, NaN, 'an instant in seconds, -Infinity or Infinity');
}

/** Returned by the solvers for shapes that never touch. */
export const NEVER = Infinity;

export const TOUCHING: Contact = { state: 'touching' };
export const SEPARATED: Contact = { state: 'separated' };
