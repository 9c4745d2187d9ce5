/** All names that configurations can use, with their parameters: those of the catalogs and those of the keys. */
import { catalogParameter, type NameCatalog } from '@kineko/run';
import type { KeyRow } from '@kineko/run/settings';
import { NEKO_TABLE } from '../../format/keys/keys.js';
import { CODECS } from '../../format/values/values.js';
import {
  type EntryKinds,
  FAULT_KINDS,
  type FieldRow,
  OBJECT_FIELDS,
  OBSTACLE_KINDS,
} from '../../format/values/entry-fields.js';
import { type AlgorithmEntry, algorithmsWith } from './algorithms.js';
import type { Catalog } from './catalog.js';
import { CONSENSUS } from './consensus.js';
import { INITIALIZERS } from './initializers.js';
import { METRICS } from './metrics.js';
import { MOTIONS } from './motions.js';
import { NETWORKS, REAL_NETWORKS } from './networks.js';
import { PROTOCOLS } from './protocols.js';
import { SENSORS } from './sensors.js';
import { SERVICES } from './services.js';

type CatalogGroup = NameCatalog['groups'][number];
type CatalogItem = CatalogGroup['items'][number];
type CatalogParameter = NonNullable<CatalogItem['parameters']>[number];

/** @param more Algorithms of packages that are built on this one. */
export function robotsimCatalogs(more: readonly AlgorithmEntry[] = []): readonly NameCatalog[] {
  return [
    {
      kind: 'algorithms',
      doc: 'programs of robots and processes',
      groups: [group('robot.algorithm, or algorithm without robots', algorithmsWith(more))],
    },
    { kind: 'sensors', doc: 'sensors of robots', groups: [group('robot.sensors; all of them if not given', SENSORS)] },
    {
      kind: 'motions',
      doc: 'kinds of motion',
      groups: [group('robot.motion; built-in ones need not be named', MOTIONS)],
    },
    {
      kind: 'networks',
      doc: 'networks, and models of loss, delay and range around them',
      groups: [
        group('network', NETWORKS),
        group('network, with simulation = false', REAL_NETWORKS),
        { title: 'keys for all networks', items: keysOf(NETWORK_KEYS) },
      ],
    },
    {
      kind: 'protocols',
      doc: 'broadcasts, links, consensus, failure detectors and other protocols',
      groups: [
        group('protocol, the lowest first', PROTOCOLS),
        group('protocol, called by algorithms: this.robot.find(…), or process.find(…) without robots', SERVICES),
        group('consensus.initializer, for ConsensusBroadcast and GroupMembership', CONSENSUS),
        { title: 'failure detectors, for consensus and GroupMembership', items: keysOf(DETECTOR_KEYS) },
      ],
    },
    {
      kind: 'initializers',
      doc: 'code that assembles processes',
      groups: [group('process.initializer', INITIALIZERS)],
    },
    {
      kind: 'faults',
      doc: 'crashes, partitions and other faults at set times',
      groups: [{ title: 'kind of an entry of faults', items: entries(FAULT_KINDS) }],
    },
    {
      kind: 'obstacles',
      doc: 'obstacles, and objects that can be sensed',
      groups: [
        {
          title: 'kind of an entry of obstacles, or first word of obstacle1, obstacle2, …',
          items: entries(OBSTACLE_KINDS),
        },
        {
          title: 'entry of objects, or object1, object2, …',
          items: [{ name: 'object', doc: 'an object that can be sensed', parameters: fieldsOf(OBJECT_FIELDS) }],
        },
      ],
    },
    {
      kind: 'metrics',
      doc: 'numbers computed from a run',
      groups: [group('metrics of a configuration', METRICS)],
    },
    {
      kind: 'lcm',
      doc: 'keys of Look-Compute-Move runs',
      groups: keyGroups('lcm'),
    },
    { kind: 'keys', doc: 'all keys of configurations', groups: keyGroups() },
  ];
}

/** @param only Name of a group. */
function keyGroups(only?: string): CatalogGroup[] {
  return NEKO_TABLE.groups
    .filter(({ name }) => only === undefined || name === only)
    .map(({ title, keys }) => ({
      title,
      items: Object.entries(keys).flatMap(([name, row]) =>
        isListed(row) ? [{ name, doc: row.doc, parameters: [keyOf(name)] }] : [],
      ),
    }));
}

function group(title: string, { entries: all }: Catalog<unknown>): CatalogGroup {
  const items = all.map(({ name, aliases, doc, parameters = {}, use }): CatalogItem => ({
    name,
    aliases,
    doc,
    parameters: Object.entries(parameters).map(([parameter, row]) => catalogParameter(`${name}.${parameter}`, row)),
    use,
  }));
  return { title, items };
}

/** Keys that belong together, by the name that they begin with. */
const NETWORK_KEYS: Readonly<Record<string, string>> = {
  'network.lambda': 'delay of networks that set none of their own',
  'network.multicast': 'multicast of MetricNetwork',
  'network.fifo': 'messages of a link arrive in the order in which they were sent',
  'network.loss': 'each copy is lost with the same probability',
  'network.bursts': 'copies are lost in bursts: each link is good or bad (Gilbert and Elliott)',
  'network.duplication': 'copies arrive twice',
  'network.spikes': 'some copies take longer',
  'network.bandwidth': 'links have a limited capacity',
  'network.range': 'robots hear each other within a distance only',
  'network.topology': 'processes hear their neighbours only',
};

const DETECTOR_KEYS: Readonly<Record<string, string>> = {
  heartbeat: 'suspects processes whose heartbeats stop',
  'fd.simulated': 'knows of crashes without messages and without mistakes',
  'fd.simulatedWithWrongSuspicions': 'suspects correct processes at random times',
};

function keysOf(docs: Readonly<Record<string, string>>): CatalogItem[] {
  return Object.entries(docs).map(([name, doc]) => {
    const keys = NEKO_TABLE.patterns.flatMap((pattern) => (isListed(pattern.row) ? [pattern.name] : []));
    const own = keys.filter((key) => key === name || key.startsWith(`${name}.`));
    return { name, doc, parameters: own.map(keyOf) };
  });
}

/** Keys without effect and other spellings are for old files only. */
function isListed({ effect, aliasOf }: KeyRow): boolean {
  return effect === undefined && aliasOf === undefined;
}

function keyOf(name: string): CatalogParameter {
  const { row } = NEKO_TABLE.patterns.find((pattern) => pattern.name === name)!;
  return catalogParameter(name, row, NEKO_TABLE.codecOf(row).expects(row));
}

function entries(kinds: EntryKinds): CatalogItem[] {
  return Object.entries(kinds).map(([name, { doc, fields }]) => ({ name, doc, parameters: fieldsOf(fields) }));
}

function fieldsOf(fields: Readonly<Record<string, FieldRow>>): CatalogParameter[] {
  return Object.entries(fields).map(([name, { isNeeded, default: given, ...row }]) => ({
    ...catalogParameter(name, row, CODECS[row.type].expects(row)),
    default: given === undefined ? undefined : String(given),
    isNeeded,
  }));
}
