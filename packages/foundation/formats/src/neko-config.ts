/**
 * Configurations of runs: Neko's properties files, YAML and JSON, with one table of keys for all of them. In Node and in
 * a page; `docs/config.md` is the guide to it.
 *
 * Whatever a file has in it, reading it gives a `NekoConfig` that knows what is wrong.
 */
export { type ConfigSource, NekoConfig } from './neko/config/config.js';
export { type ConfigKey, NEKO_TABLE, type PerKey, type StructuredKey, type ValueOf } from './neko/config/keys/keys.js';
export type { ReadText } from './neko/config/reading/reading.js';
export { recogniseSyntax, type Syntax } from './neko/config/reading/syntax.js';
export { configSchema } from './neko/config/schema.js';
export type { Structured } from './neko/config/structured.js';
export type { BitmapSpec, FaultSpec, ObjectSpec, ObstacleSpec } from './neko/config/values/entry-specs.js';
export type { Point } from './neko/config/values/lists.js';
export type { Bandwidth, TopologyChoice } from './neko/config/values/networks.js';
