/** Protocols of a configuration that algorithms call, and that carry no messages of others: `this.robot.find(Paxos)`. */
import {
  ChandraToueg,
  CombinedDetector,
  ConsensusBroadcast,
  DijkstraRing,
  FloodSet,
  Heartbeat,
  LamportBroadcast,
  LeaderElection,
  MostefaouiRaynal,
  MutualExclusion,
  Paxos,
  PerfectDetector,
  PingDetector,
  Raft,
  ReplicatedStateMachine,
  RingHeartbeat,
  SequencerBroadcast,
  SimulatedDetector,
  SkeenBroadcast,
  StableConsensusBroadcast,
  TokenBroadcast,
  UniformSequencerBroadcast,
  wire,
  WiringError,
  WrongSuspicionsDetector,
} from '@kineko/neko';
import { COUNT, DURATION, SECONDS } from '../../format/keys/rows.js';
import { optionsIn, parameterIn, type ParameterTable } from '../parameters.js';
import { omegaOver, stablePaxos } from './consensus.js';
import type { DetectorPart } from './oracles.js';
import { protocolCatalog, type ProtocolRow, type StackContext, type StackPart } from './stack-part.js';

const INCREASE = {
  increase: { ...SECONDS, default: '2', doc: 'time added to the timeout after a wrong suspicion' },
} as const satisfies ParameterTable;

const SEND = {
  send: { ...DURATION, default: '1', doc: 'time between two heartbeats' },
} as const satisfies ParameterTable;

const TIMEOUT = {
  timeout: { ...DURATION, default: '4', doc: 'time without an answer after which a process is suspected' },
} as const satisfies ParameterTable;

const HEARTBEAT = { ...SEND, ...TIMEOUT, ...INCREASE } as const satisfies ParameterTable;
const PING = {
  period: { ...DURATION, default: '1', doc: 'time between two questions' },
  ...TIMEOUT,
  ...INCREASE,
} as const satisfies ParameterTable;
const PERFECT = {
  ...SEND,
  maxDelay: { ...SECONDS, default: '1', doc: 'maximum delay of a message' },
} as const satisfies ParameterTable;
const SIMULATED = {
  detectionTime: { ...SECONDS, default: '1', doc: 'time from a crash to its detection' },
} as const satisfies ParameterTable;
const MISTAKES = {
  recurrence: { ...DURATION, default: '100', doc: 'mean time from the start of one mistake to the next' },
  duration: { ...SECONDS, default: '5', doc: 'mean duration of a mistake' },
  until: { ...SECONDS, derived: 'the end of the run', doc: 'time of the last mistake' },
} as const satisfies ParameterTable;

const FLOOD_SET = {
  length: { ...DURATION, default: '2', doc: 'time of a round, more than any message takes' },
  faulty: { type: 'integer', range: { min: 0 }, derived: 'n − 1', doc: 'f, the maximum number of crashes' },
} as const satisfies ParameterTable;

const RING = {
  period: { ...DURATION, default: '1', doc: 'time after which a state is sent again' },
  states: { type: 'integer', range: { min: 2 }, derived: '4n + 1', doc: 'K, the number of states' },
} as const satisfies ParameterTable;

const RAFT = {
  electionTimeout: {
    ...DURATION,
    default: '10',
    doc: 'minimum time without a leader after which a process starts an election; the maximum is twice as much',
  },
  heartbeat: { ...DURATION, default: '2', doc: 'time between two messages of a leader' },
  snapshotAfter: { ...COUNT, default: '100', doc: 'number of applied commands that are replaced by a snapshot' },
} as const satisfies ParameterTable;

/** The broadcasts in total order. */
const ATOMIC = [
  ConsensusBroadcast,
  LamportBroadcast,
  SequencerBroadcast,
  SkeenBroadcast,
  StableConsensusBroadcast,
  TokenBroadcast,
  UniformSequencerBroadcast,
] as const;

/** A protocol beside the stack: the protocols after it are built on the one below it. */
const service = (build: (context: StackContext) => void): Pick<StackPart, 'build' | 'isService'> => ({
  isService: true,
  build: (context) => {
    build(context);
    return context.below;
  },
});

/** A detector sends directly over the network; consensus and others use it from then on. */
const detector = (create: (context: StackContext) => DetectorPart) => ({
  ...service((context) => {
    const { process, id, oracles } = context;
    oracles.use(process, wire(create(context), id, process.network()));
  }),
  isDirect: true,
  isStable: true,
});

const consensus = (create: typeof ChandraToueg | typeof MostefaouiRaynal) =>
  service(({ process, below, id, oracles }) => {
    const made = new create(process);
    made.setDetector(oracles.detector(process));
    wire(made, id, below);
  });

const CONSENSUS = 'propose(instance, value), onDecide(listener)';
const DETECTOR = 'isSuspected(process), onChange(listener)';

const ROWS: Readonly<Record<string, ProtocolRow>> = {
  ChandraToueg: {
    doc: 'consensus by a rotating coordinator and a failure detector',
    use: CONSENSUS,
    ...consensus(ChandraToueg),
  },
  MostefaouiRaynal: { doc: 'the same with fewer steps', use: CONSENSUS, ...consensus(MostefaouiRaynal) },
  Paxos: {
    doc: 'consensus by a leader that a majority follows',
    use: CONSENSUS,
    ...service(({ process, below, id, oracles }) => {
      const paxos = new Paxos(process);
      paxos.setOracle(omegaOver({ process, detector: oracles.detector(process) }, `${id}/omega`));
      wire(paxos, id, below);
    }),
  },
  StablePaxos: {
    doc: 'the same for processes that lose their memory (process.crash.memory = lost), over any network',
    use: `${CONSENSUS}, restored`,
    isDirect: true,
    isStable: true,
    ...service(({ process, id, oracles }) => void stablePaxos({ process, detector: oracles.detector(process) }, id)),
  },
  Omega: {
    doc: 'leader oracle: eventually all processes trust one correct process',
    use: 'leader, onLeader(listener)',
    isDirect: true,
    isStable: true,
    ...service(({ process, id, oracles }) => void omegaOver({ process, detector: oracles.detector(process) }, id)),
  },
  LeaderElection: {
    doc: 'leader election: at most one leader per term, agreed by consensus',
    use: 'leader, term, onElect(listener)',
    ...service(({ process, below, id, oracles }) => {
      const election = new LeaderElection(process);
      election.setConsensus(oracles.consensus(process, below, `${id}/consensus`));
      election.setDetector(oracles.detector(process));
      wire(election, id, below);
    }),
  },
  MutualExclusion: {
    doc: 'mutual exclusion by logical clocks (Ricart and Agrawala); no crash',
    use: 'request(), release(), state, onEnter(listener)',
    needsOnce: true,
    ...service(({ process, below, id }) => void wire(new MutualExclusion(process), id, below)),
  },
  FloodSet: {
    doc: 'consensus in f + 1 synchronous rounds; each process proposes its name',
    use: 'onDecide(listener)',
    parameters: FLOOD_SET,
    isDirect: true,
    ...service(({ process, id, settings }) => {
      const faulty = parameterIn(settings, FLOOD_SET, 'faulty');
      const length = parameterIn(settings, FLOOD_SET, 'length');
      const options = { length, ...(faulty !== undefined && { faulty }) };
      wire(new FloodSet(process, options), id, process.network());
    }),
  },
  DijkstraRing: {
    doc: 'a self-stabilizing token ring, which starts in random states',
    use: 'onPrivilege(listener), state, setState(state)',
    parameters: RING,
    needsFifo: true,
    needsOnce: true,
    ...service(({ process, below, id, settings }) => {
      const period = parameterIn(settings, RING, 'period');
      const states = parameterIn(settings, RING, 'states');
      wire(new DijkstraRing(process, { period, ...(states !== undefined && { states }) }), id, below);
    }),
  },
  Raft: {
    doc: 'a replicated log with leaders by terms and snapshots (Ongaro and Ousterhout), over any network; survives lost memory',
    use: 'submit(command), onApply(listener), leaderId',
    parameters: RAFT,
    isDirect: true,
    isStable: true,
    ...service(
      ({ process, id, settings }) => void wire(new Raft(process, optionsIn(settings, RAFT)), id, process.network()),
    ),
  },
  ReplicatedStateMachine: {
    doc: 'a state that all processes change by the same commands, over Raft or an atomic broadcast named before it',
    use: 'setMachine(machine), execute(command, done), call(task, command), state',
    isStable: true,
    ...service(({ process, below, id }) => {
      const machine = new ReplicatedStateMachine(process);
      const raft = process.find(Raft);
      if (raft !== undefined) machine.setLog(raft);
      else if (!ATOMIC.some((type) => below instanceof type))
        throw new WiringError('expected Raft or an atomic broadcast before it in the list of protocols, got none');
      wire(machine, id, below);
    }),
  },
  Heartbeat: {
    doc: 'failure detector: suspects processes whose heartbeats stop',
    use: DETECTOR,
    parameters: HEARTBEAT,
    ...detector(({ process, settings }) => new Heartbeat(process, optionsIn(settings, HEARTBEAT))),
  },
  RingHeartbeat: {
    doc: 'failure detector: each process watches its neighbour in a ring',
    use: DETECTOR,
    parameters: HEARTBEAT,
    ...detector(({ process, settings }) => new RingHeartbeat(process, optionsIn(settings, HEARTBEAT))),
  },
  PingDetector: {
    doc: 'failure detector: asks other processes whether they are alive',
    use: DETECTOR,
    parameters: PING,
    ...detector(({ process, settings }) => new PingDetector(process, optionsIn(settings, PING))),
  },
  PerfectDetector: {
    doc: 'failure detector without mistakes, for networks with a maximum delay',
    use: DETECTOR,
    parameters: PERFECT,
    ...detector(({ process, settings }) => new PerfectDetector(process, optionsIn(settings, PERFECT))),
  },
  SimulatedDetector: {
    doc: 'failure detector that knows of crashes without messages',
    use: DETECTOR,
    parameters: SIMULATED,
    ...detector(({ process, settings, oracles }) => {
      const detectionTime = parameterIn(settings, SIMULATED, 'detectionTime');
      return new SimulatedDetector(process, { detectionTime, processes: oracles.processes() });
    }),
  },
  WrongSuspicionsDetector: {
    doc: 'failure detector that suspects correct processes at random times',
    use: DETECTOR,
    parameters: MISTAKES,
    ...detector(({ process, settings }) => {
      const until = parameterIn(settings, MISTAKES, 'until');
      return new WrongSuspicionsDetector(process, {
        recurrence: parameterIn(settings, MISTAKES, 'recurrence'),
        duration: parameterIn(settings, MISTAKES, 'duration'),
        ...(until !== undefined && { until }),
      });
    }),
  },
  CombinedDetector: {
    doc: 'failure detector that suspects every process that one of the detectors named before it suspects',
    use: DETECTOR,
    ...detector(({ process, oracles }) => {
      const named = oracles.named(process);
      if (named.length === 0) throw new WiringError('expected detectors before it in the list of protocols, got none');
      return new CombinedDetector(process, named);
    }),
  },
};

export const SERVICES = protocolCatalog(ROWS);
