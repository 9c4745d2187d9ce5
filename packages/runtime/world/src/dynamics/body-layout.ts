/**
 * Layouts of the engine's arrays, as constant enums: the compiler writes their values into the code. A constant of a module is
 * a value in memory to V8, unless the function that reads it was created only once, and the functions of `predict` are
 * created for each engine. Measured: they cost the later engines of a thread a tenth to a fifth of their speed. For the same reason, the
 * time of an event that never comes is written as `Infinity`.
 */

/**
 * Layout of a body in the engine's Float64Array: first the disc as the solvers read it (`uniform` of `geometry`), then its
 * expected events. 64 bytes, one cache line, since a search reads many bodies.
 */
export const enum Body {
  X,
  Y,
  VX,
  VY,
  START,
  RADIUS,
  /** Time of the next contact or, without a partner, of the next search for one. */
  CONTACT,
  /** When the body leaves its cell; on an arc or a curve, when its position in the grid has to be updated. */
  CROSSING,
  /** Numbers in a record. */
  SIZE,
  /** Its logarithm. Places are `slot << Body.BITS | Body.X`: unlike products and sums, that needs no check for overflow. */
  BITS = 3,
}

/**
 * Layout of a body's integers, 32 bytes: its entry in the queue, whose memory they are part of (see `SlotQueue`), and what an
 * event reads and writes besides the record, its place in the lists of the finest grid included (see `Link`). Bits of the
 * status show which of the other arrays matter, so that a body that only drifts, like an elastic disc, never touches them.
 */
export const enum State {
  /** The body that the next contact is with, or one of the values of `Partner`; the first integer after those of the queue. */
  PARTNER = 3,
  /** Bits, see `Status`. */
  STATUS,
  /** The first of the integers of `Link`. */
  LINKS,
  /** Integers in a state. */
  SIZE = 8,
}

/** Layout of the engine's clock: all doubles that are not a body's, since each further array costs a function several loads. */
export const enum Clock {
  /** The present (simulated seconds); also written as 0, where nothing else of the clock is used. */
  NOW,
  /** Time of the earliest contact that the running search has found. */
  BEST,
  /** Seconds until a body leaves its cell upwards or downwards, and until it leaves it sideways. */
  WAITS,
  /** Largest coordinate at which a leg began: bounds the rounding error of positions. */
  EXTENT = WAITS + 2,
  /** V8 keeps arrays of up to 64 bytes in the heap, where the collector may move them. */
  SIZE = 9,
}

export const enum Status {
  /** The motion or the partner of the body changed, and it has not searched for a contact since. */
  UNSETTLED = 1,
  /** It may touch a fixture by its present motion. */
  NEARS_FIXTURE = 2,
  /** It follows commanded legs, rather than resting or drifting. */
  COMMANDED = 4,
  /** Its leg has an end. */
  ENDS = 8,
  TURNS = 16,
  /** It is on an arc or a curve. */
  IS_CURVED = 32,
  /** A single straight leg follows. */
  HAS_LAST_LINE = 64,
  /** Other legs follow. */
  HAS_PROGRAM = 128,
  /** It is in the lists of its grids. */
  LISTED = 256,
  /** Its listed position may be slightly outdated. */
  LOOSE = 512,
  /** Its leg began with a contact that ended no series, so that what `Rattling` counts follows from the start of the leg. */
  BOUNCED = 1024,
  /** From this bit on: the side over which it leaves a cell next. */
  SIDE_BIT = 11,
  SIDE_MASK = 3,
  /** From this bit on: index of the grid whose cell it leaves next; 6 bits, since widths of cells grow by powers. */
  LEAVING_BIT = 13,
  LEVEL_MASK = 63,
  EXIT_MASK = (SIDE_MASK << SIDE_BIT) | (LEVEL_MASK << LEAVING_BIT),
  /** From this bit on: index of its home grid. */
  HOME_BIT = 19,
  FLAGS_MASK = (1 << SIDE_BIT) - 1,
  /** All that concerns its legs. */
  LEGS = COMMANDED | ENDS | TURNS | IS_CURVED | HAS_LAST_LINE | HAS_PROGRAM,
}

/**
 * Layout of what is known of the leg of a body on an arc or a curve: its bounds, and its position and velocity at the present
 * and at one other instant, each with that instant; NaN where nothing was computed yet.
 */
export const enum Known {
  PLACE_TIME,
  X,
  Y,
  MOTION_TIME,
  VX,
  VY,
  /** Where the values for the present begin, and those for another instant. */
  NOW = 0,
  ONCE = 6,
  MAX_SPEED = 12,
  MAX_ACCELERATION,
  SIZE = 16,
}
