/**
 * All keys: readers, types, problems, documents and the JSON Schema are derived from these tables. A new key is a new row;
 * a test shows how to update `docs/config.md` and the schema.
 */
import { type RowValue, SettingsTable } from '@kineko/run/settings';
import { CODECS, type Values } from '../values/values.js';
import { GENERAL_KEYS } from './general.js';
import { IGNORED_KEYS } from './ignored.js';
import { LCM_KEYS } from './lcm.js';
import { NETWORK_KEYS } from './network.js';
import { ANIMATION_KEYS, FINISH_KEYS, FREE_KEYS } from './outcomes.js';
import { PROTOCOL_KEYS } from './protocols.js';
import { ROBOT_KEYS, WORLD_KEYS } from './robots.js';

export const KEYS = {
  ...GENERAL_KEYS,
  ...ROBOT_KEYS,
  ...WORLD_KEYS,
  ...LCM_KEYS,
  ...NETWORK_KEYS,
  ...PROTOCOL_KEYS,
  ...ANIMATION_KEYS,
  ...FINISH_KEYS,
  ...FREE_KEYS,
} as const;

/** In the order of the documentation. */
export const NEKO_TABLE = new SettingsTable(
  [
    { name: 'general', title: 'The run', keys: { ...GENERAL_KEYS, ...IGNORED_KEYS } },
    { name: 'robots', title: 'Robots', keys: ROBOT_KEYS },
    { name: 'world', title: 'The world', keys: WORLD_KEYS },
    { name: 'lcm', title: 'Look-Compute-Move', keys: LCM_KEYS },
    { name: 'network', title: 'Networks', keys: NETWORK_KEYS },
    { name: 'protocols', title: 'Failure detectors and protocols', keys: PROTOCOL_KEYS },
    { name: 'animation', title: 'Animation', keys: ANIMATION_KEYS },
    { name: 'finish', title: 'Finish conditions and metrics', keys: FINISH_KEYS },
    { name: 'free', title: "Parameters of authors' code", keys: FREE_KEYS },
  ],
  CODECS,
);

type Keys = typeof KEYS;
type Row<Name extends keyof Keys> = Keys[Name];

/** `bornpoint<k>` is any of bornpoint1, bornpoint2, … */
type Written<Name extends string> = Name extends `${infer Start}<k>${infer End}`
  ? `${Start}${number}${End}`
  : Name extends `${string}<${string}>${string}`
    ? never
    : Name;

type NameOf<Key extends string> = Key extends keyof Keys
  ? Key
  : { [Name in keyof Keys]: Key extends Written<Name> ? Name : never }[keyof Keys];

/** Keys whose values are lists of maps, for `structured`. */
export type StructuredKey = { [Name in keyof Keys]: Row<Name> extends { of: string } ? Name : never }[keyof Keys];

type AliasKey = { [Name in keyof Keys]: Row<Name> extends { aliasOf: string } ? Name : never }[keyof Keys];

/** The keys of `get`. */
export type ConfigKey = Written<Exclude<keyof Keys, StructuredKey | AliasKey | '$schema' | 'include'>>;

/** The keys that can be set for a single robot or process. */
export type PerKey = { [Name in keyof Keys]: Row<Name> extends { per: string } ? Name : never }[keyof Keys];

export type ValueOf<Key extends string> = RowValue<Row<NameOf<Key>>, Values>;

export type ConfigValues = { readonly [Key in ConfigKey]: ValueOf<Key> };
