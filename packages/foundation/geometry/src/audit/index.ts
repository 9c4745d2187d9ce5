/** The audit of plans: contacts, least distances and conflicts, decided exactly on knots and radii. */
export { addExactly, roundedSum } from '../exact-sum.js';
export { criticalRadius, overlapDepth, scaledSquare } from './critical-radius.js';
export type { Findings, FoundContact, NearPair } from './findings.js';
export { fractionText } from './fraction.js';
export { auditGrid, type Conflict, type GridFindings } from './grid-audit.js';
export { type GridSteps, pathsOfSteps } from './grid-paths.js';
export { type KnotPaths, placeAt } from './knot-paths.js';
export { Column } from './pair-table.js';
export { auditPaths, type PathFindings } from './path-audit.js';
export { nearestSegments } from './segment-pairs.js';
export { auditWalls, type Shapes } from './wall-contacts.js';
