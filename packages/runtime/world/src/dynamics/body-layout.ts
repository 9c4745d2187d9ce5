import { NEVER, uniform } from '@kineko/geometry';

/**
 * Layout of a body in the engine's Float64Array: first the disc as the solvers read it, then its expected events. 64 bytes,
 * one cache line, since a search reads many bodies.
 *
 * One object, which every file destructures into constants of its own: those are compiled in, while an imported constant
 * is fetched and checked at each use (seen in the machine code).
 */
export const bodyRecord = {
  ...uniform,
  /** Time of the next contact or, without a partner, of the next search for one. */
  CONTACT: 6,
  /** When the body leaves its cell; on an arc or a curve, when its place in the grid has to be updated. */
  CROSSING: 7,
  /** Numbers in a record. */
  RECORD: 8,
  NEVER,
} as const;
