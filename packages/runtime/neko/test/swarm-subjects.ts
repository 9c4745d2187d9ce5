/**
 * All protocols under the swarm, one entry each. A subject states the assumptions of its stack on network and crashes,
 * its wiring and its checkers.
 */
import { asSent } from './application.js';
import { hearSuspicions, heardSnapshots, heardSuspicions } from './heard.js';
import {
  checkers,
  ConsensusBroadcast,
  FifoLink,
  GroupMembership,
  LamportClockLayer,
  LeaderElection,
  type NekoProcess,
  PerfectDetector,
  PingDetector,
  ReliableLink,
  RingHeartbeat,
  type FailureDetector,
  Heartbeat,
  VectorClockLayer,
  wire,
} from './library.js';
import { registerOver } from './replicated-register.js';
import { knownProgress, reporting } from './reporting.js';
import {
  allButOne,
  APPLICATION,
  applied,
  broadcast,
  CONSENSUS,
  type ConsensusName,
  consensusOf,
  counting,
  duelling,
  heartbeat,
  IDLE,
  inRounds,
  minority,
  of,
  omegaOver,
  onTop,
  paxos,
  proposing,
  PROPOSERS,
  relayed,
  safetyOf,
  simulated,
  STACKS,
  SUBJECT,
  uniformly,
  visiting,
} from './swarm-parts.js';
import { recoverySubjects } from './swarm-recovery.js';
import type { PlanOptions, Subject } from './swarm.js';

const uniformOrder = checkers.totalOrder({ ...of, uniform: true });
const numbered = checkers.sequenceNumbers(of);
const stable = checkers.stableDelivery(of);
const onLink = { pauses: true, link: 'reliable' } as const;
const onFifoLink = { pauses: true, link: 'fifo' } as const;

type MakeDetector = (process: NekoProcess, options: PlanOptions) => FailureDetector;

/** Timeouts that are too short at first, and one that is long enough. */
const PATIENCE = { timeout: [1.2, 4, 6], increase: [0.5, 2, 5] };

const detecting = (name: string, make: MakeDetector, pauses = true): Subject => ({
  name,
  needs: { pauses, lossless: true, bounded: true, maxCrashes: allButOne },
  options: PATIENCE,
  wire: (process, { plan: { options } }) => {
    hearSuspicions(process, make(process, options));
    return IDLE;
  },
  checkers: ({ healedAt }) => [
    checkers.failureDetector({ detector: SUBJECT, accurateFrom: healedAt + 150 }),
    heardSuspicions(SUBJECT),
  ],
  workload: 'none',
  isRestless: true,
});

const patienceOf = ({ timeout, increase }: PlanOptions): { timeout: number; increase: number } => ({
  timeout: Number(timeout),
  increase: Number(increase),
});

/** On a synchronous network: crashes are detected in time, and nothing else is suspected. */
const detectingInTime = (
  name: string,
  make: (process: NekoProcess, send: number) => unknown,
  most: (send: number, n: number) => number,
): Subject => ({
  name: `${name} in time`,
  needs: { synchronous: true, maxCrashes: allButOne },
  // Multiples of the last two are not exact.
  options: { send: [1, 0.7, 0.3] },
  wire: (process, { plan: { options } }) => {
    make(process, Number(options['send']));
    return IDLE;
  },
  checkers: ({ n, options }) => [
    checkers.failureDetector({
      detector: SUBJECT,
      accuracy: 'perpetual',
      mostDetectionSeconds: most(Number(options['send']), n) + 0.001,
    }),
  ],
  workload: 'none',
  settling: 60,
  isRestless: true,
});

const linked = (isFifo: boolean): Subject => ({
  name: isFifo ? 'reliable FIFO link' : 'reliable link',
  needs: { pauses: true, maxCrashes: allButOne },
  options: { ...APPLICATION, backOff: [1, 2], hasDetector: [false, true, true] },
  wire: (process, environment) => {
    const { backOff, hasDetector } = environment.plan.options;
    const link = new ReliableLink(process, { retransmitAfter: 4, longestWait: 8, isFifo, backOff: Number(backOff) });
    if (hasDetector === true) link.setDetector(simulated(process, environment));
    const wired = applied((_process, below, above) => onTop(link, below, above));
    return wired(process, { ...environment, below: process.network() });
  },
  checkers: () => [checkers.reliableLink({ ...of, fifo: isFifo }), asSent()],
});

const clocked = (time: 'scalar' | 'vector'): Subject => ({
  name: time === 'scalar' ? 'Lamport clock' : 'vector clock',
  needs: { maxCrashes: allButOne },
  options: APPLICATION,
  wire: applied((process, below, above) =>
    onTop(time === 'scalar' ? new LamportClockLayer(process) : new VectorClockLayer(process), below, above),
  ),
  checkers: () => [checkers.logicalClock({ ...of, time })],
});

/** The first round of those that record promises. */
const FIRST_ROUND = { 'Chandra–Toueg': 1, 'Mostéfaoui–Raynal': undefined, Paxos: 0 };

const deciding = (name: string, consensus: ConsensusName, needs: Subject['needs']): Subject => ({
  name,
  needs,
  options: PROPOSERS,
  wire: (process, environment) => {
    const detector = simulated(process, environment);
    return proposing(process, consensusOf(consensus, process, environment.below, detector, SUBJECT), environment.plan);
  },
  checkers: () => inRounds(FIRST_ROUND[consensus]),
  workload: 'all',
});

export const subjects: readonly Subject[] = [
  linked(false),
  linked(true),
  {
    name: 'FIFO link',
    needs: { lossless: true, maxCrashes: allButOne },
    options: APPLICATION,
    wire: applied((process, below, above) => onTop(new FifoLink(process), below, above)),
    checkers: () => [checkers.reliableLink({ ...of, fifo: true }), asSent()],
  },
  {
    name: 'progress reports',
    needs: { pauses: true, maxCrashes: allButOne },
    wire: reporting,
    checkers: () => [knownProgress],
  },
  clocked('scalar'),
  clocked('vector'),
  broadcast('reliable broadcast', STACKS.reliable, { ...onLink, maxCrashes: allButOne }, []),
  broadcast('reliable broadcast without a link', STACKS.reliable, { lossless: true, maxCrashes: allButOne }, []),
  broadcast('uniform reliable broadcast', STACKS.uniform, { ...onLink, maxCrashes: minority }, [
    checkers.uniformAgreement(of),
    checkers.stableDelivery({ ...of, by: 'majority' }),
  ]),
  broadcast('FIFO broadcast', STACKS.fifo, { ...onLink, maxCrashes: allButOne }, [checkers.fifoOrder(of)]),
  broadcast('uniform FIFO broadcast', STACKS.uniformFifo, { ...onLink, maxCrashes: minority }, [
    checkers.fifoOrder(of),
    checkers.uniformAgreement(of),
  ]),
  broadcast('causal broadcast', STACKS.causal, { ...onLink, maxCrashes: allButOne }, [
    checkers.causalOrder(of),
    checkers.fifoOrder(of),
  ]),
  broadcast('Lamport broadcast', STACKS.lamport, onFifoLink, [uniformOrder, checkers.fifoOrder(of)], {
    options: { delta: [0, 0.3, 5] },
  }),
  broadcast(
    'Lamport broadcast after crashes',
    STACKS.lamport,
    { ...onFifoLink, maxCrashes: allButOne },
    [uniformOrder, checkers.fifoOrder(of)],
    { mayBlock: true, options: { delta: [0, 0.3, 5] } },
  ),
  broadcast('Skeen broadcast', STACKS.skeen, onLink, [uniformOrder, stable]),
  broadcast(
    'Skeen broadcast after crashes',
    STACKS.skeen,
    { ...onLink, maxCrashes: allButOne },
    [uniformOrder, stable],
    {
      mayBlock: true,
    },
  ),
  broadcast('sequencer broadcast', STACKS.sequencer, { ...onLink, maxCrashes: allButOne, mayCrash: (id) => id !== 0 }, [
    uniformOrder,
    numbered,
  ]),
  broadcast('uniform sequencer broadcast', STACKS.uniformSequencer, onLink, [uniformOrder, numbered, stable], {
    options: { hasLastSequencer: [false, true] },
  }),
  broadcast(
    'uniform sequencer broadcast after crashes',
    STACKS.uniformSequencer,
    { ...onLink, maxCrashes: allButOne },
    [uniformOrder, numbered, stable],
    { mayBlock: true, options: { hasLastSequencer: [false, true] } },
  ),
  broadcast('token broadcast', STACKS.token, onLink, [
    uniformOrder,
    numbered,
    checkers.token(of),
    checkers.fifoOrder(of),
  ]),
  broadcast(
    'restless token broadcast',
    STACKS.token,
    onLink,
    [uniformOrder, numbered, checkers.token(of)],
    {
      options: { isRestless: [true] },
    },
    true,
  ),
  broadcast(
    'uniform token broadcast',
    STACKS.uniformToken,
    onLink,
    [uniformOrder, numbered, checkers.token(of), stable],
    // The token passes every process several times for each message.
    { settling: 400 },
  ),
  broadcast(
    'uniform token broadcast after crashes',
    STACKS.uniformToken,
    { ...onLink, maxCrashes: allButOne },
    [uniformOrder, numbered, checkers.token(of), stable],
    { mayBlock: true },
  ),
  {
    name: 'replicated register over a sequencer',
    needs: onLink,
    wire: (process, { below }) => registerOver(process, (above) => STACKS.sequencer(process, below, above)),
    checkers: () => [checkers.linearizability({ protocol: 'register' })],
  },
  {
    name: 'replicated register over Skeen broadcast',
    needs: onLink,
    wire: (process, { below }) => registerOver(process, (above) => STACKS.skeen(process, below, above)),
    checkers: () => [checkers.linearizability({ protocol: 'register' })],
  },
  {
    name: 'mutual exclusion',
    needs: onLink,
    wire: (process, { below }) => visiting(process, below),
    checkers: () => [checkers.mutualExclusion(of)],
  },
  {
    name: 'snapshot',
    needs: onFifoLink,
    wire: (process, { below }) => counting(process, below),
    checkers: () => [
      checkers.snapshotConsistency({ ...of, countsOf: (state) => state as checkers.Counts }),
      heardSnapshots(SUBJECT),
    ],
  },
  detecting('heartbeat detector', (process, options) =>
    wire(new Heartbeat(process, { send: 1, ...patienceOf(options) }), SUBJECT, process.network()),
  ),
  // The ring guarantees nothing about recovered processes.
  detecting(
    'ring heartbeat detector',
    (process, options) =>
      wire(new RingHeartbeat(process, { send: 1, ...patienceOf(options) }), SUBJECT, process.network()),
    false,
  ),
  detecting('ping detector', (process, options) =>
    wire(new PingDetector(process, { period: 1, ...patienceOf(options) }), SUBJECT, process.network()),
  ),
  detectingInTime(
    'perfect detector',
    (process, send) => wire(new PerfectDetector(process, { send, maxDelay: 1 }), SUBJECT, process.network()),
    (send) => send + 2,
  ),
  detectingInTime(
    'heartbeat detector',
    (process, send) => wire(new Heartbeat(process, { send, timeout: 2.5 }), SUBJECT, process.network()),
    () => 3.5,
  ),
  detectingInTime(
    'ping detector',
    (process, period) => wire(new PingDetector(process, { period, timeout: 2.5 }), SUBJECT, process.network()),
    (period) => period + 2.5,
  ),
  detectingInTime(
    'ring heartbeat detector',
    (process, send) => wire(new RingHeartbeat(process, { send, timeout: 2.5 }), SUBJECT, process.network()),
    // The watching process, further crashes in a row, and the way around the ring.
    (send, n) => 3.5 + 5 * n + (send + 1) * n,
  ),
  // A process that was down itself detects late.
  ...[true, false].map((pauses): Subject => {
    const inTime = pauses ? {} : { mostDetectionSeconds: 2.001 };
    return {
      name: pauses ? 'simulated detectors' : 'simulated detectors in time',
      needs: { pauses, maxCrashes: allButOne },
      wire: (process, environment) => {
        hearSuspicions(process, simulated(process, environment, SUBJECT));
        heartbeat(process);
        return IDLE;
      },
      checkers: ({ healedAt }) => [
        checkers.failureDetector({ detector: SUBJECT, accurateFrom: healedAt + 1, ...inTime }),
        heardSuspicions(SUBJECT),
      ],
      workload: 'none',
      isRestless: true,
    };
  }),
  {
    name: 'Ω',
    needs: { pauses: true, lossless: true, bounded: true, maxCrashes: allButOne },
    wire: (process) => {
      omegaOver(process, heartbeat(process), SUBJECT);
      return IDLE;
    },
    checkers: () => [checkers.omega({ ...of, lowest: true })],
    workload: 'none',
    isRestless: true,
  },
  {
    name: 'Chandra–Toueg consensus',
    needs: { ...onLink, maxCrashes: minority },
    options: PROPOSERS,
    wire: (process, { below, plan }) =>
      proposing(process, consensusOf('Chandra–Toueg', process, below, heartbeat(process), SUBJECT), plan),
    checkers: () => inRounds(1),
    workload: 'all',
  },
  ...CONSENSUS.flatMap((name) => [
    deciding(`${name} consensus with wrong suspicions`, name, { ...onLink, maxCrashes: minority }),
    // Recovered processes are sent what they missed, without a link that repeats it.
    deciding(`${name} consensus without a link`, name, { pauses: minority, lossless: true }),
  ]),
  {
    name: 'Paxos with duelling leaders',
    needs: { ...onLink, maxCrashes: minority },
    options: PROPOSERS,
    wire: (process, { below, plan }) => proposing(process, paxos(process, below, duelling(process, plan)), plan),
    checkers: () => inRounds(0),
    workload: 'all',
  },
  {
    name: 'consensus broadcast',
    needs: { ...onLink, maxCrashes: minority },
    options: { ...APPLICATION, consensus: CONSENSUS, decideOn: ['ids', 'messages'] },
    wire: (process, environment) => {
      const { below, plan } = environment;
      const decideOn = plan.options['decideOn'] === 'messages' ? 'messages' : 'ids';
      return applied((_process, _below, above) => {
        const layer = new ConsensusBroadcast(process, { decideOn });
        const name = plan.options['consensus'] as ConsensusName;
        layer.setConsensus(consensusOf(name, process, below, heartbeat(process), 'consensus'));
        return onTop(layer, decideOn === 'ids' ? uniformly(process, below) : relayed(process, below), above);
      })(process, environment);
    },
    checkers: () => [checkers.reliableBroadcast(of), checkers.uniformAgreement(of), uniformOrder, asSent()],
    settling: 400,
  },
  {
    name: 'leader election',
    needs: { ...onLink, maxCrashes: minority },
    options: { consensus: CONSENSUS },
    wire: (process, environment) => {
      const detector = simulated(process, environment);
      const election = new LeaderElection(process);
      const name = environment.plan.options['consensus'] as ConsensusName;
      election.setConsensus(consensusOf(name, process, environment.below, detector, 'consensus'));
      election.setDetector(detector);
      election.setId(SUBJECT);
      election.launch();
      return IDLE;
    },
    checkers: () => [
      checkers.leaderElection({ ...of, lasting: true, oneByOne: true }),
      checkers.consensus({ protocol: 'consensus' }),
    ],
    workload: 'none',
  },
  {
    name: 'group membership',
    needs: { ...onLink, maxCrashes: minority },
    options: { ...APPLICATION, burst: [1, 5], consensus: CONSENSUS, reportEvery: [1, 3, 16], pause: [0, 1] },
    wire: (process, environment) => {
      const { below, plan } = environment;
      const { consensus, reportEvery, pause } = plan.options;
      const detector = simulated(process, environment);
      return applied((_process, _below, above) => {
        const group = new GroupMembership(process, { reportEvery: Number(reportEvery), pause: Number(pause) });
        group.setConsensus(consensusOf(consensus as ConsensusName, process, below, detector, 'consensus'));
        group.setDetector(detector);
        return onTop(group, below, above);
      })(process, environment);
    },
    checkers: () => [
      checkers.groupViews({ ...of, sendingView: true }),
      checkers.consensus({ protocol: 'consensus' }),
      safetyOf(asSent()),
    ],
    settling: 400,
  },
  ...recoverySubjects,
];
