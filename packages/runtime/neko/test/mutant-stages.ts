/** The stacks on which delivery schedules are played, by name. Messages are sent over a network that loses nothing by itself. */
import { Application, asSent } from './application.js';
import { hearDecisions, heardSnapshots } from './heard.js';
import {
  BrachaBroadcast,
  checkers,
  CombinedDetector,
  ConsensusBroadcast,
  FifoLink,
  GroupMembership,
  Heartbeat,
  LamportClockLayer,
  LeaderElection,
  type NekoProcess,
  PerfectDetector,
  PingDetector,
  Raft,
  ReliableLink,
  RingHeartbeat,
  SimulatedDetector,
  StableConsensusBroadcast,
  StablePaxos,
  VectorClockLayer,
  WrongSuspicionsDetector,
  wire,
} from './library.js';
import { type Stage, type StageEnvironment, ToldDetector } from './play-schedule.js';
import { knownProgress, reporting } from './reporting.js';
import {
  broadcastBy,
  type ConsensusName,
  consensusOf,
  counting,
  IDLE,
  inRounds,
  of,
  omegaOver,
  onTop,
  paxos,
  safetyOf,
  type Stack,
  STACKS,
  SUBJECT,
  uniformly,
  visiting,
} from './swarm-parts.js';
import type { Drive } from './swarm.js';

const uniformOrder = checkers.totalOrder({ ...of, uniform: true });
const numbered = checkers.sequenceNumbers(of);
const stable = checkers.stableDelivery(of);

/** An application above a stack. */
function above(process: NekoProcess, stack: (above: Application) => ReturnType<Stack>): Drive {
  const application = new Application(process);
  application.setSender(stack(application));
  return application;
}

const broadcast = (stack: Stack, more: readonly checkers.Checker[], mayBlock = false): Stage => {
  const promises = [checkers.reliableBroadcast(of), asSent(), ...more];
  return {
    wire: (process) => above(process, (application) => stack(process, process.network(), application)),
    checkers: () => (mayBlock ? promises.map(safetyOf) : promises),
  };
};

/** `p0 acts 0` proposes for instance 0. */
const deciding = (name: ConsensusName, firstRound?: number): Stage => ({
  wire: (process, { detector, oracle }) => {
    const consensus =
      name === 'Paxos'
        ? paxos(process, process.network(), oracle)
        : consensusOf(name, process, process.network(), detector, SUBJECT);
    hearDecisions(process, consensus);
    return { act: (k) => consensus.propose(k, `p${process.id}`) };
  },
  checkers: () => inRounds(firstRound),
});

const link = (make: (process: NekoProcess) => ReturnType<Stack>, fifo: boolean): Stage => ({
  wire: (process) =>
    above(process, (application) => {
      const layer = make(process);
      layer.setReceiver(application);
      return layer;
    }),
  checkers: () => [checkers.reliableLink({ ...of, fifo }), asSent()],
});

const detecting = (
  make: (process: NekoProcess) => unknown,
  options: Partial<checkers.FailureDetectorOptions> = {},
): Stage => ({
  wire: (process) => {
    make(process);
    return IDLE;
  },
  checkers: () => [checkers.failureDetector({ detector: SUBJECT, ...options })],
});

/** A detector that sends nothing. */
function alone(detector: SimulatedDetector | WrongSuspicionsDetector | CombinedDetector): void {
  detector.setId(SUBJECT);
  detector.launch();
}

const overConsensus = (process: NekoProcess, { detector }: StageEnvironment) =>
  consensusOf('Chandra–Toueg', process, process.network(), detector, 'consensus');

export const stages = {
  'reliable link': link((process) => onTop(new ReliableLink(process), process.network()), false),
  'reliable link with a detector': {
    wire: (process, { detector }) =>
      above(process, (application) => {
        const layer = new ReliableLink(process);
        layer.setDetector(detector);
        return onTop(layer, process.network(), application);
      }),
    checkers: () => [checkers.reliableLink(of), asSent()],
  },
  'reliable FIFO link': link((process) => onTop(new ReliableLink(process, { isFifo: true }), process.network()), true),
  'FIFO link': link((process) => onTop(new FifoLink(process), process.network()), true),
  'progress reports': { wire: reporting, checkers: () => [knownProgress] },
  'Lamport clock': {
    wire: (process) =>
      above(process, (application) => onTop(new LamportClockLayer(process), process.network(), application)),
    checkers: () => [checkers.logicalClock(of)],
  },
  'vector clock': {
    wire: (process) =>
      above(process, (application) => onTop(new VectorClockLayer(process), process.network(), application)),
    checkers: () => [checkers.logicalClock({ ...of, time: 'vector' })],
  },
  'reliable broadcast': broadcast(STACKS.reliable, []),
  'uniform reliable broadcast': broadcast(STACKS.uniform, [
    checkers.uniformAgreement(of),
    checkers.stableDelivery({ ...of, by: 'majority' }),
  ]),
  'FIFO broadcast': broadcast(STACKS.fifo, [checkers.fifoOrder(of)]),
  'causal broadcast': broadcast(STACKS.causal, [checkers.causalOrder(of)]),
  'Lamport broadcast': broadcast(STACKS.lamport, [uniformOrder, checkers.fifoOrder(of)]),
  'Skeen broadcast': broadcast(STACKS.skeen, [uniformOrder, stable]),
  'sequencer broadcast': broadcast(STACKS.sequencer, [uniformOrder, numbered]),
  'uniform sequencer broadcast': broadcast(STACKS.uniformSequencer, [uniformOrder, numbered, stable]),
  'token broadcast': broadcast(STACKS.token, [uniformOrder, numbered, checkers.token(of), checkers.fifoOrder(of)]),
  'uniform token broadcast': broadcast(STACKS.uniformToken, [uniformOrder, numbered, checkers.token(of), stable]),
  'mutual exclusion': {
    wire: (process) => visiting(process, process.network()),
    checkers: () => [checkers.mutualExclusion(of)],
  },
  snapshot: {
    wire: (process) => counting(process, process.network()),
    checkers: () => [
      checkers.snapshotConsistency({ ...of, countsOf: (state) => state as checkers.Counts }),
      heardSnapshots(SUBJECT),
    ],
  },
  heartbeat: detecting((process) =>
    wire(new Heartbeat(process, { send: 1, timeout: 2.5, increase: 2 }), SUBJECT, process.network()),
  ),
  'ring heartbeat': detecting((process) =>
    wire(new RingHeartbeat(process, { send: 1, timeout: 2.5, increase: 2 }), SUBJECT, process.network()),
  ),
  ping: detecting((process) =>
    wire(new PingDetector(process, { period: 1, timeout: 2.5, increase: 2 }), SUBJECT, process.network()),
  ),
  'perfect detector': detecting(
    (process) => wire(new PerfectDetector(process, { send: 1, maxDelay: 1 }), SUBJECT, process.network()),
    { accuracy: 'perpetual', mostDetectionSeconds: 3.001 },
  ),
  'simulated detector': {
    wire: (process, { processes }) => {
      alone(new SimulatedDetector(process, { detectionTime: 2, processes }));
      return IDLE;
    },
    checkers: () => [
      checkers.failureDetector({ detector: SUBJECT, accuracy: 'perpetual', mostDetectionSeconds: 2.001 }),
    ],
  },
  'wrong suspicions': detecting(
    (process) => alone(new WrongSuspicionsDetector(process, { recurrence: 1, duration: 1, until: 5 })),
    { completeness: 'weak' },
  ),
  'combined detector': {
    wire: (process, { detector }) => {
      alone(new CombinedDetector(process, [detector, new ToldDetector()]));
      return IDLE;
    },
    checkers: () => [checkers.failureDetector({ detector: SUBJECT })],
  },
  Ω: {
    wire: (process, { detector }) => {
      omegaOver(process, detector, SUBJECT);
      return IDLE;
    },
    checkers: () => [checkers.omega({ ...of, lowest: true })],
  },
  'Chandra–Toueg': deciding('Chandra–Toueg', 1),
  'Mostéfaoui–Raynal': deciding('Mostéfaoui–Raynal'),
  Paxos: deciding('Paxos', 0),
  'stable Paxos': {
    wire: (process, { oracle }) => {
      const consensus = new StablePaxos(process);
      consensus.setOracle(oracle);
      wire(consensus, SUBJECT, process.network());
      return { act: (k) => consensus.propose(k, `p${process.id}`) };
    },
    checkers: () => [checkers.consensus(of), checkers.lockedValue(of), checkers.monotonicRounds(of)],
  },
  'stable consensus broadcast': {
    wire: (process, { oracle }) => {
      const consensus = new StablePaxos(process);
      consensus.setOracle(oracle);
      const layer = new StableConsensusBroadcast(process);
      layer.setConsensus(wire(consensus, 'consensus', process.network()));
      return broadcastBy(process, onTop(layer, process.network()));
    },
    checkers: () => [checkers.reliableBroadcast(of), uniformOrder],
  },
  Raft: {
    wire: (process) => {
      const options = { electionTimeout: 6, heartbeat: 1, snapshotAfter: 3 };
      const raft = wire(new Raft(process, options), SUBJECT, process.network());
      return { act: (k) => void raft.submit(k) };
    },
    checkers: () => [checkers.replicatedLog(of), checkers.leaderElection(of)],
  },
  "Bracha's broadcast": {
    wire: (process) => broadcastBy(process, onTop(new BrachaBroadcast(process), process.network())),
    checkers: () => [checkers.byzantineBroadcast(of)],
  },
  'consensus broadcast': {
    wire: (process, environment) =>
      above(process, (application) => {
        const layer = new ConsensusBroadcast(process);
        layer.setConsensus(overConsensus(process, environment));
        return onTop(layer, uniformly(process, process.network()), application);
      }),
    checkers: () => [checkers.reliableBroadcast(of), checkers.uniformAgreement(of), uniformOrder, asSent()],
  },
  'leader election': {
    wire: (process, environment) => {
      const election = new LeaderElection(process);
      election.setConsensus(overConsensus(process, environment));
      election.setDetector(environment.detector);
      election.setId(SUBJECT);
      election.launch();
      return IDLE;
    },
    checkers: () => [
      checkers.leaderElection({ ...of, lasting: true, oneByOne: true }),
      checkers.consensus({ protocol: 'consensus' }),
    ],
  },
  'group membership': {
    wire: (process, environment) =>
      above(process, (application) => {
        const group = new GroupMembership(process, { pause: 1, reportEvery: 2 });
        group.setConsensus(overConsensus(process, environment));
        group.setDetector(environment.detector);
        return onTop(group, process.network(), application);
      }),
    checkers: () => [checkers.groupViews({ ...of, sendingView: true }), safetyOf(asSent())],
  },
} as const satisfies Readonly<Record<string, Stage>>;

export type StageName = keyof typeof stages;
