/**
 * Settings of a run: rows declare the keys of a front end (type, range, default, meaning); values, origins, problems,
 * names in the environment, documents and the JSON Schema come from them. In Node and in a page.
 */
export type { Range } from './settings/codec.js';
export { environmentName } from './settings/environment.js';
export type { ConfigEntry, Origin, OriginKind } from './settings/origin.js';
export type { KeyRow, KeyTable, RowValues } from './settings/row.js';
export { RUN_KEYS } from './settings/run-keys.js';
export { Settings } from './settings/settings.js';
export { SettingsTable } from './settings/table.js';
export { escapedText, splitItems } from './settings/line.js';
