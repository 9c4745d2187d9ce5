/** The environment model files of the Cooperative Robotics Simulator, in Node and in a page. `docs/crsim.md` describes them. */
export { readCrsimModel } from './model-reader.js';
export { isCrsimModel } from './files.js';
