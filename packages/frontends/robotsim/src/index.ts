export { Actuator, ActuatorError, type ActuatorHost, type Equations, type Lasting } from './actuator.js';
export { AbstractAlgorithm, type Doing } from './algorithm.js';
export { BroadcastTest } from './algorithms/broadcast-test.js';
export { CircleFormation } from './algorithms/circle-formation.js';
export { Flocking } from './algorithms/flocking.js';
export { Gathering } from './algorithms/gathering.js';
export { PathReservation, type PathReservationContents, type Zone } from './algorithms/path-reservation.js';
export { RandomMovement } from './algorithms/random-movement.js';
export { TestCommunication } from './algorithms/test-communication.js';
export { BUILT_IN_SENSORS, sensorOf } from './built-in-sensors.js';
export { catalogs } from './setup/catalogs.js';
export type { RunView } from './setup/finish.js';
export type { Metric } from './setup/metrics.js';
export type { Plan } from './setup/plan.js';
export { type RealRuns, robotsim, type RobotsimOptions, RobotScenario } from './scenario.js';
export { compose, Composition, type Condition } from './composition.js';
export { type HeadedPlace, Motion, type MotionOrigin, type MotionOutcome } from './motion.js';
export { type AnySensor, NekoRobot, type RobotHost } from './neko-robot.js';
export { OwnRobot } from './own-robot.js';
export { ParameterError, Parameters } from './parameters.js';
export { type RobotInitializer, RobotSystem, type RobotSystemOptions } from './robot-system.js';
export { type AlgorithmClass, type AnyAlgorithm, type End, Routine, RoutineError, type Runnable } from './routine.js';
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
} from './sensing.js';
