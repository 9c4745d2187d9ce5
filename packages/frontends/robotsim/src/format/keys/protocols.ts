import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';
import { DURATION, OFF, ON, SECONDS } from './rows.js';

/** Failure detectors, links and consensus. */
export const PROTOCOL_KEYS = {
  heartbeat: { ...OFF, doc: 'whether failures are detected by heartbeats' },
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
    doc: 'index of the network that carries the heartbeats',
  },
  'fd.simulated': { ...OFF, doc: 'whether failures are detected without messages and without mistakes' },
  'fd.simulated.detectionTime': { ...SECONDS, doc: 'time from a crash to its detection', example: '2' },
  'fd.simulatedWithWrongSuspicions': { ...OFF, doc: 'whether the failure detector makes random mistakes' },
  'fd.simulatedWithWrongSuspicions.tMR': {
    ...DURATION,
    doc: 'mean time from the start of one mistake to the start of the next',
    example: '100',
  },
  'fd.simulatedWithWrongSuspicions.tM': { ...SECONDS, doc: 'mean duration of a mistake', example: '5' },
  'ReliableLink.automatic': {
    ...ON,
    doc: 'whether a ReliableLink is added below the protocols where the network loses messages, unless one is among them',
  },
  'FifoLink.automatic': {
    ...ON,
    doc: 'whether a FifoLink is added below a protocol that needs messages in order, or each of them once',
  },
  'consensus.initializer': {
    type: 'class',
    default: 'ConsensusCTInitializer',
    doc: 'consensus that protocols use: ConsensusCTInitializer (Chandra and Toueg), ConsensusMRInitializer (Mostéfaoui and Raynal) or ConsensusPaxosInitializer',
  },
} as const satisfies KeyTable<ValueType>;
