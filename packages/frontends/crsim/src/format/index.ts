/** The environment model files of the Cooperative Robotics Simulator, in Node and in a page. `docs/crsim.md` describes them. */
export { isCrsimModel } from './files.js';
