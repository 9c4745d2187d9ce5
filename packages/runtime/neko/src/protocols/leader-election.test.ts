import { expect, test } from '@jest/globals';
import { at, CHANNELS, crashSome, settlingDetector } from '../../test/agreement.js';
import { notesOf, someConsensus } from '../../test/agreement-stack.js';
import { smallSystem } from '../../test/small-system.js';
import type { NekoProcess } from '../process.js';
import type { FailureDetector } from './detector.js';
import { LeaderElection } from './leader-election.js';
import { SimulatedDetector } from './simulated-detector.js';

type Elected = { term: number; leader: number };

function elect(which: number, process: NekoProcess, detector: FailureDetector): LeaderElection {
  const election = new LeaderElection(process);
  election.setConsensus(someConsensus(which, process, detector));
  election.setDetector(detector);
  election.setId('election');
  election.launch();
  return election;
}

test('at most one leader per term, and in the end one that all know', async () => {
  let terms = 0;
  for (const kind of Object.keys(CHANNELS)) {
    for (let seed = 1; seed <= 40; seed++) {
      const n = 3 + (seed % 3);
      const elections: LeaderElection[] = [];
      const { system, records } = smallSystem(
        n,
        (process) => void elections.push(elect(seed, process, settlingDetector(process, system.processes, 40))),
        CHANNELS[kind]!(() => system),
        seed,
      );
      const crashed = crashSome(system, 30);
      await system.run();
      const elected = notesOf<Elected>(records, 'election', 'elect');
      const leaders = new Map<number, number>();
      const last = new Map<number, number>();
      for (const { process, value } of elected) {
        expect([seed, value.term]).toEqual([seed, (last.get(process) ?? -1) + 1]);
        last.set(process, value.term);
        expect([seed, leaders.get(value.term) ?? value.leader]).toEqual([seed, value.leader]);
        leaders.set(value.term, value.leader);
      }
      const correct = elections.filter(({ process }) => !crashed.has(process.id));
      const [first] = correct;
      expect(crashed.has(first!.leader!)).toBe(false);
      for (const { leader, term } of correct) expect([seed, leader, term]).toEqual([seed, first!.leader, first!.term]);
      expect(elections.filter((election) => election.isLeader && !crashed.has(election.process.id))).toHaveLength(1);
      terms += leaders.size;
    }
  }
  expect(terms).toBeGreaterThan(1000);
});

test('a crash of the leader starts a new term, and a recovered process catches up with the next', async () => {
  const elections: LeaderElection[] = [];
  const told: string[] = [];
  const { system, records } = smallSystem(5, (process) => {
    const detector = new SimulatedDetector(process, { detectionTime: 1, processes: system.processes });
    detector.setId('detector');
    detector.launch();
    const election = elect(0, process, detector);
    election.onElect((term, leader) => told.push(`p${process.id}: ${term} ${leader}`));
    elections.push(election);
  });
  at(system, 10, () => system.process(0).crash());
  at(system, 30, () => system.process(1).crash());
  at(system, 50, () => system.process(0).recover());
  at(system, 60, () => system.process(2).crash());
  await system.run();
  const elected = notesOf<Elected>(records, 'election', 'elect');
  const ofProcess = (id: number) => elected.filter(({ process }) => process === id).map(({ value }) => value.leader);
  expect(ofProcess(3)).toEqual([0, 1, 2, 0]);
  expect(ofProcess(4)).toEqual([0, 1, 2, 0]);
  expect(ofProcess(0)).toEqual([0, 1, 2, 0]);
  expect(elections[0]!.isLeader).toBe(true);
  expect(elections[3]!.term).toBe(3);
  expect(told).toContain('p3: 2 2');
});
