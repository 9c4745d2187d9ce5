/** Ensembles: which components belong together, and the knowledge they exchange. */
import type { Context, Directions, Schedule } from './process.js';

/**
 * An ensemble of a coordinator and its members, with knowledge of types C and M. A component that has all knowledge named in
 * `roles` may take the role; `membership` decides about each pair. Each component of a pair runs `exchange` for itself, so it runs
 * twice per period for every pair, and what it writes for the other side is discarded each time.
 *
 * Arguments are copies and have only the named fields.
 */
export abstract class Ensemble<C extends object = object, M extends object = object> implements Schedule {
  readonly period: number = 1;
  readonly offset: number = 0;
  readonly order: number = 0;
  /** The knowledge that `membership` reads. */
  abstract readonly roles: {
    readonly coord: readonly (keyof C & string)[];
    readonly member: readonly (keyof M & string)[];
  };
  /** The knowledge that `exchange` reads and writes. */
  abstract readonly exchanged: { readonly coord?: Directions<C>; readonly member?: Directions<M> };

  abstract membership(coord: Readonly<C>, member: Readonly<M>, context: Context): boolean;

  abstract exchange(coord: C, member: M, context: Context): void;
}

/** An ensemble of any knowledge types. */
export interface AnyEnsemble extends Schedule {
  readonly roles: { readonly coord: readonly string[]; readonly member: readonly string[] };
  readonly exchanged: {
    readonly coord?: Directions<Record<string, unknown>>;
    readonly member?: Directions<Record<string, unknown>>;
  };
  membership(coord: never, member: never, context: Context): boolean;
  exchange(coord: never, member: never, context: Context): void;
}
