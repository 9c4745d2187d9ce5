/** The worlds of ChirpSim, in Node and in a page: read, with all that is wrong with them. `docs/chirp.md` describes them. */
export { placedHull } from './overlaps.js';
export { areaOf, problemOfHull } from './polygons.js';
export { type ChirpReading, readChirpWorld } from './world-reader.js';
export { isChirpWorld } from './recognition.js';
export {
  CHIRP_DEFAULTS,
  CHIRP_FRICTION,
  CHIRP_LINE_WIDTH,
  type ChirpController,
  type ChirpLine,
  type ChirpOrigin,
  type ChirpPoint,
  type ChirpPushable,
  type ChirpRobot,
  type ChirpSource,
  type ChirpTraits,
  type ChirpWall,
  type ChirpWorld,
} from './world.js';
