/**
 * Settings of a run: rows declare the keys of a front end (type, range, default, meaning); values, origins, problems,
 * environment variables, documents and the JSON Schema are derived from them. For Node and for pages.
 */
export { type Codec, decimal, ValueReader, type ValueRow } from './codec.js';
export { environmentName } from './environment.js';
export type { ConfigEntry, Origin } from './origin.js';
export type { KeyRow, KeyTable, RowValue } from './row.js';
export { RUN_KEYS } from './run-keys.js';
export { type Resolved, Settings } from './settings.js';
export { perName, SettingsTable } from './table.js';
export { readValue } from './one-value.js';
export { escapedItem, escapedText, splitItems } from './line.js';
export { data } from './data.js';
export type { Given } from './given.js';
export { itemsOf, lineOf, oneOf, type Raw, type RawEntry, type RawOf } from './raw.js';
export { isSame, MAX_NAME, name, SCALAR_CODECS, type ScalarValues } from './scalars.js';
export { schemaOf } from './schema.js';
