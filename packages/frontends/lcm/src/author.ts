/** Look-Compute-Move for authors: part of the public import `kineko`. */
export { LookComputeMove } from './run/look-compute-move.js';
export { isCollinear, midpoint, onSegment, ORIGIN, towards, weberPoint } from './run/points.js';
export type { Decision, Seen, Snapshot as LcmSnapshot } from './run/snapshot.js';
