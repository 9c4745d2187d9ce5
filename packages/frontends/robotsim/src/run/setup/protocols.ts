/** The protocols that a configuration can stack below an algorithm, and their requirements. */
import {
  BrachaBroadcast,
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
  SafraTermination,
  type Sender,
  SequencerBroadcast,
  SkeenBroadcast,
  Snapshot,
  StableConsensusBroadcast,
  TokenBroadcast,
  UniformReliableBroadcast,
  UniformSequencerBroadcast,
  VectorClockLayer,
  wire,
} from '@kineko/neko';
import { DURATION, OFF, SECONDS } from '../../format/keys/rows.js';
import { optionsIn, parameterIn, type Parameters, type ParameterTable } from '../parameters.js';
import { stablePaxos } from './consensus.js';
import { protocolCatalog, type ProtocolRow, type StackContext, type StackPart } from './stack-part.js';

const layer = (create: (context: StackContext) => Layer<never>): StackPart['build'] => {
  return (context) => wire(create(context), context.id, context.below);
};

const RELIABLE_LINK = {
  retransmitAfter: {
    ...DURATION,
    default: '4',
    doc: 'time without an acknowledgement after which a message is sent again',
  },
  backOff: { type: 'number', range: { min: 1 }, default: '2', doc: 'factor by which this time grows each time' },
  longestWait: { ...DURATION, derived: '8 × retransmitAfter', doc: 'limit of this time' },
  isFifo: { ...OFF, doc: 'whether messages are delivered in the order in which they were sent' },
} as const satisfies ParameterTable;

const SEQUENCER = {
  sequencer: { type: 'integer', range: { min: 0 }, default: '0', doc: 'id of the process that decides the order' },
} as const satisfies ParameterTable;

const LAMPORT = {
  delta: {
    ...SECONDS,
    default: '0',
    doc: 'time to wait for a message of its own before a process answers with an empty one',
  },
} as const satisfies ParameterTable;

const REPEAT = {
  repeat: { ...DURATION, default: '4', doc: 'time after which a message without an order is sent again' },
} as const satisfies ParameterTable;

const BRACHA = {
  faulty: {
    type: 'integer',
    range: { min: 0 },
    derived: 'the largest f with n > 3f',
    doc: 'f, the maximum number of Byzantine processes',
  },
} as const satisfies ParameterTable;

const TOKEN = {
  isUniform: { ...OFF, doc: 'whether a message is delivered only when all processes have it' },
} as const satisfies ParameterTable;

export function reliableLinkOptions(settings: Parameters): ReliableLinkOptions {
  const retransmitAfter = parameterIn(settings, RELIABLE_LINK, 'retransmitAfter');
  return {
    retransmitAfter,
    backOff: parameterIn(settings, RELIABLE_LINK, 'backOff'),
    longestWait: parameterIn(settings, RELIABLE_LINK, 'longestWait') ?? 8 * retransmitAfter,
    isFifo: parameterIn(settings, RELIABLE_LINK, 'isFifo'),
  };
}

/** The broadcast on which other broadcasts are built. */
const relay = ({ process, below, id }: StackContext): Sender =>
  wire(new UniformReliableBroadcast(process), `${id}/urbcast`, below);

/** A layer without settings. */
const plain = (create: new (process: NekoProcess) => Layer<never>): StackPart['build'] =>
  layer(({ process }) => new create(process));

const ROWS: Readonly<Record<string, ProtocolRow>> = {
  ReliableLink: {
    doc: 'acknowledges, retransmits and drops duplicates: for networks that lose messages',
    parameters: RELIABLE_LINK,
    isReliable: true,
    build: layer(({ process, settings }) => new ReliableLink(process, reliableLinkOptions(settings))),
  },
  FifoLink: {
    aliases: ['FIFOChannel'],
    doc: 'delivers the messages of each sender in the order in which they were sent',
    isFifo: true,
    build: plain(FifoLink),
  },
  ReliableBroadcast: {
    aliases: ['RBroadcast', 'lse.neko.rbcast.RBroadcast', 'NackRBroadcast', 'lse.neko.rbcast.NackRBroadcast'],
    doc: 'what one correct process delivers, all correct processes deliver',
    build: plain(ReliableBroadcast),
  },
  UniformReliableBroadcast: {
    doc: 'what any process delivers, all correct processes deliver; needs a majority',
    build: plain(UniformReliableBroadcast),
  },
  FifoBroadcast: {
    doc: 'reliable broadcast in the order of each sender',
    build: (context) => wire(new FifoBroadcast(context.process), context.id, relay(context)),
  },
  CausalBroadcast: {
    doc: 'reliable broadcast in causal order',
    build: (context) => wire(new CausalBroadcast(context.process), context.id, relay(context)),
  },
  LamportBroadcast: {
    aliases: ['Lamport', 'lse.neko.abcast.Lamport'],
    doc: 'total order by logical clocks; needs FIFO channels and no crash',
    parameters: LAMPORT,
    needsFifo: true,
    needsOnce: true,
    build: layer(
      ({ process, settings }) => new LamportBroadcast(process, { delta: parameterIn(settings, LAMPORT, 'delta') }),
    ),
  },
  SkeenBroadcast: {
    aliases: ['Skeen', 'DestinationsAgreementNU', 'lse.neko.abcast.Skeen', 'lse.neko.abcast.DestinationsAgreementNU'],
    doc: 'total order by agreement of the destinations; no crash',
    needsOnce: true,
    build: plain(SkeenBroadcast),
  },
  SequencerBroadcast: {
    aliases: ['FixedSequencerNU', 'lse.neko.abcast.FixedSequencerNU'],
    doc: 'total order, decided by one process',
    parameters: SEQUENCER,
    needsOnce: true,
    build: layer(({ process, settings }) => new SequencerBroadcast(process, sequencerOf(settings))),
  },
  UniformSequencerBroadcast: {
    aliases: ['FixedSequencerU', 'lse.neko.abcast.FixedSequencerU'],
    doc: 'the same, delivered when all processes have the message',
    parameters: SEQUENCER,
    needsOnce: true,
    build: layer(({ process, settings }) => new UniformSequencerBroadcast(process, sequencerOf(settings))),
  },
  TokenBroadcast: {
    aliases: ['PrivilegeBasedNU', 'lse.neko.abcast.PrivilegeBasedNU'],
    doc: 'total order: only the holder of a token sends',
    parameters: TOKEN,
    needsOnce: true,
    build: layer(
      ({ process, settings }) => new TokenBroadcast(process, { isUniform: parameterIn(settings, TOKEN, 'isUniform') }),
    ),
  },
  UniformTokenBroadcast: {
    aliases: [
      'PrivilegeBasedU',
      'PrivilegeBasedUSimple',
      'lse.neko.abcast.PrivilegeBasedU',
      'lse.neko.abcast.PrivilegeBasedUSimple',
    ],
    doc: 'the same, delivered when all processes have the message',
    needsOnce: true,
    build: layer(({ process }) => new TokenBroadcast(process, { isUniform: true })),
  },
  ConsensusBroadcast: {
    aliases: ['lse.neko.abcast.ChandraToueg'],
    doc: 'total order by a sequence of consensus instances; survives the crash of a minority',
    build: (context) => {
      const broadcast = new ConsensusBroadcast(context.process);
      broadcast.setConsensus(context.oracles.consensus(context.process, context.below, `${context.id}/consensus`));
      return wire(broadcast, context.id, relay(context));
    },
  },
  StableConsensusBroadcast: {
    doc: 'the same for processes that lose their memory (process.crash.memory = lost), over any network',
    parameters: REPEAT,
    isDirect: true,
    isStable: true,
    build: ({ process, id, settings, oracles }) => {
      const broadcast = new StableConsensusBroadcast(process, optionsIn(settings, REPEAT));
      broadcast.setConsensus(stablePaxos({ process, detector: oracles.detector(process) }, `${id}/consensus`));
      return wire(broadcast, id, process.network());
    },
  },
  GroupMembership: {
    aliases: ['GroupMembershipLayer', 'lse.neko.layers.GroupMembershipLayer'],
    doc: 'views of the members of the group, and messages within a view',
    build: ({ process, below, id, oracles }) => {
      const group = new GroupMembership(process);
      group.setConsensus(oracles.consensus(process, below, `${id}/consensus`));
      group.setDetector(oracles.detector(process));
      return wire(group, id, below);
    },
  },
  BrachaBroadcast: {
    doc: 'reliable broadcast with Byzantine processes; needs n > 3f',
    parameters: BRACHA,
    build: layer(({ process, settings }) => {
      const faulty = parameterIn(settings, BRACHA, 'faulty');
      return new BrachaBroadcast(process, faulty === undefined ? {} : { faulty });
    }),
  },
  SafraTermination: {
    doc: 'detects that all processes are passive and no message is under way (Safra); no crash',
    use: 'passive(), isActive, onTerminate(listener)',
    needsOnce: true,
    build: plain(SafraTermination),
  },
  Snapshot: {
    doc: 'snapshots of all processes and of the messages between them (Chandy and Lamport); needs FIFO channels and no crash',
    use: 'setRecorder(recorder), start(), onSnapshot(listener)',
    needsFifo: true,
    needsOnce: true,
    isFifo: true,
    build: layer(({ process }) => {
      const snapshot = new Snapshot(process);
      // The algorithm may set another one.
      snapshot.setRecorder(() => null);
      return snapshot;
    }),
  },
  LamportClockLayer: {
    aliases: ['LamportClock'],
    doc: 'stamps messages with logical times',
    build: plain(LamportClockLayer),
  },
  VectorClockLayer: {
    aliases: ['VectorClock'],
    doc: 'stamps messages with vector times',
    build: plain(VectorClockLayer),
  },
};

function sequencerOf(settings: Parameters): { readonly sequencer: number } {
  return { sequencer: parameterIn(settings, SEQUENCER, 'sequencer') };
}

export const PROTOCOLS = protocolCatalog(ROWS);

/** Links that are added below protocols that need them, and so have parameters without being named. */
export const ADDED_LINKS = PROTOCOLS.entries.filter(({ item }) => item.isReliable === true || item.isFifo === true);
