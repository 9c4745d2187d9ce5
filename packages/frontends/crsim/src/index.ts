/**
 * The Cooperative Robotics Simulator: environments that advance in steps, and robots with external controllers. Sockets are in
 * `@kineko/crsim/node`.
 */
export type { RobotTransport } from './run/robots/link.js';
export { localTransport } from './run/robots/local-transport.js';
export type { RobotProgram } from './run/robots/program.js';
export { ScoutError, ScoutRobot } from './run/robots/scout-robot.js';
export { CRSIM_TABLE } from './run/settings.js';
export type { RobotMessage } from './run/steps/messaging.js';
export type { CrsimPlugin } from './run/world/catalogue.js';
export type { EffectorKind, EffectorRequest, EffectorSite } from './run/world/effector-kinds.js';
export { distanceBetween, placedOn } from './run/world/frame.js';
export type { EnvironmentMap } from './run/world/grid-map.js';
export type { MapKind } from './run/world/maps.js';
export {
  fitted,
  NearnessSensor,
  type SensorKind,
  type SensorResponse,
  type SensorSite,
} from './run/world/sensor-kinds.js';
export type { ShapeKind } from './run/world/shapes.js';
export type { Thing } from './run/world/things.js';
