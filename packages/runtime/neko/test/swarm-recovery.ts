/** Protocols that survive crashes with lost memories, and one that survives lies: subjects of the swarm. */
import {
  BrachaBroadcast,
  checkers,
  type NekoProcess,
  Raft,
  StableConsensusBroadcast,
  StablePaxos,
  wire,
} from './library.js';
import { broadcastBy, duelling, minority, of, omegaOver, onTop, simulated, SUBJECT } from './swarm-parts.js';
import type { Drive, Subject } from './swarm.js';

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
];
