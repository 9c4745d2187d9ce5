import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';
import { OFF, ON, POSITIVE, PROBABILITY, SECONDS } from './rows.js';

const LAMBDA = { ...SECONDS, derived: '`network.lambda`' } as const;

/** The keys of all simulated networks. Plans have them too, where robots exchange messages. */
export const SIM_NETWORK_KEYS = {
  'network.lambda': { ...SECONDS, default: '1', doc: 'λ of all networks' },
  'BasicNetwork.lambda': { ...LAMBDA, doc: 'delay of every message' },
  'BasicNetwork.sendCost': {
    ...SECONDS,
    default: '0',
    doc: 'time for which a copy occupies the processor of its sender',
  },
  'BasicNetwork.receiveCost': {
    ...SECONDS,
    default: '0',
    doc: 'time for which a copy occupies the processor of its receiver',
  },
  'PartiallySynchronousNetwork.gst': {
    ...SECONDS,
    default: '50',
    doc: 'global stabilization time: from then on every message arrives within Δ',
  },
  'PartiallySynchronousNetwork.delta': { ...SECONDS, default: '1', doc: 'Δ, the maximum delay after the GST' },
  'PartiallySynchronousNetwork.before': { ...SECONDS, default: '20', doc: 'mean delay before the GST' },
  'RandomNetwork.lambda': { ...LAMBDA, doc: 'mean delay of a message' },
  'RandomNetwork.seed': { type: 'integer', doc: 'draws other delays with the same seed of the run', example: '7' },
  'MetricNetwork.lambda': {
    ...LAMBDA,
    doc: 'time for which a message occupies the processor of its sender, and of its receiver; it occupies the network for 1 s',
  },
  'network.multicast': {
    ...ON,
    doc: "MetricNetwork: whether a message to several processes occupies its sender's processor and the network only once",
  },
  'network.fifo': {
    type: 'boolean',
    doc: 'whether messages of a link arrive in the order in which they were sent; if not given, where a protocol needs it',
    example: 'true',
  },
  'network.loss': { ...PROBABILITY, default: '0', doc: 'probability that a copy is lost' },
  'network.bursts.toBad': {
    ...PROBABILITY,
    doc: 'losses in bursts: probability that a link turns bad before a copy',
    example: '0.01',
  },
  'network.bursts.toGood': {
    ...PROBABILITY,
    doc: 'probability that a bad link turns good before a copy',
    example: '0.2',
  },
  'network.bursts.lossInBad': { ...PROBABILITY, default: '1', doc: 'probability that a copy is lost on a bad link' },
  'network.bursts.lossInGood': { ...PROBABILITY, default: '0', doc: 'probability that a copy is lost on a good link' },
  'network.duplication': { ...PROBABILITY, default: '0', doc: 'probability that a copy arrives twice' },
  'network.duplication.delay': { ...SECONDS, default: '0', doc: 'additional delay of the second copy' },
  'network.spikes.delay': { ...SECONDS, doc: 'additional delay of some copies', example: '10' },
  'network.spikes.probability': { ...PROBABILITY, default: '1', doc: 'probability of the additional delay' },
  'network.spikes.distribution': {
    type: 'word',
    words: ['constant', 'exponential'],
    default: 'constant',
    doc: 'whether the additional delay is constant, or drawn with that mean',
  },
  'network.bandwidth': {
    type: 'bandwidth',
    doc: 'capacity of each link per second; a number alone counts bytes',
    example: '1000 bytes/s',
  },
  'network.range.reach': {
    ...POSITIVE,
    unit: 'm',
    doc: 'distance up to which a robot is heard; unlimited if not given',
    example: '100',
  },
  'network.range.lineOfSight': {
    ...OFF,
    doc: 'whether an obstacle between two robots keeps them from hearing each other',
  },
  'network.range.attenuation': {
    type: 'number',
    range: { min: 0 },
    default: '0',
    doc: 'metres of reach lost per metre of obstacle in between',
  },
  'network.range.speed': {
    ...POSITIVE,
    unit: 'm/s',
    doc: 'speed at which messages spread; infinite if not given',
    example: '340',
  },
} as const satisfies KeyTable<ValueType>;

export const NETWORK_KEYS = {
  network: {
    type: 'classes',
    default: 'BasicNetwork',
    doc: "the networks, of which the first is the default: BasicNetwork (every message takes λ), RandomNetwork (exponential with mean λ), MetricNetwork (processors and network are shared), PartiallySynchronousNetwork (any delay until the GST), or an author's own",
    example: 'RandomNetwork',
  },
  ...SIM_NETWORK_KEYS,
  'network.topology': {
    type: 'topology',
    doc: 'which processes are neighbours: clique, ring, grid 3x4, random 0.2, or the name of a file; if not given, all hear all',
    example: 'ring',
  },
} as const satisfies KeyTable<ValueType>;
