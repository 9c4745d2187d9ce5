/**
 * Configurations of runs: Neko's properties files, YAML and JSON, with one table of keys for all of them. In Node and in
 * a page; `docs/config.md` is the guide to it.
 *
 * Whatever a file has in it, reading it gives a `NekoConfig` that knows what is wrong.
 */
export { type ConfigSource, NekoConfig } from './config.js';
export { type ConfigKey, NEKO_TABLE, type PerKey, type StructuredKey, type ValueOf } from './keys/keys.js';
export type { ReadText } from './reading/reading.js';
export { isNekoConfig, recogniseSyntax, type Syntax } from './reading/syntax.js';
export { configSchema } from './schema.js';
export type { Structured } from './structured.js';
export type { BitmapSpec, FaultSpec, ObjectSpec, ObstacleSpec } from './values/entry-specs.js';
export type { Point } from './values/lists.js';
export type { Bandwidth, TopologyChoice } from './values/networks.js';
