/** What each front end opens: known without any of them being loaded. */
export { CHIRP_FILES } from './chirp/recognition.js';
export { CRSIM_FILES } from './crsim/recognition.js';
export { DEECO_FILES } from './deeco/recognition.js';
