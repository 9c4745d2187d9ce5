/** The stacks under the swarm and their parts. `SUBJECT` is the id of the checked protocol. */
import { Application, asSent } from './application.js';
import { hearDecisions, heardDecisions, hearSnapshots } from './heard.js';
import {
  CausalBroadcast,
  ChandraToueg,
  checkers,
  CombinedDetector,
  type Consensus,
  type FailureDetector,
  FifoBroadcast,
  Heartbeat,
  LamportBroadcast,
  type Layer,
  type LeaderOracle,
  MostefaouiRaynal,
  MutualExclusion,
  type NekoMessage,
  type NekoProcess,
  Omega,
  Paxos,
  type Receiver,
  ReliableBroadcast,
  type Sender,
  SequencerBroadcast,
  SimulatedDetector,
  SkeenBroadcast,
  Snapshot,
  TokenBroadcast,
  UniformReliableBroadcast,
  UniformSequencerBroadcast,
  WrongSuspicionsDetector,
  wire,
} from './library.js';
import { type Drive, type Environment, NO_RECEIVER, type PlanOptions, type Subject } from './swarm.js';

export const SUBJECT = 'subject';
export const of = { protocol: SUBJECT };

export const allButOne = (n: number): number => n - 1;
export const minority = (n: number): number => Math.floor((n - 1) / 2);

/** A layer, wired as the subject: messages are sent through it to all. */
export type Stack = (process: NekoProcess, below: Sender, above?: Receiver, options?: PlanOptions) => Layer<never>;

export const onTop = <L extends Layer<never>>(layer: L, below: Sender, above: Receiver = NO_RECEIVER): L =>
  wire(layer, SUBJECT, below, above);
export const relayed = (process: NekoProcess, below: Sender): Sender =>
  wire(new ReliableBroadcast(process), 'rbcast', below);
export const uniformly = (process: NekoProcess, below: Sender): Sender =>
  wire(new UniformReliableBroadcast(process), 'urbcast', below);

const rests = (options?: PlanOptions): { restsWhenIdle: boolean } => ({
  restsWhenIdle: options?.['isRestless'] !== true,
});

type StackName =
  | 'reliable'
  | 'uniform'
  | 'fifo'
  | 'uniformFifo'
  | 'causal'
  | 'lamport'
  | 'skeen'
  | 'sequencer'
  | 'uniformSequencer'
  | 'token'
  | 'uniformToken';

/** The broadcasts that need only channels: also explored exhaustively. */
export const STACKS: Readonly<Record<StackName, Stack>> = {
  reliable: (process, below, above) => onTop(new ReliableBroadcast(process), below, above),
  uniform: (process, below, above) => onTop(new UniformReliableBroadcast(process), below, above),
  fifo: (process, below, above) => onTop(new FifoBroadcast(process), relayed(process, below), above),
  uniformFifo: (process, below, above) => onTop(new FifoBroadcast(process), uniformly(process, below), above),
  causal: (process, below, above) => onTop(new CausalBroadcast(process), relayed(process, below), above),
  lamport: (process, below, above, options) =>
    onTop(new LamportBroadcast(process, { delta: Number(options?.['delta'] ?? 0) }), below, above),
  skeen: (process, below, above) => onTop(new SkeenBroadcast(process), below, above),
  sequencer: (process, below, above, options) =>
    onTop(new SequencerBroadcast(process, sequencerOf(process, options)), below, above),
  uniformSequencer: (process, below, above, options) =>
    onTop(new UniformSequencerBroadcast(process, sequencerOf(process, options)), below, above),
  token: (process, below, above, options) => onTop(new TokenBroadcast(process, rests(options)), below, above),
  uniformToken: (process, below, above, options) =>
    onTop(new TokenBroadcast(process, { isUniform: true, ...rests(options) }), below, above),
};

/** Process 0 may not crash in some subjects, so another sequencer is chosen only where none may. */
function sequencerOf({ n }: NekoProcess, options?: PlanOptions): { sequencer: number } {
  return { sequencer: options?.['hasLastSequencer'] === true ? n - 1 : 0 };
}

export const broadcastBy = (process: NekoProcess, layer: Sender): Drive => ({
  act: (k) => layer.send({ to: process.all, protocol: 'application', type: 'TEXT', content: k }),
});

/** Behaviour of the application above a broadcast, by seed. */
export const APPLICATION = { isSelective: [false, true], answers: [false, true] };

/** A stack with an application above it. */
export const applied =
  (stack: Stack): Subject['wire'] =>
  (process, { below, plan: { options } }) => {
    const application = new Application(process, options);
    application.setSender(stack(process, below, application, options));
    return application;
  };

/** Safety only: after a crash some protocols block, which is allowed, but nothing worse. */
export function safetyOf(checker: checkers.Checker): checkers.Checker {
  return { name: checker.name, check: (records, n) => checker.check(records, n, false) };
}

/** A subject with an application above, and the guarantees that all broadcasts have. */
export function broadcast(
  name: string,
  stack: Stack,
  needs: Subject['needs'],
  more: readonly checkers.Checker[],
  {
    mayBlock = false,
    options = {},
    ...times
  }: { readonly mayBlock?: boolean } & Pick<Subject, 'options' | 'settling'> = {},
  isRestless = false,
): Subject {
  const promises = [checkers.reliableBroadcast(of), asSent(), ...more];
  return {
    name,
    needs,
    wire: applied(stack),
    checkers: () => (mayBlock ? promises.map(safetyOf) : promises),
    options: { ...APPLICATION, ...options },
    ...times,
    isRestless,
  };
}

// Detectors that make mistakes while links are bad, and fewer afterwards.

export const heartbeat = (process: NekoProcess, id = 'detector'): Heartbeat =>
  wire(new Heartbeat(process, { send: 1, timeout: 4, increase: 2 }), id, process.network());

/**
 * Mean seconds between two mistakes about a process, by seed: a consensus takes more rounds the more there are. Practically none
 * with the last: then nothing but the suspicion of a crashed process makes others continue.
 */
const RECURRENCES = [10, 4, 1.5, 1e6];

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

export function omegaOver(process: NekoProcess, detector: FailureDetector, id: string): Omega {
  const omega = new Omega(process);
  omega.setDetector(detector);
  omega.setId(id);
  omega.launch();
  return omega;
}

/** Maximum seconds for which duelling processes trust the same one, by seed; with few seconds nothing is decided before the end. */
const LONGEST_TRUST = [6, 2, 0.7];

/**
 * Leaders that duel: until the links heal, each process trusts itself or another one for a few seconds at a time; then all trust
 * the same correct process.
 */
export function duelling(process: NekoProcess, { seed, faults, healedAt }: Environment['plan']): LeaderOracle {
  const longest = LONGEST_TRUST[seed % LONGEST_TRUST.length]!;
  const random = process.random('duel');
  const listeners: ((leader: number) => void)[] = [];
  const isGone = (id: number): boolean => {
    const own = faults.filter((fault) => 'process' in fault && fault.process === id);
    return own.toSorted((a, b) => a.at - b.at).at(-1)?.kind === 'crash';
  };
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

// Consensus.

/** The name of a consensus protocol. */
export type ConsensusName = 'Chandra–Toueg' | 'Mostéfaoui–Raynal' | 'Paxos';
export const CONSENSUS: readonly ConsensusName[] = ['Chandra–Toueg', 'Mostéfaoui–Raynal', 'Paxos'];

export function consensusOf(
  name: ConsensusName,
  process: NekoProcess,
  below: Sender,
  detector: FailureDetector,
  id: string,
) {
  if (name === 'Paxos')
    return paxos(process, below, omegaOver(process, detector, `${id}/omega`), new Paxos(process), id);
  const consensus = name === 'Chandra–Toueg' ? new ChandraToueg(process) : new MostefaouiRaynal(process);
  consensus.setDetector(detector);
  return wire(consensus, id, below);
}

export function paxos(
  process: NekoProcess,
  below: Sender,
  oracle: LeaderOracle,
  consensus = new Paxos(process, { pause: 0.5 }),
  id = SUBJECT,
): Paxos {
  consensus.setOracle(oracle);
  return wire(consensus, id, below);
}

/** Several instances at once have more orders of their messages in one run. */
const INSTANCES = 6;

/** Whether all processes propose, or about a third of them, which is sufficient. */
export const PROPOSERS = { proposers: ['all', 'some'] };

export const proposing = (process: NekoProcess, consensus: Consensus, { options }: Environment['plan']): Drive => {
  const { id, n } = process;
  hearDecisions(process, consensus);
  const isProposer = (k: number): boolean => options['proposers'] !== 'some' || n < 3 || (id + k) % 3 === 0;
  return {
    act: (k) => {
      for (let i = 0; i < INSTANCES; i++) {
        const instance = INSTANCES * k + i;
        if (isProposer(instance)) consensus.propose(instance, `p${id}`);
      }
    },
  };
};

/** The properties of a consensus in rounds; those of promises need protocols that record them. */
export const inRounds = (firstRound?: number): checkers.Checker[] => [
  checkers.consensus({ ...of, oneSuffices: true }),
  heardDecisions(SUBJECT),
  checkers.lockedValue(of),
  checkers.roundValues(of),
  checkers.monotonicRounds(of),
  ...(firstRound === undefined ? [] : [checkers.safeValues({ ...of, firstRound })]),
];

// Others.

export const IDLE: Drive = { act() {} };

/** Counts the messages it sends and receives, by which its snapshots are judged. */
export function counting(process: NekoProcess, below: Sender): Drive {
  const counts = { sent: process.all.map(() => 0), received: process.all.map(() => 0) };
  const snapshot = new Snapshot(process);
  snapshot.setRecorder(() => counts);
  wire(snapshot, SUBJECT, below, {
    deliver: ({ from }: NekoMessage) => void counts.received[from]!++,
  });
  hearSnapshots(process, snapshot);
  const sendAll = (k: number): void => {
    const to = process.all.filter((other) => (other + k) % 3 !== 0);
    for (const other of to) counts.sent[other]!++;
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

/** Enters when it can, and leaves after a second. */
export function visiting(process: NekoProcess, below: Sender): Drive {
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
      wanted += 2;
      visit();
    },
  };
}
