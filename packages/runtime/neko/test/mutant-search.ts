import { load, MAX_ITERATIONS } from './mutant-library.js';
import type { Mutant } from './mutant.js';

/** The subjects of the swarm that use a protocol, those first that take least time. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  'bracha-broadcast.ts': ["Bracha's broadcast with liars", "Bracha's broadcast"],
  'broadcast-layer.ts': ['reliable broadcast', 'causal broadcast', 'Lamport broadcast', 'sequencer broadcast'],
  'causal-broadcast.ts': ['causal broadcast'],
  'chandra-toueg.ts': [
    'Chandra–Toueg consensus without a link',
    'Chandra–Toueg consensus',
    'Chandra–Toueg consensus with wrong suspicions',
  ],
  'clock-layer.ts': ['Lamport clock', 'vector clock'],
  'combined-detector.ts': ['simulated detectors'],
  'consensus-broadcast.ts': ['consensus broadcast'],
  'consensus-protocol.ts': [
    'Mostéfaoui–Raynal consensus without a link',
    'Chandra–Toueg consensus without a link',
    'Mostéfaoui–Raynal consensus with wrong suspicions',
    'Paxos with duelling leaders',
    'Chandra–Toueg consensus with wrong suspicions',
  ],
  'dijkstra-ring.ts': ["Dijkstra's ring"],
  'raft.ts': ['Raft with lost memories'],
  'safra-termination.ts': ["Safra's termination detection"],
  'stable-consensus-broadcast.ts': ['stable consensus broadcast with lost memories'],
  'stable-paxos.ts': [
    'stable Paxos with duelling leaders and lost memories',
    'stable consensus broadcast with lost memories',
  ],
  'decision-sequence.ts': ['leader election', 'consensus broadcast', 'group membership'],
  'detector.ts': ['simulated detectors', 'heartbeat detector', 'ring heartbeat detector', 'Ω'],
  'fifo-broadcast.ts': ['FIFO broadcast', 'uniform FIFO broadcast'],
  'fifo-link.ts': ['FIFO link'],
  'group-membership.ts': ['group membership'],
  'heartbeat.ts': ['heartbeat detector', 'heartbeat detector in time', 'perfect detector in time', 'Ω'],
  'lamport-broadcast.ts': ['Lamport broadcast', 'Lamport broadcast after crashes'],
  'lamport-clock.ts': ['Lamport clock', 'Lamport broadcast', 'mutual exclusion'],
  'leader-election.ts': ['leader election'],
  'link-layer.ts': ['reliable link', 'reliable FIFO link', 'FIFO link'],
  'mostefaoui-raynal.ts': [
    'Mostéfaoui–Raynal consensus without a link',
    'Mostéfaoui–Raynal consensus with wrong suspicions',
  ],
  'mutual-exclusion.ts': ['mutual exclusion'],
  'omega.ts': ['Ω', 'Paxos consensus with wrong suspicions'],
  'paxos.ts': [
    'Paxos consensus without a link',
    'Paxos consensus with wrong suspicions',
    'Paxos with duelling leaders',
  ],
  'perfect-detector.ts': ['perfect detector in time'],
  'ping-detector.ts': ['ping detector', 'ping detector in time'],
  'progress-reports.ts': ['progress reports'],
  'queues.ts': [
    'causal broadcast',
    'FIFO broadcast',
    'reliable link',
    'Lamport broadcast',
    'Skeen broadcast',
    'FIFO link',
    'uniform sequencer broadcast',
    'uniform token broadcast',
  ],
  'reliable-broadcast.ts': ['reliable broadcast', 'reliable broadcast without a link'],
  'reliable-link.ts': ['reliable link', 'reliable FIFO link'],
  'ring-heartbeat.ts': ['ring heartbeat detector', 'ring heartbeat detector in time'],
  'rotating-coordinator.ts': [
    'Mostéfaoui–Raynal consensus with wrong suspicions',
    'Chandra–Toueg consensus with wrong suspicions',
  ],
  'sequencer-broadcast.ts': [
    'uniform sequencer broadcast',
    'uniform sequencer broadcast after crashes',
    'sequencer broadcast',
    'replicated register over a sequencer',
  ],
  'simulated-detector.ts': ['simulated detectors', 'simulated detectors in time'],
  'skeen-broadcast.ts': [
    'Skeen broadcast',
    'Skeen broadcast after crashes',
    'replicated register over Skeen broadcast',
  ],
  'snapshot.ts': ['snapshot'],
  'token-broadcast.ts': [
    'uniform token broadcast',
    'token broadcast',
    'restless token broadcast',
    'uniform token broadcast after crashes',
  ],
  'uniform-reliable-broadcast.ts': ['uniform reliable broadcast', 'uniform FIFO broadcast'],
  'vector-clock.ts': ['vector clock'],
  'view-messages.ts': ['group membership'],
  'wrong-suspicions-detector.ts': ['simulated detectors'],
};

interface Caught {
  readonly subject: string;
  readonly seed: number;
  /** The first violation. */
  readonly text: string;
}

/** Seeds that suffice for most mutants. */
const SEEDS = 8;

/** Runs the swarm on a mutant, subject by subject, until a property fails; undefined if none does within its budget. */
export async function searchFor(mutant: Mutant): Promise<Caught | undefined> {
  const { swarm, subjects, loops } = load(mutant);
  const names = SEARCHES[mutant.file] ?? [];
  const chosen = names.flatMap((each) => subjects.subjects.filter(({ name }) => name === each));
  if (chosen.length !== names.length || names.length === 0)
    throw new Error(`${mutant.file}: unknown subjects ${names.join(', ')}`);
  for (const subject of chosen) {
    for (let seed = 1; seed <= (mutant.seeds ?? SEEDS); seed++) {
      loops.left = MAX_ITERATIONS;
      const text = await swarm.runSwarm(subject, seed).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      if (text !== undefined) return { subject: subject.name, seed, text };
    }
  }
  return undefined;
}
