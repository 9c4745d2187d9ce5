/** Simulated networks. */
import { Random } from '@kineko/kernel';
import {
  BandwidthChannel,
  BasicChannel,
  BurstsChannel,
  type Channel,
  clique,
  DuplicationChannel,
  type Fault,
  type Faults,
  type FaultSchedule,
  FifoChannel,
  grid,
  LossChannel,
  MetricChannel,
  type NekoHost,
  type Positions,
  RandomChannel,
  RangeChannel,
  randomTopology,
  ring,
  SimNetwork,
  SpikesChannel,
  type Topology,
  TopologyChannel,
} from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import type { TopologyChoice } from '../../format/values/networks.js';
import { Catalog } from './catalog.js';
import { hasMethod, type Wanted } from './classes.js';
import type { Channels } from './stack.js';

/** Creates the innermost channel of a network; `stream` names its random stream, if it is not the first network. */
export type ChannelMaker = (host: NekoHost, config: NekoConfig, stream: { readonly stream?: string }) => Channel;

/** A class of channels of an author. */
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
    doc: 'every message has the same delay (BasicNetwork.lambda)',
    settings: ['lambda'],
    item: {
      keepsOrder: true,
      make: (host, config) => new BasicChannel(host, { lambda: config.get('BasicNetwork.lambda') }),
    },
  },
  {
    name: 'RandomNetwork',
    aliases: ['Random', 'lse.neko.networks.sim.RandomNetwork'],
    doc: 'delays are exponential with a mean (RandomNetwork.lambda); messages overtake each other',
    settings: ['lambda', 'seed'],
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
    doc: 'messages compete for processors and for one network (network.lambda, network.multicast)',
    settings: ['lambda'],
    item: {
      keepsOrder: true,
      make: (host, config) =>
        new MetricChannel(host, {
          lambda: config.get('MetricNetwork.lambda'),
          multicast: config.get('network.multicast'),
        }),
    },
  },
]);

/** Channels of authors. */
export const NETWORK_WANTED: Wanted<NetworkPart> = {
  what: 'a network',
  explained: 'a class that extends Channel, made with the host',
  catalog: NETWORKS,
  take: (exported) => {
    if (!hasMethod(exported, 'carry')) return undefined;
    const create = exported as unknown as ChannelClass;
    // Its order of delivery is unknown.
    return { keepsOrder: false, make: (host) => new create(host) };
  },
};

export interface NetworkContext {
  readonly config: NekoConfig;
  readonly host: NekoHost;
  readonly faults: Faults;
  readonly topology: Topology | undefined;
  /** Undefined if processes have no bodies. */
  readonly positions: Positions | undefined;
}

/** Wraps the channel of a network in the effects of the configuration, with FIFO order outermost. */
export function networkOf({ make }: NetworkPart, index: number, context: NetworkContext): SimNetwork {
  const { host, config, faults } = context;
  const prefix = index === 0 ? '' : `network${index}`;
  let channel = make(host, config, streamOf(prefix, 'delay'));
  channel = bandwidthAround(channel, context);
  channel = spikesAround(channel, context, prefix);
  channel = duplicationAround(channel, context, prefix);
  channel = lossAround(channel, context, prefix);
  channel = rangeAround(channel, context);
  if (context.topology !== undefined) channel = new TopologyChannel(host, channel, context.topology);
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
  // Missing links of a topology are no losses that a protocol could repair.
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
  };
}

const streamOf = (prefix: string, name: string): { stream?: string } =>
  prefix === '' ? {} : { stream: `${prefix}/${name}` };

function bandwidthAround(channel: Channel, { host, config }: NetworkContext): Channel {
  const bandwidth = config.get('network.bandwidth');
  return bandwidth === undefined ? channel : new BandwidthChannel(host, channel, bandwidth);
}

function spikesAround(channel: Channel, { host, config }: NetworkContext, prefix: string): Channel {
  const delay = config.get('network.spikes.delay');
  if (delay === undefined) return channel;
  return new SpikesChannel(host, channel, {
    delay,
    probability: config.get('network.spikes.probability') ?? 1,
    distribution: config.get('network.spikes.distribution') ?? 'constant',
    ...streamOf(prefix, 'spikes'),
  });
}

function duplicationAround(channel: Channel, { host, config }: NetworkContext, prefix: string): Channel {
  const probability = config.get('network.duplication');
  if (probability === undefined) return channel;
  const delay = config.get('network.duplication.delay') ?? 0;
  return new DuplicationChannel(host, channel, { probability, delay, ...streamOf(prefix, 'duplication') });
}

function lossAround(channel: Channel, { host, config }: NetworkContext, prefix: string): Channel {
  const probability = config.get('network.loss');
  const plain =
    probability === undefined ? channel : new LossChannel(host, channel, { probability, ...streamOf(prefix, 'loss') });
  const toBad = config.get('network.bursts.toBad');
  const toGood = config.get('network.bursts.toGood');
  if (toBad === undefined || toGood === undefined) return plain;
  const lossInBad = config.get('network.bursts.lossInBad') ?? 1;
  const lossInGood = config.get('network.bursts.lossInGood') ?? 0;
  return new BurstsChannel(host, plain, { toBad, toGood, lossInBad, lossInGood, ...streamOf(prefix, 'bursts') });
}

function rangeAround(channel: Channel, { host, config, positions }: NetworkContext): Channel {
  const reach = config.get('network.range.reach');
  const lineOfSight = config.get('network.range.lineOfSight');
  const attenuation = config.get('network.range.attenuation');
  const speed = config.get('network.range.speed');
  const isAsked = reach !== undefined || lineOfSight || attenuation !== undefined || speed !== undefined;
  if (!isAsked || positions === undefined) return channel;
  return new RangeChannel(host, channel, positions, {
    reach: reach ?? Infinity,
    lineOfSight: lineOfSight ?? false,
    attenuation: attenuation ?? 0,
    speed: speed ?? Infinity,
  });
}

/** A topology by name; the random one is drawn from the seed. */
export function topologyOf(choice: Exclude<TopologyChoice, { kind: 'file' }>, n: number, seed: number): Topology {
  switch (choice.kind) {
    case 'clique':
      return clique(n);
    case 'ring':
      return ring(n);
    case 'grid':
      return grid(choice.rows, choice.columns);
    case 'random':
      return randomTopology(n, choice.probability, new Random(seed).stream('topology'));
  }
}
