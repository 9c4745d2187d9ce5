export { Actuator, ActuatorError, type Equations, type Lasting } from './actuator.js';
export { AbstractAlgorithm, type Doing } from './algorithm.js';
export { CircleFormation } from './algorithms/circle-formation.js';
export { Gathering } from './algorithms/gathering.js';
export { PathReservation, type PathReservationContents, type Zone } from './algorithms/path-reservation.js';
export { RandomMovement } from './algorithms/random-movement.js';
export { TestCommunication } from './algorithms/test-communication.js';
export { BUILT_IN_SENSORS, sensorOf } from './built-in-sensors.js';
export { compose, Composition, type Condition } from './composition.js';
export { Motion } from './motion.js';
export { type AnySensor, NekoRobot, type RobotHost } from './neko-robot.js';
export { ParameterError, Parameters } from './parameters.js';
export { type RobotInitializer, RobotSystem, type RobotSystemOptions } from './robot-system.js';
export { type AlgorithmClass, type AnyAlgorithm, type End, Routine } from './routine.js';
export {
  Bump,
  Contact,
  Gps,
  Heat,
  Light,
  Proximity,
  PushPort,
  type PushSetup,
  Ring,
  SensorPort,
  Sonar,
  View,
} from './sensing.js';
