/** The worlds of ChirpSim, in Node and in a page. `docs/chirp.md` describes them. */
export { isChirpWorld } from './files.js';
