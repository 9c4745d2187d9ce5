export { Actuator, ActuatorError, type ActuatorHost, type Equations, type Lasting } from './run/actuator.js';
export { AbstractAlgorithm, type Doing } from './run/algorithm.js';
export { BroadcastTest } from './run/algorithms/broadcast-test.js';
export { CircleFormation } from './run/algorithms/circle-formation.js';
export { Flocking } from './run/algorithms/flocking.js';
export { Gathering } from './run/algorithms/gathering.js';
export { PathReservation, type PathReservationContents, type Zone } from './run/algorithms/path-reservation.js';
export { RandomMovement } from './run/algorithms/random-movement.js';
export { TestCommunication } from './run/algorithms/test-communication.js';
export { BUILT_IN_SENSORS, sensorOf } from './run/built-in-sensors.js';
export { catalogs } from './run/setup/catalogs.js';
export type { RunView } from './run/setup/finish.js';
export type { Metric } from './run/setup/metrics.js';
export type { Plan } from './run/setup/plan.js';
export { type RealRuns, robotsim, type RobotsimOptions, RobotScenario } from './run/scenario.js';
export { compose, Composition, type Condition } from './run/composition.js';
export { type HeadedPlace, Motion, type MotionOrigin, type MotionOutcome } from './run/motion.js';
export { type AnySensor, NekoRobot, type RobotHost } from './run/neko-robot.js';
export { OwnRobot } from './run/own-robot.js';
export { ParameterError, Parameters } from './run/parameters.js';
export { type RobotInitializer, RobotSystem, type RobotSystemOptions } from './run/robot-system.js';
export {
  type AlgorithmClass,
  type AnyAlgorithm,
  type End,
  Routine,
  RoutineError,
  type Runnable,
} from './run/routine.js';
export {
  Bump as BumpPort,
  Compass as CompassPort,
  Contact as ContactPort,
  Gps as GpsPort,
  Heat as HeatPort,
  Light as LightPort,
  OwnPushPort,
  Proximity as ProximityPort,
  PushPort,
  type PushSetup,
  Ring as RingPort,
  SensorPort,
  Sonar as SonarPort,
  View as ViewPort,
} from './run/sensing.js';
