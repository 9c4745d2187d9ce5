/**
 * The files of the DEECo playground, in Node and in a page: its scenarios, read; its simulation logs, read, written and as
 * records of a run; and its visualization files, read and written. `docs/deeco-log.md` specifies the log.
 */
export type {
  DeecoCycle,
  DeecoLogHeader,
  DeecoObject,
  DeecoObjectClass,
  DeecoRobot,
  DeecoRobotClass,
} from './log/log.js';
export { type DeecoLogEnd, DeecoLogReader } from './log/reader.js';
export { type DeecoLog, type DeecoLogStream, readDeecoLog, readDeecoLogStream } from './log/reading.js';
export { DeecoRecordMaker, deecoRecords, DeecoRecordReader } from './log/records.js';
export { CycleContacts } from './log/cycle-contacts.js';
export type { DeecoMove } from './log/move-records.js';
export { DeecoLogWriter } from './log/writer.js';
export { isDeecoLog, isDeecoScenario, isVisualization } from './recognition.js';
export { readDeecoScenario } from './scenario/reader.js';
export type {
  EnsembleEntry,
  Field,
  ObjectEntry,
  Placed,
  RobotEntry,
  ScenarioFile,
  SensorEntry,
} from './scenario/scenario.js';
export { colourText, readColour, type Rgba } from './visualization/colours.js';
export { readVisualization } from './visualization/reader.js';
export {
  type AdditionalLayer,
  type BackgroundLayer,
  type ComponentLayer,
  DEFAULT_VISUALIZATION,
  type Fill,
  fillOf,
  type Layer,
  type MapLayer,
  type NumberRules,
  type Rules,
  type Shown,
  type TextRules,
  type Visualization,
} from './visualization/visualization.js';
export { writeVisualization } from './visualization/writer.js';
export { SIMULATION_XSD } from './xsd/simulation-xsd.js';
export { VISUALIZATION_XSD } from './xsd/visualization-xsd.js';
