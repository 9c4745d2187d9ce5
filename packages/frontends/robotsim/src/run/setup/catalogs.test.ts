/** Everything that a configuration can name is listed, with parameters that are valid. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { PROTOCOL } from '@kineko/neko';
import { readValue } from '@kineko/run/settings';
import * as author from '../../author.js';
import { NEKO_TABLE } from '../../format/keys/keys.js';
import { FAULT_KINDS, OBSTACLE_KINDS } from '../../format/values/entry-fields.js';
import { ALGORITHM, hasBrand } from '../brand.js';
import { Catalog, type CatalogEntry } from './catalog.js';
import { robotsimCatalogs } from './catalogs.js';

const SETUP = new URL('./', import.meta.url);
const items = robotsimCatalogs().flatMap(({ groups }) => groups.flatMap((group) => group.items));
const names = new Set(items.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
const parameters = new Set(items.flatMap((item) => (item.parameters ?? []).map(({ name }) => name)));

/** All catalogs that any module of this folder exports. */
async function registries(): Promise<Catalog<unknown>[]> {
  const files = readdirSync(SETUP).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const exported: unknown[] = [];
  // One after the other: Jest fails to link modules that two imports load at once.
  for (const file of files) {
    const module = (await import(new URL(file, SETUP).pathname)) as object;
    exported.push(...(Object.values(module) as unknown[]));
  }
  return exported.filter((value) => value instanceof Catalog) as Catalog<unknown>[];
}

const classes = Object.entries(author as Readonly<Record<string, unknown>>).filter(
  (entry): entry is [string, abstract new () => object] => typeof entry[1] === 'function',
);

/** Base classes of authors' own protocols and algorithms. */
const BASES = [
  'AbstractAlgorithm',
  'ActiveProtocol',
  'BroadcastLayer',
  'ConsensusProtocol',
  'Detector',
  'Layer',
  'LinkLayer',
  'Protocol',
  'PullProtocol',
  'RoundProtocol',
];

describe('the lists of names', () => {
  test('have every entry of every catalog', async () => {
    const catalogs = await registries();
    expect(catalogs.length).toBeGreaterThan(7);
    const entries = catalogs.flatMap((catalog): readonly CatalogEntry<unknown>[] => catalog.entries);
    expect(entries.filter(({ name }) => !names.has(name))).toEqual([]);
  });

  test('have every protocol and algorithm that authors can import', () => {
    const named = classes.filter(([, each]) => hasBrand(each, PROTOCOL) || hasBrand(each, ALGORITHM));
    expect(named.map(([name]) => name).filter((name) => !BASES.includes(name) && !names.has(name))).toEqual([]);
  });

  test('have every key that has an effect, and those of networks and detectors with what they belong to', () => {
    const keys = NEKO_TABLE.patterns.filter(
      ({ row, general }) => general === undefined && row.effect === undefined && row.aliasOf === undefined,
    );
    expect(keys.filter(({ name }) => !parameters.has(name))).toEqual([]);
    const grouped = robotsimCatalogs().filter(({ kind }) => kind === 'networks' || kind === 'protocols');
    const together = new Set(
      grouped
        .flatMap(({ groups }) => groups.flatMap((group) => group.items.flatMap((item) => item.parameters ?? [])))
        .map(({ name }) => name),
    );
    const wanted = keys
      .map(({ name }) => name)
      .filter((name) => /^(?:network\.|\w+Network\.|heartbeat|fd\.)/.test(name));
    expect(wanted.filter((name) => !together.has(name))).toEqual([]);
  });

  test('have every kind of fault and obstacle', () => {
    expect([...Object.keys(FAULT_KINDS), ...Object.keys(OBSTACLE_KINDS)].filter((kind) => !names.has(kind))).toEqual(
      [],
    );
  });

  test('have defaults that are valid', async () => {
    const problems: string[] = [];
    for (const { entries } of await registries()) {
      for (const { name, parameters: table = {} } of entries) {
        for (const [parameter, row] of Object.entries(table)) {
          if (row.default === undefined) continue;
          readValue(row, row.default, (problem) => problems.push(`${name}.${parameter}: ${problem}`));
        }
      }
    }
    expect(problems).toEqual([]);
  });

  test('name methods that exist', () => {
    const methods = new Set<string>();
    for (const [, each] of classes) {
      for (
        let type: object | null = each.prototype as object | null;
        type !== null;
        type = Object.getPrototypeOf(type) as object | null
      )
        for (const method of Object.getOwnPropertyNames(type)) methods.add(method);
    }
    const used = items.flatMap(({ use = '' }) =>
      Array.from(use.matchAll(/(\w+)\(|this\.(\w+)/g), ([, a, b]) => a ?? b!),
    );
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((name) => name !== 'actuator' && !methods.has(name))).toEqual([]);
  });
});

test('the key metrics has the names of the catalog', async () => {
  const { METRICS } = await import('./metrics.js');
  expect(NEKO_TABLE.find('metrics')!.row.words).toEqual(METRICS.entries.map(({ name }) => name));
});
