export { Obstacles } from './obstacles/obstacles.js';
export type { ObstacleShape } from './obstacles/shapes.js';
export { AnalyticDynamics } from './dynamics/analytic.js';
export { loadRigidPhysics, type RigidPhysics } from './dynamics/rigid/physics.js';
export { type PushableSpec } from './dynamics/rigid/pushable.js';
export { Effector } from './effectors/effector.js';
export { TagEffector } from './effectors/tag-effector.js';
export type { FutureEvent } from './managers/event-manager.js';
export { StallWatch } from './managers/stall-watch.js';
export { arc, type ArcRequest } from './motion/arc.js';
export { loadEquations } from './motion/equation.js';
export { forward } from './motion/forward.js';
export {
  type AnyMotionModule,
  degreesAt,
  MotionError,
  type MotionModule,
  type ExactOutcome,
  type MotionRequest,
  type Phase,
} from './motion/motion-module.js';
export { moveTo } from './motion/move-to.js';
export { turn, type TurnRequest } from './motion/turn.js';
export { BumpSensor, type BumpReading, type BumpRequest } from './sensors/bump-sensor.js';
export { CompassSensor, type CompassRequest } from './sensors/compass-sensor.js';
export { ContactSensor } from './sensors/contact-sensor.js';
export { GpsSensor } from './sensors/gps-sensor.js';
export { ProximitySensor, type ProximityReading, type ProximityRequest } from './sensors/proximity-sensor.js';
export { HeatSensor, type LightRequest, LightSensor } from './sensors/radiation-sensors.js';
export { RequestCheck, RequestError } from './sensors/request-check.js';
export { type RingHit, ringHits, RingSensor, type RingRequest } from './sensors/ring-sensor.js';
export { type PushOptions, PushSensor, Sensor } from './sensors/sensor.js';
export { SonarSensor, type SonarRequest } from './sensors/sonar-sensor.js';
export { type Sighting, ViewSensor, type ViewRequest } from './sensors/view-sensor.js';
export type { Party, WorldView } from './world-view.js';
export { World } from './world.js';
export {
  isRigid,
  type ObjectSpec,
  type PlacedRobot,
  placedRobots,
  type RobotSpec,
  WorldError,
  type WorldSpec,
} from './world-spec.js';
