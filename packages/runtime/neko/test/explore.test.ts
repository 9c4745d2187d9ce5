import { describe, expect, test } from '@jest/globals';
import { checkers, explore, Paxos, type PaxosContents } from './library.js';
import { deciding, exploreSubjects, paxosOver, runExplore } from './explore-subjects.js';
import { mutants } from './swarm-mutants.js';
import { SUBJECT } from './swarm-parts.js';

describe('explored to the last state', () => {
  const chosen = exploreSubjects.filter(({ inTests }) => inTests);

  test.each(chosen.map((subject) => [subject.name, subject] as const))('%s', async (_name, subject) => {
    const report = await runExplore(subject);
    expect(report.isExhaustive).toBe(true);
    expect(checkers.describeResults(report.results.filter(({ verdict }) => verdict !== 'holds'))).toBe('');
  });
});

test('the Lamport broadcast of the original, over links that are not FIFO, is out of order', async () => {
  const subject = exploreSubjects.find(({ name }) => name === 'Lamport broadcast, 2 messages')!;
  const { counterexample } = await explore({ ...subject.options, links: 'any' });
  expect(counterexample?.checker).toBe('uniform total order');
});

describe('bugs are found', () => {
  const promise = { protocol: SUBJECT };
  const wanted: readonly [string, string, readonly checkers.Checker[]][] = [
    ['a broadcast without relaying is not reliable', 'reliable broadcast, 1 message, 1 crash', []],
    [
      'reliable broadcast is not uniform',
      'reliable broadcast, 1 message, 1 crash',
      [checkers.uniformAgreement(promise)],
    ],
    ['reliable broadcast is not causal', 'reliable broadcast, 2 messages', [checkers.causalOrder(promise)]],
    ['causal broadcast is not total', 'causal broadcast, 2 messages', [checkers.totalOrder(promise)]],
  ];

  test.each(wanted)('%s', async (name, base, promises) => {
    const { options } = exploreSubjects.find((subject) => subject.name === base)!;
    const mutant = promises.length === 0 ? mutants.find((other) => other.name === name) : undefined;
    const report = await explore({
      ...options,
      ...(mutant !== undefined && {
        wire: (process) => mutant.wire(process, { below: process.network(), plan: undefined as never, processes: [] }),
      }),
      checkers: promises.length === 0 ? options.checkers : promises,
    });
    expect(report.counterexample?.violations.length).toBeGreaterThan(0);
  });
});

/** States within which the fault is found, with partial-order reduction. */
const PAXOS_BUDGET = 20_000;

test('Paxos that accepts a ballot without raising its promise is caught', async () => {
  class Forgetful extends Paxos {}
  interface Acceptor {
    state(instance: number): { promised: number } | undefined;
    handleAccept(content: PaxosContents['ACCEPT'], from: number): void;
  }
  const { handleAccept } = Paxos.prototype as unknown as Acceptor;
  (Forgetful.prototype as unknown as Acceptor).handleAccept = function (this: Acceptor, content, from) {
    const before = this.state(content.instance)?.promised;
    handleAccept.call(this, content, from);
    const participant = this.state(content.instance);
    if (participant !== undefined) participant.promised = before ?? -1;
  };
  const options = deciding((process, detector) => paxosOver(process, detector, Forgetful));
  const { counterexample } = await explore({ ...options, maxStates: PAXOS_BUDGET });
  expect(counterexample?.checker).toBe('monotonic rounds');
});
