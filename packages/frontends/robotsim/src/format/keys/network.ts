import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';

const PROBABILITY = { min: 0, max: 1 } as const;
const NOT_NEGATIVE = { min: 0 } as const;
const POSITIVE = { above: 0 } as const;

export const NETWORK_KEYS = {
  network: {
    type: 'classes',
    default: 'BasicNetwork',
    doc: "the networks, of which the first is the usual one: BasicNetwork (each message takes λ), RandomNetwork (λ on average, drawn exponentially), MetricNetwork (processors and network are shared), or an author's own",
    example: 'RandomNetwork',
  },
  'network.lambda': { type: 'number', range: NOT_NEGATIVE, unit: 's', default: '1', doc: 'λ of all networks' },
  'BasicNetwork.lambda': {
    type: 'number',
    range: NOT_NEGATIVE,
    unit: 's',
    derived: '`network.lambda`',
    doc: 'what each message takes',
  },
  'RandomNetwork.lambda': {
    type: 'number',
    range: NOT_NEGATIVE,
    unit: 's',
    derived: '`network.lambda`',
    doc: 'what a message takes on average',
  },
  'RandomNetwork.seed': {
    type: 'integer',
    doc: 'other delays with the same seed of the run',
    example: '7',
  },
  'MetricNetwork.lambda': {
    type: 'number',
    range: NOT_NEGATIVE,
    unit: 's',
    derived: '`network.lambda`',
    doc: 'how long a message keeps the processor of its sender, and of its receiver; it keeps the network for 1 s',
  },
  'network.multicast': {
    type: 'boolean',
    default: 'true',
    doc: "MetricNetwork: whether a message to many keeps its sender's processor and the network only once",
  },
  'network.fifo': {
    type: 'boolean',
    doc: 'whether messages of a link arrive in the order in which they were sent; if not given, where a protocol needs it',
    example: 'true',
  },
  'network.loss': { type: 'number', range: PROBABILITY, default: '0', doc: 'how likely a copy is to be lost' },
  'network.bursts.toBad': {
    type: 'number',
    range: PROBABILITY,
    doc: 'losses in bursts: how likely a link is to turn bad before a copy',
    example: '0.01',
  },
  'network.bursts.toGood': {
    type: 'number',
    range: PROBABILITY,
    doc: 'how likely a bad link is to become well again before a copy',
    example: '0.2',
  },
  'network.bursts.lossInBad': {
    type: 'number',
    range: PROBABILITY,
    default: '1',
    doc: 'how likely a copy is to be lost while its link is bad',
  },
  'network.bursts.lossInGood': {
    type: 'number',
    range: PROBABILITY,
    default: '0',
    doc: 'how likely a copy is to be lost while its link is well',
  },
  'network.duplication': {
    type: 'number',
    range: PROBABILITY,
    default: '0',
    doc: 'how likely a copy is to arrive twice',
  },
  'network.duplication.delay': {
    type: 'number',
    range: NOT_NEGATIVE,
    unit: 's',
    default: '0',
    doc: 'how much later the second one comes',
  },
  'network.spikes.delay': {
    type: 'number',
    range: NOT_NEGATIVE,
    unit: 's',
    doc: 'by how much longer some copies take',
    example: '10',
  },
  'network.spikes.probability': { type: 'number', range: PROBABILITY, default: '1', doc: 'how likely that is' },
  'network.spikes.distribution': {
    type: 'word',
    words: ['constant', 'exponential'],
    default: 'constant',
    doc: 'whether it is always as much, or drawn with that as its mean',
  },
  'network.bandwidth': {
    type: 'bandwidth',
    doc: 'what each link carries in a second; a number alone counts bytes',
    example: '1000 bytes/s',
  },
  'network.range.reach': {
    type: 'number',
    range: POSITIVE,
    unit: 'm',
    doc: 'how far a robot is heard; everywhere if not given',
    example: '100',
  },
  'network.range.lineOfSight': {
    type: 'boolean',
    default: 'false',
    doc: 'whether an obstacle between robots keeps them from hearing each other',
  },
  'network.range.attenuation': {
    type: 'number',
    range: NOT_NEGATIVE,
    default: '0',
    doc: 'metres of reach that a metre of obstacles costs',
  },
  'network.range.speed': {
    type: 'number',
    range: POSITIVE,
    unit: 'm/s',
    doc: 'how fast messages spread; at once if not given',
    example: '340',
  },
  'network.topology': {
    type: 'topology',
    doc: 'who is whose neighbour: clique, ring, grid 3x4, random 0.2, or the name of a file; if not given, everybody hears everybody',
    example: 'ring',
  },
  'network.outgoingQueue.high': { type: 'integer', effect: 'lost', doc: 'queues have no limit' },
  'network.outgoingQueue.low': { type: 'integer', effect: 'lost', doc: 'queues have no limit' },
} as const satisfies KeyTable<ValueType>;
