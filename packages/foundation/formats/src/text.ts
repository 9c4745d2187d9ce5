/** Places in a text, and limits on what is read. */
export { MAX_COORDINATE } from './limits.js';
export { lastUpTo } from './line-starts.js';
export { recogniseSyntax } from './neko/config/reading/syntax.js';
export { printObject, printObstacle } from './neko/config/values/entry-form.js';
export type { ObstacleSpec } from './neko/config/values/entry-specs.js';
