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
export { loadRigidPhysics, type RigidPhysics } from './dynamics/rigid/physics.js';
export { type PushableSpec } from './dynamics/rigid/pushable.js';
export { RigidDynamics, type RigidOptions, type RigidSettings } from './dynamics/rigid/rigid.js';
export { STEPS_PER_SECOND } from './dynamics/rigid/step-leg.js';
export * from './effectors/index.js';
export { type EffectRecord, EffectorManager, type EffectorManagerOptions } from './managers/effector-manager.js';
export { EventManager, type FutureEvent } from './managers/event-manager.js';
export {
  MotionManager,
  type MotionManagerOptions,
  type MotionOutcome,
  type MotionTask,
} from './managers/motion-manager.js';
export { StallWatch } from './managers/stall-watch.js';
export { type ProximityWatch, SensorManager, type SensorManagerOptions } from './managers/sensor-manager.js';
export { arc, type ArcRequest } from './motion/arc.js';
export { type EquationRequest, loadEquations } from './motion/equation.js';
export { forward, type ForwardRequest } from './motion/forward.js';
export {
  type AnyMotionModule,
  degreesAt,
  type ExactPose,
  MotionError,
  type MotionModule,
  MotionPlan,
  type MotionRequest,
  type MotionVector,
  type Phase,
  type PlannedEvent,
} from './motion/motion-module.js';
export { moveTo, type MoveToRequest } from './motion/move-to.js';
export { turn, type TurnRequest } from './motion/turn.js';
export type { WorldObject } from './objects.js';
export * from './sensors/index.js';
export type { Party, WorldView } from './world-view.js';
export { World, type WorldOptions } from './world.js';
export {
  isRigid,
  type ObjectSpec,
  obstaclesOf,
  placedRobots,
  type RobotSpec,
  WorldError,
  type WorldSpec,
} from './world-spec.js';
