/** The protocols that a configuration can put below an algorithm: how each is made, and what it needs below. */
import {
  CausalBroadcast,
  ConsensusBroadcast,
  FifoBroadcast,
  FifoLink,
  GroupMembership,
  LamportBroadcast,
  LamportClockLayer,
  type Layer,
  type NekoProcess,
  ReliableBroadcast,
  ReliableLink,
  type ReliableLinkOptions,
  type Sender,
  SequencerBroadcast,
  SkeenBroadcast,
  TokenBroadcast,
  UniformReliableBroadcast,
  UniformSequencerBroadcast,
  VectorClockLayer,
  wire,
} from '@kineko/neko';
import type { Parameters } from '../parameters.js';
import { Catalog, type CatalogEntry } from './catalog.js';
import type { Oracles } from './oracles.js';

/** What a protocol is made with. */
export interface StackSite {
  readonly process: NekoProcess;
  readonly below: Sender;
  readonly id: string;
  readonly settings: Parameters;
  readonly oracles: Oracles;
}

export interface StackPart {
  /** Puts it on what is below, and launches it. */
  readonly build: (site: StackSite) => Sender;
  /** Whether it needs channels that keep the order of messages. */
  readonly needsFifo?: boolean;
  /** Whether it needs channels that bring no message twice. */
  readonly needsOnce?: boolean;
  /** Whether it copes with channels that lose messages: it is a link itself. */
  readonly isReliable?: boolean;
  /** Whether channels above it keep the order of messages. */
  readonly isFifo?: boolean;
}

const layer = (create: (site: StackSite) => Layer<never>): StackPart['build'] => {
  return (site) => wire(create(site), site.id, site.below);
};

export function reliableLinkOptions(settings: Parameters): ReliableLinkOptions {
  const retransmitAfter = settings.number('retransmitAfter', 4);
  return {
    retransmitAfter,
    backOff: settings.number('backOff', 2),
    longestWait: settings.number('longestWait', 8 * retransmitAfter),
    isFifo: settings.boolean('isFifo', false),
  };
}

/** A broadcast that others stand on, unless one is there already. */
const relay = ({ process, below, id }: StackSite): Sender =>
  wire(new UniformReliableBroadcast(process), `${id}/urbcast`, below);

const entry = (
  name: string,
  aliases: readonly string[],
  doc: string,
  item: StackPart,
  settings: readonly string[] = [],
): CatalogEntry<StackPart> => ({ name, aliases, doc, item, settings });

export const PROTOCOLS = new Catalog<StackPart>('protocol', [
  entry(
    'ReliableLink',
    [],
    'acknowledges, sends again and sorts out duplicates: over networks that lose messages (retransmitAfter, backOff, longestWait, isFifo)',
    {
      isReliable: true,
      build: layer(({ process, settings }) => new ReliableLink(process, reliableLinkOptions(settings))),
    },
    ['retransmitAfter', 'backOff', 'longestWait', 'isFifo'],
  ),
  entry('FifoLink', ['FIFOChannel'], 'messages of one sender arrive in the order in which they were sent', {
    isFifo: true,
    build: layer(({ process }) => new FifoLink(process)),
  }),
  entry(
    'ReliableBroadcast',
    ['RBroadcast', 'lse.neko.rbcast.RBroadcast', 'NackRBroadcast', 'lse.neko.rbcast.NackRBroadcast'],
    'what one correct process delivers, all do',
    { build: layer(({ process }) => new ReliableBroadcast(process)) },
  ),
  entry('UniformReliableBroadcast', [], 'what any process delivers, all correct ones do; needs a majority', {
    build: layer(({ process }) => new UniformReliableBroadcast(process)),
  }),
  entry('FifoBroadcast', [], 'a reliable broadcast in the order of each sender', {
    build: (site) => wire(new FifoBroadcast(site.process), site.id, relay(site)),
  }),
  entry('CausalBroadcast', [], 'a reliable broadcast in an order that respects causes', {
    build: (site) => wire(new CausalBroadcast(site.process), site.id, relay(site)),
  }),
  entry(
    'LamportBroadcast',
    ['Lamport', 'lse.neko.abcast.Lamport'],
    'one order for all by logical clocks; needs FIFO channels and no crash (delta)',
    {
      needsFifo: true,
      needsOnce: true,
      build: layer(({ process, settings }) => new LamportBroadcast(process, { delta: settings.number('delta', 0) })),
    },
    ['delta'],
  ),
  entry(
    'SkeenBroadcast',
    ['Skeen', 'DestinationsAgreementNU', 'lse.neko.abcast.Skeen', 'lse.neko.abcast.DestinationsAgreementNU'],
    'one order for all by agreement of the destinations; no crash',
    { needsOnce: true, build: layer(({ process }) => new SkeenBroadcast(process)) },
  ),
  entry(
    'SequencerBroadcast',
    ['FixedSequencerNU', 'lse.neko.abcast.FixedSequencerNU'],
    'one order for all, given by one process (sequencer)',
    {
      needsOnce: true,
      build: layer(
        ({ process, settings }) => new SequencerBroadcast(process, { sequencer: settings.number('sequencer', 0) }),
      ),
    },
    ['sequencer'],
  ),
  entry(
    'UniformSequencerBroadcast',
    ['FixedSequencerU', 'lse.neko.abcast.FixedSequencerU'],
    'the same, delivered when all have it (sequencer)',
    {
      needsOnce: true,
      build: layer(
        ({ process, settings }) =>
          new UniformSequencerBroadcast(process, { sequencer: settings.number('sequencer', 0) }),
      ),
    },
    ['sequencer'],
  ),
  entry(
    'TokenBroadcast',
    ['PrivilegeBasedNU', 'lse.neko.abcast.PrivilegeBasedNU'],
    'one order for all: who has the token sends (isUniform)',
    {
      needsOnce: true,
      build: layer(
        ({ process, settings }) => new TokenBroadcast(process, { isUniform: settings.boolean('isUniform', false) }),
      ),
    },
    ['isUniform'],
  ),
  entry(
    'UniformTokenBroadcast',
    [
      'PrivilegeBasedU',
      'PrivilegeBasedUSimple',
      'lse.neko.abcast.PrivilegeBasedU',
      'lse.neko.abcast.PrivilegeBasedUSimple',
    ],
    'the same, delivered when all have it',
    { needsOnce: true, build: layer(({ process }) => new TokenBroadcast(process, { isUniform: true })) },
  ),
  entry(
    'ConsensusBroadcast',
    ['lse.neko.abcast.ChandraToueg'],
    'one order for all by a sequence of consensus; survives the crash of a minority',
    {
      build: (site) => {
        const broadcast = new ConsensusBroadcast(site.process);
        broadcast.setConsensus(site.oracles.consensus(site.process, site.below, `${site.id}/consensus`));
        return wire(broadcast, site.id, relay(site));
      },
    },
  ),
  entry(
    'GroupMembership',
    ['GroupMembershipLayer', 'lse.neko.layers.GroupMembershipLayer'],
    'views of who is in the group, messages within a view',
    {
      build: (site) => {
        const { process, below, id, oracles } = site;
        const group = new GroupMembership(process);
        group.setConsensus(oracles.consensus(process, below, `${id}/consensus`));
        group.setDetector(oracles.detector(process));
        return wire(group, id, below);
      },
    },
  ),
  entry('LamportClockLayer', ['LamportClock'], 'stamps messages with logical times', {
    build: layer(({ process }) => new LamportClockLayer(process)),
  }),
  entry('VectorClockLayer', ['VectorClock'], 'stamps messages with vector times', {
    build: layer(({ process }) => new VectorClockLayer(process)),
  }),
]);

/** Links that are put below protocols that need them: their parameters count also where the list does not name them. */
export const ADDED_LINKS = PROTOCOLS.entries.filter(({ item }) => item.isReliable === true || item.isFifo === true);
