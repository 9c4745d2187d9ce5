/** Scenarios of the DEECo playground, for the world editor. */
export { DEECO } from './deeco-format.js';
export { openDeeco } from './open-deeco.js';
