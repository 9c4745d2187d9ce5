/**
 * The files of the DEECo playground, in Node and in a page: its scenarios, read; its simulation logs, read, written and as
 * records of a run; and its visualization files, read and written. `docs/deeco-log.md` specifies the log.
 */
export { isDeecoScenario } from './recognition.js';
export { readVisualization } from './visualization/visualization-reader.js';
export type { Visualization } from './visualization/visualization.js';
export { writeVisualization } from './visualization/visualization-writer.js';
export { SIMULATION_XSD } from './xsd/simulation-xsd.js';
export { VISUALIZATION_XSD } from './xsd/visualization-xsd.js';
