/**
 * The Cooperative Robotics Simulator: environments in steps of time, and robots that any program can sit behind. What needs
 * sockets is in `@kineko/frontends/crsim/node`.
 */
export { crsim, type CrsimOptions, CrsimScenario, type RobotStarter, type StartedRobots } from './scenario.js';
export { readRecord, type RunRecord } from './record.js';
export { Line, type RobotLink, type WallTime } from './robots/link.js';
export { localTransport } from './robots/local-transport.js';
export { type NamedProgram, type ProgramOptions, type RobotProgram, startProgram } from './robots/program.js';
export { ScoutError, type ScoutOptions, type ScoutRequest, ScoutRobot } from './robots/scout-robot.js';
export { DEADLINE_MS, Seats, type SeatsOptions, type Sitter } from './robots/seats.js';
export type { RobotTransport } from './robots/transport.js';
export { METHODS, PORT_NAMES, type PortName, type Ports } from './session/panel-methods.js';
export { type PanelEntry, type PanelLink, type PanelListener, Panels, type PanelsOptions } from './session/panels.js';
export type { SessionListener } from './session/audience.js';
export { Session } from './session/session.js';
export type { SessionOptions, SessionRecorder } from './session/session-options.js';
export { nameOfState, Refusal, STATE, type State } from './session/states.js';
export { Frame, type Scene, type ViewerLimits, type ViewerLink, Viewers } from './session/viewers.js';
export type { Crew } from './steps/crew.js';
export {
  Environment,
  type LocationUpdate,
  type RobotAnswer,
  type StepListener,
  type StepOutcome,
} from './steps/environment.js';
export type { RobotMessage } from './steps/messaging.js';
export { BadLine, parseLine, readRequest, type RobotRequest, type StepRequests } from './steps/requests.js';
export { type CrewedOptions, CrsimRun, type RunPlan } from './steps/run.js';
export { Catalogue, type CrsimPlugin } from './world/catalogue.js';
export type { EffectorKind, EffectorRequest, EffectorSite } from './world/effector-kinds.js';
export { distanceBetween, placedOn } from './world/frame.js';
export type { EnvironmentMap } from './world/environment-map.js';
export type { MapKind } from './world/maps.js';
export {
  type FittedSensor,
  fitted,
  NearnessSensor,
  type SensorKind,
  sensorName,
  type SensorResponse,
  type SensorSite,
} from './world/sensor-kinds.js';
export type { ShapeKind } from './world/shapes.js';
export { type Thing, type ViewerObject, viewerObjects } from './world/things.js';
