/** The worlds of ChirpSim, in Node and in a page: read, with all that is wrong with them. `docs/chirp.md` describes them. */
export { isChirpWorld } from './recognition.js';
