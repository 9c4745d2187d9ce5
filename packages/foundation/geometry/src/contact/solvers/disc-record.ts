/**
 * Layout of a disc in uniform motion in a Float64Array: at the instant START it is at (X, Y), and it moves with (VX, VY).
 * A disc of radius 0 is a point. An array avoids boxing a dozen doubles per call.
 */
export const X = 0;
export const Y = 1;
export const VX = 2;
export const VY = 3;
export const START = 4;
export const RADIUS = 5;
