/** What a file is, from how it begins. Loads no reader: the command line asks this of every file. */
export { isChirpWorld } from './chirp/recognition.js';
export { isCrsimModel } from './crsim/recognition.js';
export { isDeecoLog, isDeecoScenario, isVisualization } from './deeco/recognition.js';
export { isNekoConfig } from './neko/config/reading/syntax.js';
