/**
 * Configurations of runs: Neko's properties files, YAML and JSON, with one table of keys. For Node and for pages;
 * `docs/config.md` is the guide.
 *
 * Reading any file gives a `NekoConfig`, which lists its problems.
 */
export { NekoConfig } from './config.js';
