/**
 * The explored stacks: three processes unless stated, one or two messages, all orders of arrival and, where stated, one
 * crash at any moment. `inTests` marks those that take less than a CPU second.
 */
import {
  ChandraToueg,
  checkers,
  type Consensus,
  type ExploreAction,
  type ExploreOptions,
  explore,
  type ExploreReport,
  type FailureDetector,
  MostefaouiRaynal,
  MutualExclusion,
  type NekoProcess,
  Paxos,
  wire,
} from './library.js';
import { broadcastBy, omegaOver, safetyOf, type Stack, STACKS, SUBJECT } from './swarm-parts.js';
import { type Drive, NO_RECEIVER } from './swarm.js';

export interface ExploreSubject {
  readonly name: string;
  readonly inTests: boolean;
  readonly options: ExploreOptions<Drive>;
}

const of = { protocol: SUBJECT };
const everything = [checkers.reliableBroadcast(of)];
const uniformOrder = checkers.totalOrder({ ...of, uniform: true });

const act = (process: number, k: number): ExploreAction<Drive> => ({
  process,
  name: `${k}`,
  run: (drive) => drive.act(k),
});
/** One action of one process, one each of two processes, or two of one. */
const ONE = [act(0, 0)];
const TWO = [act(0, 0), act(1, 1)];
const SAME = [act(0, 0), act(0, 1)];

const broadcasting = (stack: Stack) => (process: NekoProcess) =>
  broadcastBy(process, stack(process, process.network()));

const of1 = (
  name: string,
  stack: Stack,
  promises: readonly checkers.Checker[],
  more: Partial<ExploreOptions<Drive>>,
  inTests = true,
): ExploreSubject => ({
  name,
  inTests,
  options: { wire: broadcasting(stack), actions: ONE, checkers: promises, ...more },
});

/** Suspects processes on request, which may also happen at any moment. */
class ToldDetector implements FailureDetector {
  private readonly suspected = new Set<number>();
  private readonly listeners: ((process: number, isSuspected: boolean) => void)[] = [];

  isSuspected(process: number): boolean {
    return this.suspected.has(process);
  }

  onChange(listener: (process: number, isSuspected: boolean) => void): void {
    this.listeners.push(listener);
  }

  suspect(process: number): void {
    this.suspected.add(process);
    for (const listener of this.listeners) listener(process, true);
  }
}

/** All propose at the start; then p1 may suspect p0, rightly or wrongly, and lead. */
export function deciding(make: (process: NekoProcess, detector: FailureDetector) => Consensus): ExploreOptions<Drive> {
  return {
    wire: (process) => {
      const detector = new ToldDetector();
      make(process, detector).propose(0, `p${process.id}`);
      return { act: () => detector.suspect(0) };
    },
    actions: [act(1, 0)],
    checkers: [checkers.consensus(of), checkers.lockedValue(of), checkers.monotonicRounds(of)].map(safetyOf),
    maxCrashes: 1,
    mayCrash: [0],
    maxTimers: 'never',
  };
}

export function paxosOver(process: NekoProcess, detector: FailureDetector, create = Paxos): Paxos {
  const consensus = new create(process);
  consensus.setOracle(omegaOver(process, detector, 'omega'));
  return wire(consensus, SUBJECT, process.network());
}

const deciders: readonly [string, (process: NekoProcess, detector: FailureDetector) => Consensus][] = [
  [
    'Chandra–Toueg consensus',
    (process, detector) => {
      const consensus = new ChandraToueg(process);
      consensus.setDetector(detector);
      return wire(consensus, SUBJECT, process.network());
    },
  ],
  [
    'Mostéfaoui–Raynal consensus',
    (process, detector) => {
      const consensus = new MostefaouiRaynal(process);
      consensus.setDetector(detector);
      return wire(consensus, SUBJECT, process.network());
    },
  ],
  ['Paxos', (process, detector) => paxosOver(process, detector)],
];

function visiting(process: NekoProcess): Drive {
  const mutex = wire(new MutualExclusion(process), SUBJECT, process.network(), NO_RECEIVER);
  return { act: (k) => (k === 0 ? mutex.request() : mutex.state === 'inside' && mutex.release()) };
}

/** The broadcasts without endless traffic. */
const SIMPLE: readonly [string, Stack][] = [
  ['reliable broadcast', STACKS.reliable],
  ['uniform reliable broadcast', STACKS.uniform],
  ['FIFO broadcast', STACKS.fifo],
  ['causal broadcast', STACKS.causal],
  ['Skeen broadcast', STACKS.skeen],
  ['sequencer broadcast', STACKS.sequencer],
];

export const exploreSubjects: readonly ExploreSubject[] = [
  of1('reliable broadcast, 1 message, 1 crash', STACKS.reliable, everything, { maxCrashes: 1 }),
  of1('reliable broadcast, 2 messages', STACKS.reliable, everything, { actions: TWO }),
  of1('reliable broadcast, 2 messages, 1 crash', STACKS.reliable, everything, { actions: TWO, maxCrashes: 1 }, false),
  of1(
    'uniform reliable broadcast, 1 message, 1 crash',
    STACKS.uniform,
    [...everything, checkers.uniformAgreement(of)],
    { maxCrashes: 1 },
  ),
  of1('uniform reliable broadcast, 2 messages', STACKS.uniform, everything, { actions: TWO }, false),
  of1(
    'uniform reliable broadcast, 2 messages, 1 crash',
    STACKS.uniform,
    [...everything, checkers.uniformAgreement(of)],
    { actions: TWO, maxCrashes: 1 },
    false,
  ),
  of1('FIFO broadcast, 2 messages of one', STACKS.fifo, [...everything, checkers.fifoOrder(of)], { actions: SAME }),
  of1(
    'FIFO broadcast, 2 messages of one, 1 crash',
    STACKS.fifo,
    [...everything, checkers.fifoOrder(of)],
    { actions: SAME, maxCrashes: 1 },
    false,
  ),
  of1('causal broadcast, 2 messages', STACKS.causal, [...everything, checkers.causalOrder(of)], { actions: TWO }),
  of1(
    'causal broadcast, 2 messages, 1 crash',
    STACKS.causal,
    [...everything, checkers.causalOrder(of)],
    { actions: TWO, maxCrashes: 1 },
    false,
  ),
  of1('Lamport broadcast, 2 messages', STACKS.lamport, [...everything, uniformOrder], {
    actions: TWO,
    links: 'fifo',
  }),
  of1(
    'Lamport broadcast, 2 messages, 1 crash',
    STACKS.lamport,
    [...everything, uniformOrder].map(safetyOf),
    { actions: TWO, links: 'fifo', maxCrashes: 1 },
    false,
  ),
  of1('Skeen broadcast, 2 messages', STACKS.skeen, [...everything, uniformOrder], { actions: TWO }, false),
  of1(
    'Skeen broadcast, 2 messages, 1 crash',
    STACKS.skeen,
    [...everything, uniformOrder].map(safetyOf),
    { actions: TWO, maxCrashes: 1 },
    false,
  ),
  of1('Skeen broadcast, 1 message, 1 crash', STACKS.skeen, everything.map(safetyOf), { maxCrashes: 1 }),
  of1('sequencer broadcast, 2 messages', STACKS.sequencer, [...everything, uniformOrder], { actions: TWO }),
  of1('sequencer broadcast, 2 messages, 1 crash of another', STACKS.sequencer, [...everything, uniformOrder], {
    actions: TWO,
    maxCrashes: 1,
    mayCrash: [1, 2],
  }),
  of1('sequencer broadcast, 2 messages, 1 crash', STACKS.sequencer, [...everything, uniformOrder].map(safetyOf), {
    actions: TWO,
    maxCrashes: 1,
  }),
  of1(
    'uniform sequencer broadcast, 2 messages',
    STACKS.uniformSequencer,
    [...everything, uniformOrder],
    { actions: TWO },
    false,
  ),
  of1(
    'uniform sequencer broadcast, 2 messages, 1 crash',
    STACKS.uniformSequencer,
    [...everything, uniformOrder].map(safetyOf),
    { actions: TWO, maxCrashes: 1 },
    false,
  ),
  of1('token broadcast, 2 messages', STACKS.token, [...everything, uniformOrder], { actions: TWO }),
  of1(
    'uniform token broadcast, 2 messages',
    STACKS.uniformToken,
    [...everything, uniformOrder],
    { actions: TWO },
    false,
  ),
  of1(
    'uniform token broadcast, 2 messages, 1 crash',
    STACKS.uniformToken,
    [...everything, uniformOrder].map(safetyOf),
    { actions: TWO, maxCrashes: 1 },
    false,
  ),
  {
    name: 'mutual exclusion, 2 entries',
    inTests: true,
    options: {
      wire: visiting,
      // A process that has not entered when it should leave stays inside.
      actions: [act(0, 0), act(0, 1), act(1, 0), act(1, 1)],
      checkers: [checkers.mutualExclusion(of)].map(safetyOf),
      globalOrder: true,
    },
  },
  ...SIMPLE.map(([name, stack]) => of1(`${name}, 1 message, 5 processes`, stack, everything, { n: 5, symmetry: true })),
  of1(
    'Lamport broadcast, 1 message, 5 processes',
    STACKS.lamport,
    everything,
    { n: 5, symmetry: true, links: 'fifo' },
    false,
  ),
  ...deciders.map(([name, make]): ExploreSubject => ({
    name: `${name}, 2 leaders, 1 crash`,
    inTests: name === 'Paxos',
    options: deciding(make),
  })),
];

/** Throws the violation with the steps that lead to it. */
export async function runExplore({ options }: ExploreSubject): Promise<ExploreReport> {
  const report = await explore(options);
  const { counterexample } = report;
  if (counterexample !== undefined) {
    const { checker, violations, choices } = counterexample;
    const texts = violations.map(({ text }) => `  ${text}`);
    throw new Error([`${checker}: violated`, ...texts, 'after these steps:', ...choices].join('\n'));
  }
  return report;
}
