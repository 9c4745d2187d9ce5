/** Protocols that only the code of authors can use, since they are called and not stacked. */
import { catalogParameter, type KeyTable, type NameCatalog } from '@kineko/run';
import { DURATION, SECONDS } from '../../format/keys/rows.js';

const INCREASE = {
  increase: { ...SECONDS, default: '0', doc: 'time added to the timeout after a wrong suspicion' },
} as const satisfies KeyTable;

const SEND = { send: { ...DURATION, isNeeded: true, doc: 'time between two heartbeats' } } as const satisfies KeyTable;

const TIMEOUT = {
  timeout: { ...DURATION, isNeeded: true, doc: 'time without an answer after which a process is suspected' },
} as const satisfies KeyTable;

const GROUP = {
  group: { type: 'text', derived: 'all processes', doc: 'processes that take part' },
} as const satisfies KeyTable;

interface Imported {
  readonly doc: string;
  readonly use: string;
  /** Options of its constructor. */
  readonly options?: KeyTable;
}

const CONSENSUS = 'setDetector(detector), propose(instance, value), onDecide(listener)';
const DETECTOR = 'isSuspected(process), onChange(listener)';

const ROWS: Readonly<Record<string, Imported>> = {
  ChandraToueg: { doc: 'consensus by a rotating coordinator and a failure detector', use: CONSENSUS },
  MostefaouiRaynal: { doc: 'the same with fewer steps', use: CONSENSUS },
  Paxos: {
    doc: 'consensus by a leader that a majority follows',
    use: 'setOracle(omega), propose(instance, value), onDecide(listener)',
  },
  Omega: {
    doc: 'leader oracle: eventually all processes trust one correct process',
    use: 'setDetector(detector), leader, onLeader(listener)',
  },
  LeaderElection: {
    doc: 'leader election: at most one leader per term, agreed by consensus',
    use: 'setConsensus(consensus), setDetector(detector), leader, term, onElect(listener)',
  },
  MutualExclusion: {
    doc: 'mutual exclusion by logical clocks (Ricart and Agrawala)',
    use: 'request(), release(), state, onEnter(listener)',
  },
  Snapshot: {
    doc: 'snapshots of all processes and of the messages between them (Chandy and Lamport); a layer',
    use: 'setRecorder(recorder), start(), onSnapshot(listener)',
  },
  Heartbeat: {
    doc: 'failure detector: suspects processes whose heartbeats stop',
    use: DETECTOR,
    options: { ...SEND, ...TIMEOUT, ...INCREASE, ...GROUP },
  },
  RingHeartbeat: {
    doc: 'failure detector: each process watches its neighbour in a ring',
    use: DETECTOR,
    options: { ...SEND, ...TIMEOUT, ...INCREASE },
  },
  PingDetector: {
    doc: 'failure detector: asks other processes whether they are alive',
    use: DETECTOR,
    options: {
      period: { ...DURATION, isNeeded: true, doc: 'time between two questions' },
      ...TIMEOUT,
      ...INCREASE,
      ...GROUP,
    },
  },
  PerfectDetector: {
    doc: 'failure detector without mistakes, for networks with a maximum delay',
    use: DETECTOR,
    options: {
      ...SEND,
      maxDelay: { ...SECONDS, isNeeded: true, doc: 'maximum delay of a message' },
      ...GROUP,
    },
  },
  SimulatedDetector: {
    doc: 'failure detector that knows of crashes without messages',
    use: DETECTOR,
    options: {
      detectionTime: { ...SECONDS, isNeeded: true, doc: 'time from a crash to its detection' },
      processes: { type: 'text', isNeeded: true, doc: 'all processes of the simulation' },
    },
  },
  WrongSuspicionsDetector: {
    doc: 'failure detector that suspects correct processes at random times',
    use: DETECTOR,
    options: {
      recurrence: { ...DURATION, isNeeded: true, doc: 'mean time from the start of one mistake to the next' },
      duration: { ...SECONDS, isNeeded: true, doc: 'mean duration of a mistake' },
      until: { ...SECONDS, derived: 'the end of the run', doc: 'time of the last mistake' },
      ...GROUP,
    },
  },
  CombinedDetector: {
    doc: 'failure detector that suspects every process that one of several detectors suspects',
    use: DETECTOR,
  },
};

/** Options that no text can express. */
const LISTS: Readonly<Record<string, string>> = { group: 'a list of ids', processes: 'a list of processes' };

export const IMPORTED_PROTOCOLS: NameCatalog['groups'][number]['items'] = Object.entries(ROWS).map(
  ([name, { doc, use, options = {} }]) => ({
    name,
    doc,
    use,
    parameters: Object.entries(options).map(([option, row]) => catalogParameter(option, row, LISTS[option])),
  }),
);
