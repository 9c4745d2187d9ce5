import { uniform } from '@kineko/geometry';

/**
 * How a body stands in the engine's Float64Array: first the disc as the solvers read it, then what is expected of it.
 * 128 bytes, two lines of the cache.
 */
export const { X, Y, VX, VY, START, RADIUS } = uniform;
/** When the present leg ends. */
export const LEG_END = 6;
/** When the next contact is due, or, without a partner, when the body has to look for one again. */
export const CONTACT = 7;
/** When it leaves its cell. */
export const CROSSING = 8;
export const RECORD = 16;
