/** Simulated networks. */
import { Random } from '@kineko/kernel';
import {
  BandwidthChannel,
  BasicChannel,
  BurstsChannel,
  type Channel,
  DuplicationChannel,
  type Fault,
  type Faults,
  type FaultSchedule,
  FifoChannel,
  LossChannel,
  MetricChannel,
  type NekoHost,
  PartiallySynchronousChannel,
  type Positions,
  RandomChannel,
  RangeChannel,
  SimNetwork,
  SpikesChannel,
  type Topology,
  TopologyChannel,
} from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import { KEYS } from '../../format/keys/keys.js';
import type { NetworkValues } from '../../format/network-settings.js';
import { Catalog } from './catalog.js';
import { hasMethod, type Wanted } from './classes.js';
import type { Channels } from './stack.js';

/** The part of a configuration that describes networks; plans have it too. */
export interface NetworkView {
  get<Key extends keyof NetworkValues>(key: Key): NetworkValues[Key];
}

/** Creates the innermost channel of a network; `stream` names its random stream, if it is not the first network. */
export type ChannelMaker = (host: NekoHost, config: NetworkView, stream: { readonly stream?: string }) => Channel;

export type ChannelClass = new (host: NekoHost) => Channel;

export interface NetworkPart {
  readonly make: ChannelMaker;
  /** Whether messages of a link never overtake each other. */
  readonly keepsOrder: boolean;
}

export const NETWORKS = new Catalog<NetworkPart>('network', [
  {
    name: 'BasicNetwork',
    aliases: ['Basic', 'lse.neko.networks.sim.BasicNetwork'],
    doc: 'every message has the same delay',
    parameters: {
      lambda: KEYS['BasicNetwork.lambda'],
      sendCost: KEYS['BasicNetwork.sendCost'],
      receiveCost: KEYS['BasicNetwork.receiveCost'],
    },
    item: {
      keepsOrder: true,
      make: (host, config) =>
        new BasicChannel(host, {
          lambda: config.get('BasicNetwork.lambda'),
          sendCost: config.get('BasicNetwork.sendCost'),
          receiveCost: config.get('BasicNetwork.receiveCost'),
        }),
    },
  },
  {
    name: 'RandomNetwork',
    aliases: ['Random', 'lse.neko.networks.sim.RandomNetwork'],
    doc: 'delays are exponential; messages overtake each other',
    parameters: { lambda: KEYS['RandomNetwork.lambda'], seed: KEYS['RandomNetwork.seed'] },
    item: {
      keepsOrder: false,
      make: (host, config, stream) => {
        const seed = config.get('RandomNetwork.seed');
        const own = seed === undefined ? host : { ...host, random: new Random(seed) };
        return new RandomChannel(own, { lambda: config.get('RandomNetwork.lambda'), ...stream });
      },
    },
  },
  {
    name: 'MetricNetwork',
    aliases: ['Metric', 'lse.neko.networks.sim.MetricNetwork'],
    doc: 'messages compete for processors and for one network',
    parameters: { lambda: KEYS['MetricNetwork.lambda'] },
    item: {
      keepsOrder: true,
      make: (host, config) =>
        new MetricChannel(host, {
          lambda: config.get('MetricNetwork.lambda'),
          multicast: config.get('network.multicast'),
        }),
    },
  },
  {
    name: 'PartiallySynchronousNetwork',
    doc: 'messages take any time until the global stabilization time, and at most Δ from then on',
    parameters: {
      gst: KEYS['PartiallySynchronousNetwork.gst'],
      delta: KEYS['PartiallySynchronousNetwork.delta'],
      before: KEYS['PartiallySynchronousNetwork.before'],
    },
    item: {
      keepsOrder: false,
      make: (host, config, stream) =>
        new PartiallySynchronousChannel(host, {
          gst: config.get('PartiallySynchronousNetwork.gst'),
          delta: config.get('PartiallySynchronousNetwork.delta'),
          before: config.get('PartiallySynchronousNetwork.before'),
          ...stream,
        }),
    },
  },
]);

/** Networks between programs, for `simulation = false`. */
export const REAL_NETWORKS = new Catalog<'tcp' | 'udp'>('real network', [
  { name: 'TCPNetwork', doc: 'messages arrive, in the order in which they were sent', parameters: {}, item: 'tcp' },
  { name: 'UDPNetwork', doc: 'messages may be lost, duplicated and reordered', parameters: {}, item: 'udp' },
]);

/** Channels of authors. */
export const NETWORK_WANTED: Wanted<NetworkPart> = {
  what: 'a network',
  explained: 'a class that extends Channel, made with the host',
  catalog: NETWORKS,
  take: (exported) => {
    if (!hasMethod(exported, 'carry')) return undefined;
    const create = exported as unknown as ChannelClass;
    // The delivery order of an author's channel is unknown.
    return { keepsOrder: false, make: (host) => new create(host) };
  },
};

export interface NetworkContext {
  readonly config: NetworkView;
  readonly host: NekoHost;
  readonly faults: Faults;
  readonly topology: Topology | undefined;
  /** Undefined if processes have no bodies. */
  readonly positions: Positions | undefined;
}

/** A network by its name, for front ends with a single one. */
export function networkNamed(name: string, context: NetworkContext): SimNetwork {
  return networkOf(NETWORKS.find(name)!.item, 0, context);
}

/** Wraps the channel of a network in the effects of the configuration, with FIFO order outermost. */
export function networkOf({ make }: Pick<NetworkPart, 'make'>, index: number, context: NetworkContext): SimNetwork {
  const { host, config, faults, topology, positions } = context;
  const prefix = index === 0 ? '' : `network${index}`;
  const stream = (name: string): { stream?: string } => (prefix === '' ? {} : { stream: `${prefix}/${name}` });
  let channel = make(host, config, stream('delay'));
  const bandwidth = config.get('network.bandwidth');
  if (bandwidth !== undefined) channel = new BandwidthChannel(host, channel, bandwidth);
  const spike = config.get('network.spikes.delay');
  if (spike !== undefined) {
    const probability = config.get('network.spikes.probability');
    const distribution = config.get('network.spikes.distribution');
    channel = new SpikesChannel(host, channel, { delay: spike, probability, distribution, ...stream('spikes') });
  }
  // An effect that is off is left out: it would draw for each copy, or look up both positions.
  const duplication = config.get('network.duplication');
  if (duplication > 0) {
    const delay = config.get('network.duplication.delay');
    channel = new DuplicationChannel(host, channel, { probability: duplication, delay, ...stream('duplication') });
  }
  const loss = config.get('network.loss');
  if (loss > 0) channel = new LossChannel(host, channel, { probability: loss, ...stream('loss') });
  const [toBad, toGood] = [config.get('network.bursts.toBad'), config.get('network.bursts.toGood')];
  if (toBad !== undefined && toGood !== undefined) {
    const lossInBad = config.get('network.bursts.lossInBad');
    const lossInGood = config.get('network.bursts.lossInGood');
    channel = new BurstsChannel(host, channel, { toBad, toGood, lossInBad, lossInGood, ...stream('bursts') });
  }
  const range = {
    reach: config.get('network.range.reach') ?? Infinity,
    lineOfSight: config.get('network.range.lineOfSight'),
    attenuation: config.get('network.range.attenuation'),
    speed: config.get('network.range.speed') ?? Infinity,
  };
  const isLimited = range.reach < Infinity || range.lineOfSight || range.speed < Infinity;
  if (positions !== undefined && isLimited) channel = new RangeChannel(host, channel, positions, range);
  if (topology !== undefined) channel = new TopologyChannel(host, channel, topology);
  channel = faults.around(channel, prefix);
  if (config.get('network.fifo')) channel = new FifoChannel(host, channel);
  return new SimNetwork(host, channel);
}

/** Properties of the first network, on which protocols are stacked. */
export function channelsOf(config: NekoConfig, network: NetworkPart | undefined, faults: FaultSchedule): Channels {
  const hasFault = (...kinds: Fault['kind'][]): boolean => faults.some(({ kind }) => kinds.includes(kind));
  if (!config.get('simulation')) {
    const isUdp = config.has('network') && /udp|multicast/i.test(config.get('network')[0] ?? '');
    return { keepOrder: !isUdp, lose: isUdp, duplicate: isUdp };
  }
  // Missing links of a topology do not count as losses, since no protocol could repair them.
  const lose =
    config.get('network.loss') > 0 ||
    config.has('network.bursts.toBad') ||
    config.has('network.range.reach') ||
    config.get('network.range.lineOfSight') ||
    hasFault('loss', 'bursts') ||
    faults.some((fault) => fault.kind === 'partition' && fault.copies !== 'held');
  const isPlain =
    network?.keepsOrder === true &&
    !config.has('network.spikes.delay') &&
    !config.has('network.range.speed') &&
    !hasFault('spike');
  return {
    lose,
    keepOrder: isPlain || config.get('network.fifo') === true,
    duplicate: config.get('network.duplication') > 0 || hasFault('duplication'),
    forget: faults.some((fault) => fault.kind === 'crash' && fault.memory === 'lost'),
  };
}
