/**
 * The Cooperative Robotics Simulator: environments that advance in steps, and robots with external controllers. Sockets are in
 * `@kineko/crsim/node`.
 */
export { crsim, CrsimScenario } from './run/scenario.js';
export { Line, type RobotTransport } from './run/robots/link.js';
export { localTransport } from './run/robots/local-transport.js';
export { type RobotProgram, startProgram } from './run/robots/program.js';
export { ScoutError, ScoutRobot } from './run/robots/scout-robot.js';
export { ControllerSlots } from './run/robots/controller-slots.js';
export { Panels } from './run/session/panels.js';
export { Session } from './run/session/session.js';
export { CRSIM_TABLE } from './run/settings.js';
export type { RobotMessage } from './run/steps/messaging.js';
export { BadLine, parseLine, readRequest } from './run/steps/requests.js';
export { CrsimRun } from './run/steps/run.js';
export { Catalogue, type CrsimPlugin } from './run/world/catalogue.js';
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
