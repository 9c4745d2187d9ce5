import { uniform } from '@kineko/geometry';

/**
 * How a body stands in the engine's Float64Array: first the disc as the solvers read it, then what is expected of it.
 * 64 bytes, as much as comes into the cache at once: a search looks at many bodies for a moment each.
 */
export const { X, Y, VX, VY, START, RADIUS } = uniform;
/** When the next contact is due, or, without a partner, when the body has to look for one again. */
export const CONTACT = 6;
/** When it leaves its cell; of a body on an arc or a curve, when its place in the grid has to be looked at again. */
export const CROSSING = 7;
export const RECORD = 8;
