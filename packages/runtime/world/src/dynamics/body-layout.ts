import { NEVER, uniform } from '@kineko/geometry';

/**
 * Layout of a body in the engine's Float64Array: first the disc as the solvers read it, then its expected events. 64 bytes,
 * one cache line, since a search reads many bodies.
 *
 * Every file destructures this object into its own constants: V8 compiles those in, while it loads and checks an imported
 * constant at each use (as the machine code shows).
 */
export const bodyRecord = {
  ...uniform,
  /** Time of the next contact or, without a partner, of the next search for one. */
  CONTACT: 6,
  /** When the body leaves its cell; on an arc or a curve, when its position in the grid has to be updated. */
  CROSSING: 7,
  /** Numbers in a record. */
  RECORD: 8,
  /** Its logarithm. Places are `slot << RECORD_BITS | X`: unlike products and sums, that needs no check for overflow. */
  RECORD_BITS: 3,
  NEVER,
} as const;

/**
 * Layout of a body's integers, 32 bytes: what an event reads and writes besides the record, its place in the lists of the
 * finest grid included (see `gridLinks`). Bits of the status show which of the other arrays matter, so that a body that only
 * drifts, like an elastic disc, never touches them.
 */
export const bodyState = {
  /** The body that the next contact is with, or one of the values of `prediction.ts` below 0. */
  PARTNER: 0,
  STATUS: 1,
  /** Index of the home grid. */
  HOME: 2,
  /** The grid whose cell the body leaves next and the side over which it leaves, see `levels.ts`. */
  EXIT: 3,
  /** The first of the integers of `gridLinks`. */
  LINKS: 4,
  /** Integers in a state, and its logarithm. */
  STATE: 8,
  STATE_BITS: 3,

  // Bits of the status.
  /** The motion or the partner of the body changed, and it has not searched for a contact since. */
  UNSETTLED: 1,
  /** It may touch a fixture by its present motion. */
  NEARS_FIXTURE: 2,
  /** It follows commanded legs, rather than resting or drifting. */
  COMMANDED: 4,
  /** Its leg has an end. */
  ENDS: 8,
  TURNS: 16,
  /** It is on an arc or a curve. */
  IS_CURVED: 32,
  /** A single straight leg follows. */
  HAS_LAST_LINE: 64,
  /** Other legs follow. */
  HAS_PROGRAM: 128,
  /** It is in the lists of its grids. */
  LISTED: 256,
  /** Its listed position may be slightly outdated. */
  LOOSE: 512,
  /** All that concerns its legs. */
  LEGS: 4 + 8 + 16 + 32 + 64 + 128,
} as const;
