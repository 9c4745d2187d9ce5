/**
 * All protocols under the swarm, one entry each. A subject states the assumptions of its stack on network and crashes,
 * its wiring and its checkers; `SUBJECT` is the id of the checked protocol.
 */
import { EventClass } from '@kineko/kernel';
import {
  BrachaBroadcast,
  checkers,
  CausalBroadcast,
  ChandraToueg,
  CombinedDetector,
  type Consensus,
  ConsensusBroadcast,
  type FailureDetector,
  FifoBroadcast,
  FifoLink,
  GroupMembership,
  Heartbeat,
  LamportBroadcast,
  type Layer,
  LeaderElection,
  type LeaderOracle,
  MostefaouiRaynal,
  MutualExclusion,
  type NekoMessage,
  type NekoProcess,
  Omega,
  Paxos,
  PerfectDetector,
  PingDetector,
  Raft,
  ReliableBroadcast,
  ReliableLink,
  RingHeartbeat,
  type Sender,
  SequencerBroadcast,
  SimulatedDetector,
  SkeenBroadcast,
  Snapshot,
  StableConsensusBroadcast,
  StablePaxos,
  TokenBroadcast,
  UniformReliableBroadcast,
  UniformSequencerBroadcast,
  WrongSuspicionsDetector,
  wire,
} from './library.js';
import { type Drive, NO_RECEIVER, type Subject, type Environment } from './swarm.js';

export const SUBJECT = 'subject';
const of = { protocol: SUBJECT };

const allButOne = (n: number): number => n - 1;
const minority = (n: number): number => Math.floor((n - 1) / 2);

/** A layer, wired as the subject: messages are sent through it to all. */
export type Stack = (process: NekoProcess, below: Sender) => Layer<never>;

const onTop = <L extends Layer<never>>(layer: L, below: Sender): L => wire(layer, SUBJECT, below, NO_RECEIVER);
const relayed = (process: NekoProcess, below: Sender): Sender => wire(new ReliableBroadcast(process), 'rbcast', below);
const uniformly = (process: NekoProcess, below: Sender): Sender =>
  wire(new UniformReliableBroadcast(process), 'urbcast', below);

/** The broadcasts that need only channels: also explored exhaustively. */
export const STACKS = {
  reliable: (process, below) => onTop(new ReliableBroadcast(process), below),
  uniform: (process, below) => onTop(new UniformReliableBroadcast(process), below),
  fifo: (process, below) => onTop(new FifoBroadcast(process), relayed(process, below)),
  uniformFifo: (process, below) => onTop(new FifoBroadcast(process), uniformly(process, below)),
  causal: (process, below) => onTop(new CausalBroadcast(process), relayed(process, below)),
  lamport: (process, below) => onTop(new LamportBroadcast(process), below),
  skeen: (process, below) => onTop(new SkeenBroadcast(process), below),
  sequencer: (process, below) => onTop(new SequencerBroadcast(process), below),
  uniformSequencer: (process, below) => onTop(new UniformSequencerBroadcast(process), below),
  token: (process, below) => onTop(new TokenBroadcast(process), below),
  uniformToken: (process, below) => onTop(new TokenBroadcast(process, { isUniform: true }), below),
} as const satisfies Readonly<Record<string, Stack>>;

export const broadcastBy = (process: NekoProcess, layer: Sender): Drive => ({
  act: (k) => layer.send({ to: process.all, protocol: 'application', type: 'TEXT', content: k }),
});

const broadcasting =
  (stack: Stack): Subject['wire'] =>
  (process, { below }) =>
    broadcastBy(process, stack(process, below));

/** Safety only: after a crash some protocols block, which is allowed, but nothing worse. */
export function safetyOf(checker: checkers.Checker): checkers.Checker {
  return { name: checker.name, check: (records, n) => checker.check(records, n, false) };
}

// Detectors that make mistakes while links are bad, and fewer afterwards.

const heartbeat = (process: NekoProcess, id = 'detector'): Heartbeat =>
  wire(new Heartbeat(process, { send: 1, timeout: 4, increase: 2 }), id, process.network());

/** Mean seconds between two mistakes about a process, by seed: a consensus takes more rounds the more there are. */
const RECURRENCES = [10, 4, 1.5];

export function simulated(process: NekoProcess, { plan, processes }: Environment, id = 'detector'): FailureDetector {
  const recurrence = RECURRENCES[plan.seed % RECURRENCES.length]!;
  const right = new SimulatedDetector(process, { detectionTime: 2, processes });
  const wrong = new WrongSuspicionsDetector(process, { recurrence, duration: recurrence / 4, until: plan.healedAt });
  const combined = new CombinedDetector(process, [right, wrong]);
  for (const [name, detector] of [
    ['right', right],
    ['wrong', wrong],
  ] as const) {
    detector.setId(`${id}/${name}`);
    detector.setSender(process.network());
    detector.launch();
  }
  combined.setId(id);
  combined.setSender(process.network());
  combined.launch();
  return combined;
}

function chandraToueg(process: NekoProcess, below: Sender, detector: FailureDetector, id: string): ChandraToueg {
  const consensus = new ChandraToueg(process);
  consensus.setDetector(detector);
  return wire(consensus, id, below);
}

export function omegaOver(process: NekoProcess, detector: FailureDetector, id: string): Omega {
  const omega = new Omega(process);
  omega.setDetector(detector);
  omega.setId(id);
  omega.launch();
  return omega;
}

/** Maximum seconds for which duelling processes trust the same one, by seed. */
const LONGEST_TRUST = [6, 2];

/**
 * Leaders that duel: until the links heal, each process trusts itself or another one for a few seconds at a time; then all trust
 * the same correct process.
 */
export function duelling(process: NekoProcess, { seed, faults, healedAt }: Environment['plan']): LeaderOracle {
  const longest = LONGEST_TRUST[seed % LONGEST_TRUST.length]!;
  const random = process.random('duel');
  const listeners: ((leader: number) => void)[] = [];
  const isGone = (id: number): boolean =>
    faults.filter((fault) => 'process' in fault && fault.process === id).at(-1)?.kind === 'crash';
  let leader = process.id;
  const timer = process.timer(() => trustNext(), 'duel');
  const trustNext = (): void => {
    const isOver = process.now >= healedAt;
    if (isOver) leader = process.all.find((id) => !isGone(id))!;
    else leader = random.uniform() < 0.5 ? process.id : random.integer(0, process.n - 1);
    if (!isOver) timer.reschedule(random.uniform(0, longest));
    for (const listener of listeners) listener(leader);
  };
  timer.schedule(random.uniform(0, longest));
  process.onRecover(trustNext);
  return {
    get leader() {
      return leader;
    },
    onLeader: (listener) => void listeners.push(listener),
  };
}

export function paxos(
  process: NekoProcess,
  below: Sender,
  oracle: LeaderOracle,
  consensus = new Paxos(process, { pause: 0.5 }),
): Paxos {
  consensus.setOracle(oracle);
  return wire(consensus, SUBJECT, below);
}

/** Several instances at once have more orders of their messages in one run. */
const INSTANCES = 6;

export const proposing = (process: NekoProcess, consensus: Consensus): Drive => ({
  act: (k) => {
    for (let i = 0; i < INSTANCES; i++) consensus.propose(INSTANCES * k + i, `p${process.id}`);
  },
});
const IDLE: Drive = { act() {} };
/** The properties of a consensus in rounds. */
const inRounds = (): checkers.Checker[] => [
  checkers.consensus(of),
  checkers.lockedValue(of),
  checkers.monotonicRounds(of),
];

const detecting = (name: string, make: (process: NekoProcess) => void, pauses = true): Subject => ({
  name,
  needs: { pauses, lossless: true, bounded: true, maxCrashes: allButOne },
  wire: (process) => {
    make(process);
    return IDLE;
  },
  checkers: () => [checkers.failureDetector({ detector: SUBJECT })],
  workload: 'none',
});

/** Counts the messages it sends and receives, by which its snapshots are judged. */
function counting(process: NekoProcess, below: Sender): Drive {
  const counts = { sent: process.all.map(() => 0), received: process.all.map(() => 0) };
  const snapshot = new Snapshot(process);
  snapshot.setRecorder(() => counts);
  wire(snapshot, SUBJECT, below, {
    deliver: ({ from }: NekoMessage) => void counts.received[from]!++,
  });
  const sendAll = (k: number): void => {
    const to = process.all.filter((id) => (id + k) % 3 !== 0);
    for (const id of to) counts.sent[id]!++;
    snapshot.send({ to, protocol: 'application', type: 'TEXT', content: k });
  };
  return {
    act: (k) => {
      sendAll(k);
      if (k % 3 === 0) snapshot.start();
      sendAll(k + 1);
    },
  };
}

function visiting(process: NekoProcess, below: Sender): Drive {
  const mutex = wire(new MutualExclusion(process), SUBJECT, below, NO_RECEIVER);
  let wanted = 0;
  const visit = (): void => {
    if (wanted === 0 || mutex.state !== 'outside') return;
    wanted--;
    mutex.request();
  };
  const leave = process.timer(() => {
    mutex.release();
    visit();
  }, 'visit');
  mutex.onEnter(() => leave.schedule(1));
  return {
    act: () => {
      wanted++;
      visit();
    },
  };
}

const linked = (isFifo: boolean): Subject['wire'] => {
  return (process) => {
    const link = onTop(new ReliableLink(process, { retransmitAfter: 4, longestWait: 8, isFifo }), process.network());
    return {
      act: (k) =>
        link.send({ to: process.all.filter((id) => (id + k) % 2 === 0), protocol: 'a', type: 'TEXT', content: k }),
    };
  };
};

/** Also makes the process crash now and then, until the links heal, and lose its memory each time. */
const losingMemory =
  (wireStack: Subject['wire']): Subject['wire'] =>
  (process, environment) => {
    const random = process.random('outages');
    const schedule = (at: number, name: string, run: () => void): void =>
      void process.agenda.schedule(at, {
        class: EventClass.Motion,
        low: process.id,
        high: process.id,
        run,
        describe: () => name,
      });
    for (let at = random.exponential(10); process.incarnation === 0 && at < environment.plan.healedAt - 5;) {
      schedule(at, 'crash', () => process.crash('lost'));
      at += random.uniform(0.1, 5);
      schedule(at, 'recovery', () => process.recover());
      at += random.exponential(10);
    }
    return wireStack(process, environment);
  };

export const subjects: readonly Subject[] = [
  {
    name: 'reliable link',
    needs: { pauses: true, maxCrashes: allButOne },
    wire: linked(false),
    checkers: () => [checkers.reliableLink(of)],
  },
  {
    name: 'reliable FIFO link',
    needs: { pauses: true, maxCrashes: allButOne },
    wire: linked(true),
    checkers: () => [checkers.reliableLink({ ...of, fifo: true })],
  },
  {
    name: 'FIFO link',
    needs: { lossless: true, maxCrashes: allButOne },
    wire: (process, { below }) => broadcastBy(process, onTop(new FifoLink(process), below)),
    checkers: () => [checkers.reliableLink({ ...of, fifo: true })],
  },
  {
    name: 'reliable broadcast',
    needs: { pauses: true, link: 'reliable', maxCrashes: allButOne },
    wire: broadcasting(STACKS.reliable),
    checkers: () => [checkers.reliableBroadcast(of)],
  },
  {
    name: 'reliable broadcast without a link',
    needs: { lossless: true, maxCrashes: allButOne },
    wire: broadcasting(STACKS.reliable),
    checkers: () => [checkers.reliableBroadcast(of)],
  },
  {
    name: 'uniform reliable broadcast',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: broadcasting(STACKS.uniform),
    checkers: () => [checkers.reliableBroadcast(of), checkers.uniformAgreement(of)],
  },
  {
    name: 'FIFO broadcast',
    needs: { pauses: true, link: 'reliable', maxCrashes: allButOne },
    wire: broadcasting(STACKS.fifo),
    checkers: () => [checkers.reliableBroadcast(of), checkers.fifoOrder(of)],
  },
  {
    name: 'uniform FIFO broadcast',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: broadcasting(STACKS.uniformFifo),
    checkers: () => [checkers.reliableBroadcast(of), checkers.fifoOrder(of), checkers.uniformAgreement(of)],
  },
  {
    name: 'causal broadcast',
    needs: { pauses: true, link: 'reliable', maxCrashes: allButOne },
    wire: broadcasting(STACKS.causal),
    checkers: () => [checkers.reliableBroadcast(of), checkers.causalOrder(of), checkers.fifoOrder(of)],
  },
  {
    name: 'Lamport broadcast',
    needs: { pauses: true, link: 'fifo' },
    wire: broadcasting(STACKS.lamport),
    checkers: () => [
      checkers.reliableBroadcast(of),
      checkers.totalOrder({ ...of, uniform: true }),
      checkers.fifoOrder(of),
    ],
  },
  {
    name: 'Lamport broadcast after crashes',
    needs: { pauses: true, link: 'fifo', maxCrashes: allButOne },
    wire: broadcasting(STACKS.lamport),
    checkers: () =>
      [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true }), checkers.fifoOrder(of)].map(
        safetyOf,
      ),
  },
  {
    name: 'Skeen broadcast',
    needs: { pauses: true, link: 'reliable' },
    wire: broadcasting(STACKS.skeen),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })],
  },
  {
    name: 'Skeen broadcast after crashes',
    needs: { pauses: true, link: 'reliable', maxCrashes: allButOne },
    wire: broadcasting(STACKS.skeen),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })].map(safetyOf),
  },
  {
    name: 'sequencer broadcast',
    needs: { pauses: true, link: 'reliable', maxCrashes: allButOne, mayCrash: (id) => id !== 0 },
    wire: broadcasting(STACKS.sequencer),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })],
  },
  {
    name: 'uniform sequencer broadcast',
    needs: { pauses: true, link: 'reliable' },
    wire: broadcasting(STACKS.uniformSequencer),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })],
  },
  {
    name: 'uniform sequencer broadcast after crashes',
    needs: { pauses: true, link: 'reliable', maxCrashes: allButOne },
    wire: broadcasting(STACKS.uniformSequencer),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })].map(safetyOf),
  },
  {
    name: 'token broadcast',
    needs: { pauses: true, link: 'reliable' },
    wire: broadcasting(STACKS.token),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })],
  },
  {
    name: 'uniform token broadcast',
    needs: { pauses: true, link: 'reliable' },
    wire: broadcasting(STACKS.uniformToken),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })],
  },
  {
    name: 'uniform token broadcast after crashes',
    needs: { pauses: true, link: 'reliable', maxCrashes: allButOne },
    wire: broadcasting(STACKS.uniformToken),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })].map(safetyOf),
  },
  {
    name: 'mutual exclusion',
    needs: { pauses: true, link: 'reliable' },
    wire: (process, { below }) => visiting(process, below),
    checkers: () => [checkers.mutualExclusion(of)],
  },
  {
    name: 'snapshot',
    needs: { pauses: true, link: 'fifo' },
    wire: (process, { below }) => counting(process, below),
    checkers: () => [checkers.snapshotConsistency({ ...of, countsOf: (state) => state as checkers.Counts })],
  },
  detecting('heartbeat detector', (process) => heartbeat(process, SUBJECT)),
  // The ring guarantees nothing about recovered processes.
  detecting(
    'ring heartbeat detector',
    (process) => wire(new RingHeartbeat(process, { send: 1, timeout: 4, increase: 2 }), SUBJECT, process.network()),
    false,
  ),
  detecting('ping detector', (process) =>
    wire(new PingDetector(process, { period: 1, timeout: 4, increase: 2 }), SUBJECT, process.network()),
  ),
  {
    name: 'perfect detector',
    needs: { synchronous: true, maxCrashes: allButOne },
    wire: (process) => {
      wire(new PerfectDetector(process, { send: 1, maxDelay: 1 }), SUBJECT, process.network());
      return IDLE;
    },
    checkers: () => [checkers.failureDetector({ detector: SUBJECT, accuracy: 'perpetual', mostDetectionSeconds: 3 })],
    workload: 'none',
  },
  {
    name: 'simulated detectors',
    needs: { maxCrashes: allButOne },
    wire: (process, environment) => {
      simulated(process, environment, SUBJECT);
      heartbeat(process);
      return IDLE;
    },
    checkers: ({ healedAt }) => [checkers.failureDetector({ detector: SUBJECT, accurateFrom: healedAt + 1 })],
    workload: 'none',
  },
  {
    name: 'Ω',
    needs: { pauses: true, lossless: true, bounded: true, maxCrashes: allButOne },
    wire: (process) => {
      omegaOver(process, heartbeat(process), SUBJECT);
      return IDLE;
    },
    checkers: () => [checkers.omega(of)],
    workload: 'none',
  },
  {
    name: 'Chandra–Toueg consensus',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: (process, { below }) => proposing(process, chandraToueg(process, below, heartbeat(process), SUBJECT)),
    checkers: inRounds,
    workload: 'all',
  },
  {
    name: 'Chandra–Toueg consensus with wrong suspicions',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: (process, environment) => {
      const detector = simulated(process, environment);
      return proposing(process, chandraToueg(process, environment.below, detector, SUBJECT));
    },
    checkers: inRounds,
    workload: 'all',
  },
  {
    name: 'Mostéfaoui–Raynal consensus',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: (process, environment) => {
      const consensus = new MostefaouiRaynal(process);
      consensus.setDetector(simulated(process, environment));
      return proposing(process, wire(consensus, SUBJECT, environment.below));
    },
    checkers: inRounds,
    workload: 'all',
  },
  {
    name: 'Paxos',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: (process, environment) => {
      const omega = omegaOver(process, simulated(process, environment), 'omega');
      return proposing(process, paxos(process, environment.below, omega));
    },
    checkers: inRounds,
    workload: 'all',
  },
  {
    name: 'Paxos with duelling leaders',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: (process, { below, plan }) => proposing(process, paxos(process, below, duelling(process, plan))),
    checkers: inRounds,
    workload: 'all',
  },
  {
    name: 'consensus broadcast',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: (process, { below }) => {
      const broadcast = new ConsensusBroadcast(process);
      broadcast.setConsensus(chandraToueg(process, below, heartbeat(process), 'consensus'));
      return broadcastBy(process, onTop(broadcast, uniformly(process, below)));
    },
    checkers: () => [
      checkers.reliableBroadcast(of),
      checkers.uniformAgreement(of),
      checkers.totalOrder({ ...of, uniform: true }),
    ],
    settling: 400,
  },
  {
    name: 'stable Paxos with duelling leaders and lost memories',
    needs: { pauses: true, maxCrashes: minority },
    wire: losingMemory((process, { plan }) =>
      proposing(
        process,
        paxos(process, process.network(), duelling(process, plan), new StablePaxos(process, { pause: 0.5 })),
      ),
    ),
    checkers: inRounds,
    workload: 'all',
  },
  {
    name: 'stable consensus broadcast with lost memories',
    needs: { pauses: true, maxCrashes: minority },
    wire: losingMemory((process, environment) => {
      const consensus = new StablePaxos(process, { pause: 0.5 });
      consensus.setOracle(omegaOver(process, simulated(process, environment), 'omega'));
      const broadcast = new StableConsensusBroadcast(process);
      broadcast.setConsensus(wire(consensus, 'consensus', process.network()));
      return broadcastBy(process, onTop(broadcast, process.network()));
    }),
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })],
  },
  {
    name: 'Raft with lost memories',
    needs: { pauses: true, maxCrashes: minority },
    wire: losingMemory((process) => {
      const options = { electionTimeout: 6, heartbeat: 1, snapshotAfter: 3 };
      const raft = wire(new Raft(process, options), SUBJECT, process.network());
      return { act: (k) => void raft.submit(k) };
    }),
    checkers: () => [checkers.replicatedLog(of), checkers.leaderElection(of)],
  },
  {
    name: "Bracha's broadcast",
    needs: { pauses: true, link: 'reliable', maxCrashes: (n) => Math.floor((n - 1) / 3) },
    wire: (process, { below }) => broadcastBy(process, onTop(new BrachaBroadcast(process), below)),
    checkers: () => [checkers.reliableBroadcast(of)],
  },
  {
    name: 'leader election',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: (process, environment) => {
      const detector = simulated(process, environment);
      const election = new LeaderElection(process);
      election.setConsensus(chandraToueg(process, environment.below, detector, 'consensus'));
      election.setDetector(detector);
      election.setId(SUBJECT);
      election.launch();
      return IDLE;
    },
    checkers: () => [checkers.leaderElection(of), checkers.consensus({ protocol: 'consensus' })],
    workload: 'none',
  },
  {
    name: 'group membership',
    needs: { pauses: true, link: 'reliable', maxCrashes: minority },
    wire: (process, environment) => {
      const { below } = environment;
      const detector = simulated(process, environment);
      const group = new GroupMembership(process);
      group.setConsensus(chandraToueg(process, below, detector, 'consensus'));
      group.setDetector(detector);
      return broadcastBy(process, onTop(group, below));
    },
    checkers: () => [checkers.groupViews({ ...of, sendingView: true }), checkers.consensus({ protocol: 'consensus' })],
    settling: 400,
  },
];
