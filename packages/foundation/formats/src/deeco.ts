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
} from './deeco/log/log.js';
export { type DeecoLogEnd, DeecoLogReader } from './deeco/log/reader.js';
export { type DeecoLog, type DeecoLogStream, readDeecoLog, readDeecoLogStream } from './deeco/log/reading.js';
export { DeecoRecordMaker, deecoRecords, DeecoRecordReader } from './deeco/log/records.js';
export { CycleContacts } from './deeco/log/cycle-contacts.js';
export type { DeecoMove } from './deeco/log/move-records.js';
export { DeecoLogWriter } from './deeco/log/writer.js';
export { isDeecoLog, isDeecoScenario, isVisualization } from './deeco/recognition.js';
export { readDeecoScenario } from './deeco/scenario/reader.js';
export type {
  EnsembleEntry,
  Field,
  ObjectEntry,
  Placed,
  RobotEntry,
  ScenarioFile,
  SensorEntry,
} from './deeco/scenario/scenario.js';
export { colourText, readColour, type Rgba } from './deeco/visualization/colours.js';
export { readVisualization } from './deeco/visualization/reader.js';
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
} from './deeco/visualization/visualization.js';
export { writeVisualization } from './deeco/visualization/writer.js';
export type { XmlAttribute, XmlElement } from './xml/element.js';
export { readXml, type XmlReading } from './xml/xml.js';
export { SIMULATION_XSD } from './deeco/xsd/simulation-xsd.js';
export { javaDouble } from './neko-log/java-double.js';
