/**
 * Stacks that run unchanged on a simulated network and over sockets, with a workload and an end: every process acts a
 * few times, one may crash, and process 0 ends the run when everything has happened.
 *
 * Times are real seconds on real networks: short, so that a run is short, and never relied upon. A slow host only makes
 * detectors wrong more often and runs longer.
 */
import type { Algorithm, Algorithms } from '@kineko/neko/real';
import type { AlgorithmContext } from '../src/networks/real/algorithm.js';
import { EndDetection, Tally } from './real-end.js';
import {
  ChandraToueg,
  checkers,
  ConsensusBroadcast,
  FifoLink,
  Heartbeat,
  LamportBroadcast,
  type NekoMessage,
  type NekoProcess,
  type Receiver,
  ReliableLink,
  type Sender,
  UniformReliableBroadcast,
  wire,
} from './library.js';

/** Plain data: sent to slaves. */
export interface StackParameters {
  /** Number of actions of every process. */
  readonly actions: number;
  /** The process that crashes, after a number of messages from its link, or after a number of seconds. */
  readonly crash: { readonly process: number; readonly messages: number; readonly seconds: number } | null;
  /**
   * Seconds after the time limit of the crash before process 0 looks for the end, for the last messages of the crashed process,
   * which are not counted.
   */
  readonly aftermath: number;
}

export interface RealStack {
  readonly name: string;
  readonly parameters: (draw: (from: number, to: number) => number) => Omit<StackParameters, 'aftermath'>;
  readonly wire: (process: NekoProcess, below: Sender, awaited: Awaited) => Part;
  readonly checkers: readonly checkers.Checker[];
}

/** The conditions for a process to be done. */
interface Awaited {
  readonly actions: number;
  /** The processes that do not crash. */
  readonly processes: readonly number[];
}

/** The top of a stack in one process. */
interface Part {
  act(k: number): void;
  /** Whether everything that must happen here has happened. */
  isDone(): boolean;
}

/** Protocol id of the detection of the end. */
export const END = 'end';
const SUBJECT = 'subject';
const LINK = 'link';
const of = { protocol: SUBJECT };
/** The time over which the actions are spread. */
const BUSY_SECONDS = 0.1;
/** Time limit of a crash. */
const CRASH_SECONDS = 0.25;

const noCrash: RealStack['parameters'] = () => ({ actions: 3, crash: null });
const oneCrash =
  (fewestMessages: number, mostMessages: number): RealStack['parameters'] =>
  (draw) => ({
    actions: 3,
    crash: { process: draw(1, 2), messages: draw(fewestMessages, mostMessages), seconds: CRASH_SECONDS },
  });

/** Each process broadcasts, and waits for the broadcasts of those that do not crash. */
function broadcasting(process: NekoProcess, awaited: Awaited, top: (above: Receiver) => Sender): Part {
  const received = process.all.map(() => 0);
  const layer = top({ deliver: ({ from }: NekoMessage) => void received[from]!++ });
  return {
    act: (k) => layer.send({ to: process.all, protocol: 'application', type: 'TEXT', content: k }),
    isDone: () => awaited.processes.every((id) => received[id] === awaited.actions),
  };
}

const detecting = (process: NekoProcess): Heartbeat =>
  wire(new Heartbeat(process, { send: 0.03, timeout: 0.15, increase: 0.05 }), 'detector', process.network());

function agreeing(process: NekoProcess, below: Sender, detector: Heartbeat, id: string): ChandraToueg {
  const consensus = new ChandraToueg(process);
  consensus.setDetector(detector);
  return wire(consensus, id, below);
}

/** Each process proposes, decides, and detects crashes. */
function proposing(process: NekoProcess, below: Sender, awaited: Awaited): Part {
  const detector = detecting(process);
  const consensus = agreeing(process, below, detector, SUBJECT);
  let decided = 0;
  consensus.onDecide(() => void decided++);
  const doomed = process.others.filter((id) => !awaited.processes.includes(id));
  return {
    act: (k) => consensus.propose(k, `p${process.id}`),
    isDone: () => decided === awaited.actions && doomed.every((id) => detector.isSuspected(id)),
  };
}

/** For a checker that is used twice. */
const named = (name: string, { check }: checkers.Checker): checkers.Checker => ({
  name,
  check: (records, n, isComplete) => ({ ...check(records, n, isComplete), name }),
});

const link = checkers.reliableLink({ protocol: LINK });

export const stacks: readonly RealStack[] = [
  {
    name: 'uniform reliable broadcast',
    // Enough to have delivered something by then.
    parameters: oneCrash(12, 20),
    wire: (process, below, awaited) =>
      broadcasting(process, awaited, (above) => wire(new UniformReliableBroadcast(process), SUBJECT, below, above)),
    checkers: [link, checkers.reliableBroadcast(of), checkers.uniformAgreement(of)],
  },
  {
    name: 'Lamport broadcast over a FIFO link',
    parameters: noCrash,
    wire: (process, below, awaited) => {
      const fifo = wire(new FifoLink(process), 'fifo', below);
      return broadcasting(process, awaited, (above) => wire(new LamportBroadcast(process), SUBJECT, fifo, above));
    },
    checkers: [
      link,
      named('FIFO link', checkers.reliableLink({ protocol: 'fifo', fifo: true })),
      checkers.reliableBroadcast(of),
      checkers.fifoOrder(of),
      checkers.totalOrder({ ...of, uniform: true }),
    ],
  },
  {
    name: 'Chandra–Toueg consensus over heartbeats',
    parameters: oneCrash(1, 10),
    wire: proposing,
    checkers: [
      link,
      checkers.consensus(of),
      // Completeness only: when a real run ends, any detector may be wrong about a process.
      checkers.failureDetector({ detector: 'detector', accuracy: 'none' }),
    ],
  },
  {
    name: 'atomic broadcast by consensus',
    parameters: oneCrash(10, 30),
    wire: (process, below, awaited) => {
      const spread = wire(new UniformReliableBroadcast(process), 'urbcast', below);
      const broadcast = new ConsensusBroadcast(process);
      broadcast.setConsensus(agreeing(process, below, detecting(process), 'consensus'));
      return broadcasting(process, awaited, (above) => wire(broadcast, SUBJECT, spread, above));
    },
    checkers: [
      link,
      checkers.consensus({ protocol: 'consensus' }),
      checkers.reliableBroadcast(of),
      checkers.uniformAgreement(of),
      checkers.totalOrder({ ...of, uniform: true }),
    ],
  },
];

/** Without the assumption of Lamport's broadcast: over a network that reorders, its order breaks. */
export const lamportWithoutFifo: RealStack = {
  name: 'Lamport broadcast without a FIFO link',
  parameters: noCrash,
  wire: (process, below, awaited) =>
    broadcasting(process, awaited, (above) => wire(new LamportBroadcast(process), SUBJECT, below, above)),
  checkers: [checkers.totalOrder({ ...of, uniform: true })],
};

/** The stack of one process, from the link to the application: the same wherever it runs. */
export function algorithmOf(stack: RealStack): Algorithm {
  return (process: NekoProcess, context: AlgorithmContext) => {
    // Only the tests of this package are its masters.
    const { actions, crash, aftermath } = context.parameters as StackParameters;
    const processes = process.all.filter((id) => id !== crash?.process);
    const tally = new Tally(process, processes);
    // Waiting longer adds less to an overloaded network.
    const reliable = new ReliableLink(process, { retransmitAfter: 0.05, longestWait: 2 });
    const below = tally.above(wire(reliable, LINK, process.network(), tally));
    const part = stack.wire(process, below, { actions, processes });
    const stream = process.random('workload');
    for (let k = 0; k < actions; k++)
      process.timer(() => part.act(k), 'action').schedule(stream.uniform(0, BUSY_SECONDS));
    if (crash?.process === process.id) tally.crashAfter(crash.messages, crash.seconds);
    const end = new EndDetection(process, {
      processes,
      isDone: () => part.isDone(),
      tally,
      after: crash === null ? 0 : crash.seconds + aftermath,
      end: () => context.shutdown('all that had to happen has'),
    });
    wire(end, END, process.network());
  };
}

export const stackAlgorithms: Algorithms = new Map(stacks.map((stack) => [stack.name, algorithmOf(stack)]));
