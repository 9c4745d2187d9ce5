import { expect, test } from '@jest/globals';
import { at, CHANNELS } from '../../test/agreement.js';
import { consensusBehaviour, decisionsIn, type MakeConsensus, runConsensus } from '../../test/consensus-behaviour.js';
import { smallSystem } from '../../test/small-system.js';
import type { NekoRecord } from '../records.js';
import { ChandraToueg, type ChandraTouegContents } from './chandra-toueg.js';
import { SimulatedDetector } from './simulated-detector.js';
import { wire } from './wire.js';

const make: MakeConsensus = (process, detector) => {
  const consensus = new ChandraToueg(process);
  consensus.setDetector(detector);
  return wire(consensus, 'consensus', process.network());
};

consensusBehaviour(make);

type Proposal = ChandraTouegContents['PROPOSE'];

/** The proposals of coordinators, in the order of rounds, by instance. */
function proposalsIn(records: readonly NekoRecord[]): Map<number, Proposal[]> {
  const byInstance = new Map<number, Proposal[]>();
  for (const record of records) {
    if (record.type !== 'send' || record.messageType !== 'PROPOSE') continue;
    const proposal = record.content as unknown as Proposal;
    byInstance.set(proposal.instance, [...(byInstance.get(proposal.instance) ?? []), proposal]);
  }
  for (const proposals of byInstance.values()) proposals.sort((a, b) => a.round - b.round);
  return byInstance;
}

/** Number of processes that adopted the proposal of a round: the coordinator and those that acknowledged. */
function adoptersOf({ instance, round }: Proposal, records: readonly NekoRecord[]): number {
  const acks = records.filter((record) => {
    if (record.type !== 'send' || record.messageType !== 'ACK') return false;
    const ack = record.content as unknown as Proposal;
    return ack.instance === instance && ack.round === round;
  });
  return acks.length + 1;
}

test('a locked value is carried by every later coordinator', async () => {
  const problems: string[] = [];
  let laterProposals = 0;
  let changes = 0;
  for (const kind of Object.keys(CHANNELS)) {
    for (let seed = 1; seed <= 40; seed++) {
      const { records, consensuses } = await runConsensus(make, kind, seed, 3);
      for (const proposals of proposalsIn(records).values()) {
        let locked: string | undefined;
        let before: string | undefined;
        for (const proposal of proposals) {
          const value = JSON.stringify(proposal.value);
          if (locked !== undefined) {
            laterProposals++;
            if (value !== locked) problems.push(`${kind}, seed ${seed}: ${locked} was locked, ${value} is proposed`);
          }
          if (before !== undefined && before !== value) changes++;
          before = value;
          if (adoptersOf(proposal, records) > consensuses.length / 2) locked = value;
        }
      }
    }
  }
  expect(problems).toEqual([]);
  expect(laterProposals).toBeGreaterThan(50);
  // Coordinators do propose other values where nothing is locked, so the test is meaningful.
  expect(changes).toBeGreaterThan(5);
});

test('the next coordinator proposes the value of a majority when the first crashes with its decision', async () => {
  const { system, records } = smallSystem(3, (process) => {
    const detector = new SimulatedDetector(process, { detectionTime: 1, processes: system.processes });
    detector.setId('detector');
    detector.launch();
    make(process, detector).propose(0, `of p${process.id}`);
  });
  // The acknowledgements are under way: p1 and p2 have adopted, and p0 will never announce the decision.
  at(system, 1.5, () => system.process(0).crash());
  await system.run();
  expect(decisionsIn(records).map(({ process, value, time }) => [process, value, time])).toEqual([
    [1, 'of p0', 5.5],
    [2, 'of p0', 6.5],
  ]);
});
