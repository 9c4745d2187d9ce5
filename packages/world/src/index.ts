export { FIXED_DISC_LENGTH, type ObstacleOverlap, Obstacles } from './obstacles/obstacles.js';
export { type BitmapPlace, type Outline, outlineOf, TooManyWallsError } from './obstacles/outline.js';
export {
  type BitmapShape,
  type BoxShape,
  describeObstacle,
  type DiscShape,
  ObstacleError,
  type ObstacleShape,
  type PolygonShape,
  type PolylineShape,
  type SegmentShape,
} from './obstacles/shapes.js';
export { MAX_WALLS, segmentOfWall, type Walls } from './obstacles/walls.js';
export { type PlacedDisc } from './placement/disc-grid.js';
export { problemsOfPlacement } from './placement/given-placement.js';
export { type Ground, OPEN_GROUND } from './placement/ground.js';
export { type Placeable, placeAtRandom, PlacementError } from './placement/random-placement.js';
export { LegsError } from './dynamics/checked-legs.js';
export { AnalyticDynamics, type AnalyticOptions } from './dynamics/analytic.js';
export type {
  BodySpec,
  Dynamics,
  DynamicsListener,
  ExpectedContact,
  MotionEnd,
  Response,
  Watch,
} from './dynamics/dynamics.js';
