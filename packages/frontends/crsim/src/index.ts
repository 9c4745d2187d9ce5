/**
 * The Cooperative Robotics Simulator: environments in steps of time, and robots that any program can sit behind. What needs
 * sockets is in `@kineko/crsim/node`.
 */
export { crsim, type CrsimOptions, CrsimScenario, type RobotStarter, type StartedRobots } from './run/scenario.js';
export { readRecord, type RunRecord } from './run/record.js';
export { Line, type RobotLink, type WallTime } from './run/robots/link.js';
export { localTransport } from './run/robots/local-transport.js';
export { type NamedProgram, type ProgramOptions, type RobotProgram, startProgram } from './run/robots/program.js';
export { ScoutError, type ScoutOptions, type ScoutRequest, ScoutRobot } from './run/robots/scout-robot.js';
export {
  DEADLINE_MS,
  ControllerSlots,
  type ControllerSlotsOptions,
  type ConnectedController,
} from './run/robots/controller-slots.js';
export type { RobotTransport } from './run/robots/transport.js';
export { METHODS, PORT_NAMES, type PortName, type Ports } from './run/session/panel-methods.js';
export {
  type PanelEntry,
  type PanelLink,
  type PanelListener,
  Panels,
  type PanelsOptions,
} from './run/session/panels.js';
export type { SessionListener } from './run/session/session-listeners.js';
export { Session } from './run/session/session.js';
export type { SessionOptions, SessionRecorder } from './run/session/session-options.js';
export { CRSIM_TABLE } from './run/settings.js';
export { nameOfState, Refusal, STATE, type State } from './run/session/states.js';
export { Frame, type Scene, type ViewerLimits, type ViewerLink, Viewers } from './run/session/viewers.js';
export type { RobotControllers } from './run/steps/robot-controllers.js';
export {
  Environment,
  type LocationUpdate,
  type RobotAnswer,
  type StepListener,
  type StepOutcome,
} from './run/steps/environment.js';
export type { RobotMessage } from './run/steps/messaging.js';
export { BadLine, parseLine, readRequest, type RobotRequest, type StepRequests } from './run/steps/requests.js';
export { type CrsimRunOptions, CrsimRun, type RunPlan } from './run/steps/run.js';
export { Catalogue, type CrsimPlugin } from './run/world/catalogue.js';
export type { EffectorKind, EffectorRequest, EffectorSite } from './run/world/effector-kinds.js';
export { distanceBetween, placedOn } from './run/world/frame.js';
export type { EnvironmentMap } from './run/world/environment-map.js';
export type { MapKind } from './run/world/maps.js';
export {
  type FittedSensor,
  fitted,
  NearnessSensor,
  type SensorKind,
  sensorName,
  type SensorResponse,
  type SensorSite,
} from './run/world/sensor-kinds.js';
export type { ShapeKind } from './run/world/shapes.js';
export { type Thing, type ViewerObject, viewerObjects } from './run/world/things.js';
