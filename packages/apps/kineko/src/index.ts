/** What authors of algorithms, protocols, sensors and motions import. Loads nothing heavy. */
export * from '@kineko/robotsim/author';
export { openWorld, WORLD_FORMATS } from './page/world-formats.js';
