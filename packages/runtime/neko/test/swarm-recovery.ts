/** Protocols that survive lost memories, lies or arbitrary states, and one that detects the end of work: subjects of the swarm. */
import {
  BrachaBroadcast,
  checkers,
  DijkstraRing,
  type NekoProcess,
  Raft,
  SafraTermination,
  StableConsensusBroadcast,
  StablePaxos,
  wire,
} from './library.js';
import { broadcastBy, duelling, IDLE, minority, of, omegaOver, onTop, simulated, SUBJECT } from './swarm-parts.js';
import type { Drive, Environment, Subject } from './swarm.js';

/** Several instances at once have more orders of their messages in one run. */
const INSTANCES = 6;

/** Decisions are not listened to: a process forgets what it has heard. */
const proposing = (process: NekoProcess, consensus: StablePaxos): Drive => ({
  act: (k) => {
    for (let i = 0; i < INSTANCES; i++) consensus.propose(INSTANCES * k + i, `p${process.id}`);
  },
});

export const recoverySubjects: readonly Subject[] = [
  {
    name: 'stable Paxos with duelling leaders and lost memories',
    needs: { pauses: true, lostMemories: true, maxCrashes: minority },
    wire: (process, { plan }) => {
      const consensus = new StablePaxos(process, { pause: 0.5 });
      consensus.setOracle(duelling(process, plan));
      return proposing(process, wire(consensus, SUBJECT, process.network()));
    },
    checkers: () => [checkers.consensus(of), checkers.lockedValue(of), checkers.monotonicRounds(of)],
    workload: 'all',
  },
  {
    name: 'stable consensus broadcast with lost memories',
    needs: { pauses: true, lostMemories: true, maxCrashes: minority },
    wire: (process, environment) => {
      const consensus = new StablePaxos(process, { pause: 0.5 });
      consensus.setOracle(omegaOver(process, simulated(process, environment), 'omega'));
      const broadcast = new StableConsensusBroadcast(process);
      broadcast.setConsensus(wire(consensus, 'consensus', process.network()));
      return broadcastBy(process, onTop(broadcast, process.network()));
    },
    checkers: () => [checkers.reliableBroadcast(of), checkers.totalOrder({ ...of, uniform: true })],
  },
  {
    name: 'Raft with lost memories',
    needs: { pauses: true, lostMemories: true, maxCrashes: minority },
    wire: (process) => {
      const options = { electionTimeout: 6, heartbeat: 1, snapshotAfter: 3 };
      const raft = wire(new Raft(process, options), SUBJECT, process.network());
      return { act: (k) => void raft.submit(k) };
    },
    checkers: () => [checkers.replicatedLog(of), checkers.leaderElection(of)],
    isRestless: true,
  },
  {
    name: "Bracha's broadcast",
    needs: { pauses: true, link: 'reliable', maxCrashes: (n) => Math.floor((n - 1) / 3) },
    wire: (process, { below }) => broadcastBy(process, onTop(new BrachaBroadcast(process), below)),
    checkers: () => [checkers.reliableBroadcast(of)],
  },
  {
    name: "Bracha's broadcast with liars",
    processes: [4, 4, 5, 7],
    needs: {
      link: 'reliable',
      liars: (n) => Math.floor((n - 1) / 3),
      lieAbout: ['SEND', 'ECHO', 'READY'],
    },
    wire: (process, { below }) => broadcastBy(process, onTop(new BrachaBroadcast(process), below)),
    checkers: () => [checkers.byzantineBroadcast(of)],
    // Copies that liars omit on their links are sent again without end.
    isRestless: true,
  },
  {
    name: "Safra's termination detection",
    needs: { link: 'reliable' },
    wire: working,
    checkers: () => [checkers.termination(of)],
    workload: 'none',
  },
  {
    name: "Dijkstra's ring",
    needs: { lossless: true, fifo: true, noDuplicates: true },
    wire: (process) => {
      wire(new DijkstraRing(process), SUBJECT, process.network());
      return IDLE;
    },
    checkers: ({ healedAt }) => [checkers.tokenRing({ ...of, deadline: healedAt + 150 })],
    workload: 'none',
    isRestless: true,
  },
];

/** Work that spreads: a message of generation g > 0 makes its receiver work, and send up to two messages of generation g - 1. */
function working(process: NekoProcess, { below }: Environment): Drive {
  const safra = new SafraTermination(process);
  const random = process.random('work');
  let jobs = 0;
  const work = (generation: number): void => {
    jobs++;
    process
      .timer(() => {
        for (let i = random.integer(0, 2); i > 0 && generation > 0; i--)
          safra.send({
            to: [random.integer(0, process.n - 1)],
            protocol: 'work',
            type: 'WORK',
            content: generation - 1,
          });
        if (--jobs === 0) safra.passive();
      }, 'work')
      .schedule(random.exponential(3));
  };
  wire(safra, SUBJECT, below, { deliver: ({ content }) => work(content as number) });
  work(6);
  return IDLE;
}
