/** The environment model files of the Cooperative Robotics Simulator, read and written, in Node and in a page. `docs/crsim.md` describes them. */
export { ENVIRONMENT_XSD } from './environment-xsd.js';
export {
  type Color,
  type Communications,
  type CrsimModel,
  type CrsimObject,
  type CrsimRobot,
  type CrsimSensor,
  type CrsimShape,
  DEFAULT_COMMUNICATIONS,
  type GridPolicy,
  NETWORK_NAMES,
  type NetworkName,
  type Params,
} from './model.js';
export { MAX_LENGTH, MAX_STEP_MILLIS } from './limits.js';
export { readCrsimModel } from './model-reader.js';
export { writeCrsimModel } from './model-writer.js';
export { isCrsimModel } from './recognition.js';
