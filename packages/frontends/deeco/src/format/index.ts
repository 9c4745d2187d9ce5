/**
 * The files of the DEECo playground, in Node and in a page: reads scenarios; reads and writes simulation logs and converts
 * them to records of a run; reads and writes visualization files. `docs/deeco-log.md` specifies the log.
 */
export { isDeecoScenario } from './recognition.js';
export { readVisualization } from './visualization/visualization-reader.js';
export type { Visualization } from './visualization/visualization.js';
export { writeVisualization } from './visualization/visualization-writer.js';
export { SIMULATION_XSD } from './xsd/simulation-xsd.js';
export { VISUALIZATION_XSD } from './xsd/visualization-xsd.js';
