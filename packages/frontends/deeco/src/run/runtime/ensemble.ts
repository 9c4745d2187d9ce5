/** Ensembles: who belongs together, and what they tell each other. */
import type { Context, Directions, Schedule } from './process.js';

/**
 * An ensemble of a coordinator and its members, for knowledge of types C and M. Whoever knows all that `roles` names may be
 * one of the two; `membership` decides about a pair of them. Each owner of a pair runs `exchange` for itself, so it runs
 * twice a period for every pair, and what it writes for the other side is dropped each time.
 *
 * Arguments are copies, and have the fields that are named for them, no others.
 */
export abstract class Ensemble<C extends object = object, M extends object = object> implements Schedule {
  readonly period: number = 1;
  readonly offset: number = 0;
  readonly order: number = 0;
  /** What membership is decided by. */
  abstract readonly roles: {
    readonly coord: readonly (keyof C & string)[];
    readonly member: readonly (keyof M & string)[];
  };
  /** What is exchanged. */
  abstract readonly exchanged: { readonly coord?: Directions<C>; readonly member?: Directions<M> };

  abstract membership(coord: Readonly<C>, member: Readonly<M>, context: Context): boolean;

  abstract exchange(coord: C, member: M, context: Context): void;
}

/** An ensemble, whatever its knowledge is. */
export interface AnyEnsemble extends Schedule {
  readonly roles: { readonly coord: readonly string[]; readonly member: readonly string[] };
  readonly exchanged: {
    readonly coord?: Directions<Record<string, unknown>>;
    readonly member?: Directions<Record<string, unknown>>;
  };
  membership(coord: never, member: never, context: Context): boolean;
  exchange(coord: never, member: never, context: Context): void;
}
