/**
 * The files of the DEECo playground, in Node and in a page: its simulation logs, read, written and as records of a run. `docs/deeco-log.md` specifies the log.
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
export { deecoRecords, DeecoRecordReader } from './deeco/log/records.js';
export { DeecoLogWriter } from './deeco/log/writer.js';
