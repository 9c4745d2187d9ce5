import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';

const SECONDS = { type: 'number', range: { min: 0 }, unit: 's' } as const;
const DURATION = { type: 'number', range: { above: 0 }, unit: 's' } as const;

/** Failure detectors and consensus; and what Neko's own protocols and tests are set by, which there are none of here. */
export const PROTOCOL_KEYS = {
  heartbeat: { type: 'boolean', default: 'false', doc: 'whether failures are detected by heartbeats' },
  'heartbeat.send': { ...DURATION, doc: 'time between two heartbeats', example: '1' },
  'heartbeat.timeout': {
    ...DURATION,
    doc: 'time without a heartbeat after which a process is suspected',
    example: '3',
  },
  'heartbeat.network.index': {
    type: 'integer',
    range: { min: 0 },
    default: '0',
    doc: 'which of the networks carries the heartbeats',
  },
  'fd.simulated': {
    type: 'boolean',
    default: 'false',
    doc: 'whether failures are detected without messages and without mistakes',
  },
  'fd.simulated.detectionTime': { ...SECONDS, doc: 'time from a crash to its detection', example: '2' },
  'fd.simulatedWithWrongSuspicions': {
    type: 'boolean',
    default: 'false',
    doc: 'whether the failure detector makes mistakes, at random',
  },
  'fd.simulatedWithWrongSuspicions.tMR': {
    ...DURATION,
    doc: 'mean time from the begin of a mistake to that of the next',
    example: '100',
  },
  'fd.simulatedWithWrongSuspicions.tM': { ...SECONDS, doc: 'mean time that a mistake lasts', example: '5' },
  'ReliableLink.automatic': {
    type: 'boolean',
    default: 'true',
    doc: 'whether a ReliableLink is put below the protocols where the network loses messages, unless one is among them',
  },
  'FifoLink.automatic': {
    type: 'boolean',
    default: 'true',
    doc: 'whether a FifoLink is put below a protocol that needs the order of messages, or each of them once',
  },
  'consensus.initializer': {
    type: 'class',
    default: 'ConsensusCTInitializer',
    doc: 'which consensus protocols are built on: ConsensusCTInitializer (Chandra and Toueg), ConsensusMRInitializer (Mostéfaoui and Raynal) or ConsensusPaxosInitializer',
  },
  'heartbeat.useApplicationMessages': { type: 'boolean', effect: 'lost', doc: 'only heartbeats count' },
  'heartbeat.measureQoS': { type: 'boolean', effect: 'unneeded', doc: 'can be measured from the records of any run' },
  'SimulatedDetectorWithWrongSuspicions.seed': { type: 'integer', effect: 'lost', doc: 'the seed of the run decides' },
  'algorithm.rbcast.fake': { type: 'boolean', effect: 'lost', doc: 'see `protocol`' },
  'algorithm.rbcast.nackbased': { type: 'boolean', effect: 'lost', doc: 'see `protocol`' },
  'algorithm.f': { type: 'integer', effect: 'lost', doc: 'of TokenAndFDBased' },
  'algorithm.initializer': { type: 'class', effect: 'lost', doc: 'see `protocol`' },
  'ChandraToueg.proposal.max.size': { type: 'integer', effect: 'lost', doc: 'there is no such limit' },
  'ChandraToueg.buffer.max.size': { type: 'integer', effect: 'lost', doc: 'there is no such limit' },
  'FixedSequencerNU.buffer.max.size': { type: 'integer', effect: 'lost', doc: 'there is no such limit' },
  'FixedSequencerNU.leakyBucket.minDelay': { type: 'number', effect: 'lost', doc: 'there is no such delay' },
  'FixedSequencerU.acksDelay': { type: 'boolean', effect: 'lost', doc: 'there is no such delay' },
  'FixedSequencerU.acksLimit': { type: 'number', effect: 'lost', doc: 'there is no such delay' },
  'FixedSequencerU.orderSendDelay': { type: 'boolean', effect: 'lost', doc: 'there is no such delay' },
  'FixedSequencerU.orderMaxSend': { type: 'number', effect: 'lost', doc: 'there is no such delay' },
  'lse.neko.abcast.TokenAndFDBased.<name>': { type: 'text', effect: 'lost', doc: 'there is no such protocol' },
  'VSStabilityLayer.maxDelay': { type: 'number', effect: 'lost', doc: 'there is no such delay' },
  'VSStateTransfer.maxDelay': { type: 'number', effect: 'lost', doc: 'there is no such delay' },
  'VSStateTransfer.sendBunch': { type: 'boolean', effect: 'lost', doc: 'there is no such layer' },
  'process.crash': { type: 'integer', effect: 'lost', doc: "of a test of Neko's; see `process.crash.start`" },
  'process.<i>.false_suspect.process.<i>': {
    type: 'numbers',
    effect: 'lost',
    doc: 'see `fd.simulatedWithWrongSuspicions`',
  },
  'messages.number': { type: 'integer', effect: 'lost', doc: "of somebody's own test" },
  'client.<name>': { type: 'text', effect: 'lost', doc: "of Neko's test of latency" },
  'server.num': { type: 'integer', effect: 'lost', doc: "of Neko's test of latency" },
  'clock.precision': { type: 'number', effect: 'lost', doc: "of Neko's test of latency" },
  'test.<name>': { type: 'text', effect: 'lost', doc: "of Neko's test of latency" },
  'failure.time': { type: 'number', effect: 'lost', doc: "of Neko's test of latency" },
} as const satisfies KeyTable<ValueType>;
