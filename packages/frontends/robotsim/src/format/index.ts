/**
 * Configurations of runs: Neko's properties files, YAML and JSON, with one table of keys for all of them. In Node and in
 * a page; `docs/config.md` is the guide to it.
 *
 * Whatever a file has in it, reading it gives a `NekoConfig` that knows what is wrong.
 */
export { NekoConfig } from './config.js';
export { NEKO_TABLE } from './keys/keys.js';
export { isNekoConfig } from './reading/syntax.js';
