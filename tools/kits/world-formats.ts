/** The world formats of all front ends, for tests of packages that know none. */
export { openWorld, WORLD_FORMATS } from '../../packages/apps/kineko/src/page/world-formats.js';
