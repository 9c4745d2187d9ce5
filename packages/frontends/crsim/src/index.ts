/**
 * The Cooperative Robotics Simulator: environments that advance in steps, and robots with external controllers. Sockets are in
 * `@kineko/crsim/node`.
 */
export { ScoutError, ScoutRobot } from './run/robots/scout-robot.js';
export type { RobotMessage } from './run/steps/messaging.js';
export type { EffectorKind } from './run/world/effector-kinds.js';
export type { MapKind } from './run/world/maps.js';
export { fitted, NearnessSensor, type SensorKind } from './run/world/sensor-kinds.js';
export type { ShapeKind } from './run/world/shapes.js';
export type { Thing } from './run/world/things.js';
