/** Worlds of ChirpSim in the world editor. */
export { CHIRP } from './chirp-format.js';
export { openChirp } from './open-chirp.js';
