import { NEVER, uniform } from '@kineko/geometry';

/**
 * How a body stands in the engine's Float64Array: first the disc as the solvers read it, then what is expected of it.
 * 64 bytes, as much as comes into the cache at once: a search looks at many bodies for a moment each.
 *
 * One object, which every file takes apart into constants of its own: those are compiled in, while an imported constant
 * is fetched and checked at each use (seen in the machine code).
 */
export const bodyRecord = {
  ...uniform,
  /** When the next contact is due, or, without a partner, when the body has to look for one again. */
  CONTACT: 6,
  /** When it leaves its cell; of a body on an arc or a curve, when its place in the grid has to be looked at again. */
  CROSSING: 7,
  /** Numbers in a record. */
  RECORD: 8,
  NEVER,
} as const;
