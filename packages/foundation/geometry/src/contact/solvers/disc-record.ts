/**
 * How a disc in uniform motion stands in a Float64Array: at the instant START it is at (X, Y), and it moves with
 * (VX, VY). A radius of 0 makes a point. In an array, since a call with a dozen doubles would have to box each of them.
 */
export const X = 0;
export const Y = 1;
export const VX = 2;
export const VY = 3;
export const START = 4;
export const RADIUS = 5;
