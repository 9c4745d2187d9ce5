import { describe, expect, test } from '@jest/globals';
import {
  broadcast,
  crash,
  decide,
  note,
  PROTOCOL,
  propose,
  stream,
  suspect,
  verdictOf,
} from '../../test/record-stream.js';
import { type CheckResult, describeResults, mergeResults } from './checker.js';
import { consensus } from './consensus.js';
import { failureDetector } from './failure-detector.js';
import { groupViews } from './group-views.js';
import { leaderElection, omega } from './leader.js';
import { lockedValue } from './locked-value.js';
import { monotonicRounds } from './monotonic-rounds.js';
import { mutualExclusion } from './mutual-exclusion.js';
import { snapshotConsistency } from './snapshot.js';

const of = { protocol: PROTOCOL };
const proposals = [propose(0, 'a'), propose(1, 'b'), propose(2, 'b')];

describe('consensus', () => {
  test('holds with a process that crashed before it decided', () => {
    const records = stream(...proposals, decide(0, 'b'), crash(2), decide(1, 'b'));
    expect(verdictOf(consensus(of), records)).toBe('holds 3');
    expect(verdictOf(consensus(of), [])).toBe('unknown 0');
  });

  test.each([
    [
      'two decisions',
      [decide(0, 'a'), decide(1, 'b'), decide(2, 'b')],
      'p1 decided "b" in instance 0 at t = 4, but p0 decided "a" in instance 0 at t = 3',
    ],
    ['an early decision', [decide(0, 'a'), crash(0), decide(1, 'b'), decide(2, 'b')], 'but p0 decided "a"'],
    [
      'a value that was not proposed',
      [decide(0, 'c'), decide(1, 'c'), decide(2, 'c')],
      'p0 decided "c" in instance 0 at t = 3, which no process had proposed (proposals: "a" by p0, "b" by p1, "b" by p2)',
    ],
    [
      'deciding twice',
      [decide(0, 'b'), decide(0, 'b'), decide(1, 'b'), decide(2, 'b')],
      'p0 decided "b" in instance 0 at t = 4, having decided at t = 3',
    ],
    [
      'one who never decides',
      [decide(0, 'b'), decide(1, 'b')],
      'p0 decided "b" in instance 0 at t = 3, and p2, which is correct, never decided instance 0',
    ],
    ['no decision', [], 'all correct ones proposed in instance 0, and p0, which is correct, never decided'],
  ])('catches %s', (_name, decisions, text) => {
    const verdict = verdictOf(consensus(of), stream(...proposals, ...decisions));
    expect(verdict).toContain('violated');
    expect(verdict).toContain(text);
  });

  test('rejects a value proposed later, and a late decision', () => {
    expect(verdictOf(consensus(of), stream(decide(0, 'a'), ...proposals), 3, false)).toContain('(proposals: nothing)');
    const late = stream(...proposals, decide(0, 'a'), decide(1, 'a'), decide(2, 'a'));
    expect(verdictOf(consensus({ ...of, deadline: 4 }), late)).toContain(
      'p2 decided "a" in instance 0 at t = 5, after t = 4',
    );
  });

  test('the order of fields does not matter', () => {
    const records = stream(propose(0, { a: 1, b: 2 }), decide(0, { b: 2, a: 1 }));
    expect(verdictOf(consensus(of), records, 1)).toBe('holds 2');
  });
});

/** A step of a process in a round of instance 0. */
const step = (event: string) => (process: number, round: number, value?: string) =>
  note(process, event, { instance: 0, round, ...(value !== undefined && { value }) });
const adopt = step('adopt');

describe('a locked value', () => {
  const coordinate = step('coordinate');

  test('stays, and nothing is locked before a majority has adopted it', () => {
    const minority = [coordinate(0, 1, 'a'), adopt(0, 1, 'a'), adopt(0, 1, 'a'), coordinate(1, 2, 'b')];
    expect(verdictOf(lockedValue(of), stream(...minority))).toBe('unknown 0');
    const locked = [adopt(1, 2, 'b'), adopt(2, 2, 'b'), coordinate(2, 3, 'b'), coordinate(0, 4, 'b')];
    expect(verdictOf(lockedValue(of), stream(...minority, ...locked))).toBe('holds 2');
  });

  test('is what is decided', () => {
    const early = stream(adopt(0, 1, 'a'), adopt(1, 2, 'a'), decide(0, 'a'));
    expect(verdictOf(lockedValue(of), early)).toContain(
      'p0 decided "a" in instance 0 at t = 2, before a majority had adopted it in one round',
    );
    expect(verdictOf(lockedValue(of), stream(adopt(0, 1, 'a'), adopt(1, 1, 'a'), decide(0, 'a')))).toBe('holds 1');
  });

  test('is caught when a later coordinator stands for another, also if it spoke before the majority was complete', () => {
    const records = stream(adopt(0, 1, 'a'), coordinate(1, 2, 'b'), adopt(2, 1, 'a'));
    expect(verdictOf(lockedValue(of), records)).toContain(
      'p1 stood for "b" in round 2 of instance 0 at t = 1, though a majority had adopted "a" in round 1, the last of them ' +
        'p2 at t = 2',
    );
  });
});

describe('the rounds of a process', () => {
  const promise = step('promise');

  test('may rise, or stay, in each instance', () => {
    const records = stream(promise(0, 3), adopt(0, 3, 'a'), promise(1, 1), promise(0, 5), adopt(1, 1, 'a'));
    expect(verdictOf(monotonicRounds(of), records)).toBe('holds 3');
    expect(verdictOf(monotonicRounds(of), stream(promise(0, 3), promise(1, 1)))).toBe('unknown 0');
  });

  test.each([
    [
      'a value adopted below a promise',
      [promise(0, 3), adopt(0, 2, 'a')],
      'p0 adopted a value in round 2 of instance 0',
    ],
    [
      'a promise below an adopted value',
      [adopt(0, 3, 'a'), promise(0, 2)],
      'it had adopted a value in round 3 at t = 0',
    ],
    ['a lower round after a fall', [promise(0, 3), promise(0, 1), promise(0, 2)], 'p0 promised round 2 of instance 0'],
  ])('catches %s', (_name, steps, text) => {
    expect(verdictOf(monotonicRounds(of), stream(...steps))).toContain(text);
  });
});

describe('a failure detector', () => {
  const detector = { detector: PROTOCOL };

  test('is complete and, in the end, accurate', () => {
    const records = stream(suspect(0, 1), suspect(0, 1, false), crash(2), suspect(0, 2), suspect(1, 2));
    expect(verdictOf(failureDetector(detector), records)).toBe('holds 3');
    expect(verdictOf(failureDetector({ ...detector, accuracy: 'none' }), stream(suspect(0, 1)))).toBe('unknown 0');
  });

  test.each([
    [
      'one who does not see a crash',
      {},
      [crash(2), suspect(0, 2)],
      'p2 crashed at t = 0, and p1, which is correct, never suspected it',
    ],
    [
      'one who forgets it',
      {},
      [crash(2), suspect(0, 2), suspect(1, 2), suspect(1, 2, false)],
      'p1, which is correct, stopped suspecting it at t = 3',
    ],
    [
      'one who is slow',
      { mostDetectionSeconds: 1 },
      [crash(2), suspect(0, 2), suspect(1, 2)],
      'p1, which is correct, suspected it for good only at t = 2, not within 1 s',
    ],
    ['a lasting mistake', {}, [suspect(0, 1)], 'p0 suspected at t = 0 p1, which is correct, and not only for a while'],
    [
      'a late mistake',
      { accurateFrom: 1 },
      [suspect(0, 1), suspect(0, 1, false), suspect(0, 1), suspect(0, 1, false)],
      'p0 suspected at t = 2 p1',
    ],
    [
      'a mistake of a perfect one',
      { accuracy: 'perpetual' },
      [suspect(0, 2), crash(2), suspect(1, 2)],
      'p0 suspected at t = 0 p2, which had not crashed',
    ],
  ] as const)('is caught: %s', (_name, options, records, text) => {
    const verdict = verdictOf(failureDetector({ ...detector, ...options }), stream(...records));
    expect(verdict).toContain('violated');
    expect(verdict).toContain(text);
  });

  test('a weak one may leave some in the dark, and some wrongly suspected', () => {
    const weak = { ...detector, completeness: 'weak', accuracy: 'eventual weak' } as const;
    expect(verdictOf(failureDetector(weak), stream(crash(2), suspect(0, 2), suspect(0, 1)))).toBe('holds 3');
    const blind = stream(crash(2), suspect(0, 1), suspect(1, 0));
    expect(verdictOf(failureDetector(weak), blind)).toContain('never suspected it');
    expect(verdictOf(failureDetector(weak), blind)).toContain('p1 suspected at t = 2 p0');
  });
});

describe('leaders', () => {
  const elect = (process: number, term: number, leader: number) => note(process, 'elect', { term, leader });
  const trust = (process: number, leader: number) => note(process, 'leader', { leader });

  test('one for each term', () => {
    expect(verdictOf(leaderElection(of), stream(elect(0, 1, 0), elect(1, 1, 0), elect(1, 2, 1)))).toBe('holds 1');
    expect(verdictOf(leaderElection(of), stream(elect(0, 1, 0), elect(1, 1, 1)))).toContain(
      'term 1 has two leaders: p0 according to p0 at t = 0, p1 according to p1 at t = 1',
    );
    expect(verdictOf(leaderElection(of), stream(elect(0, 1, 7)))).toContain('p0 elected 7 at t = 0: n is 3');
  });

  test('Ω: in the end all trust one correct process', () => {
    const well = stream(trust(0, 2), trust(0, 0), trust(1, 0), crash(2));
    expect(verdictOf(omega(of), well)).toBe('holds 3');
    expect(verdictOf(omega({ ...of, stableFrom: 1 }), well)).toContain(
      'p1 changed its leader to p0 at t = 2, after t = 1',
    );
    expect(verdictOf(omega(of), stream(trust(0, 2), trust(1, 2), crash(2)))).toContain(
      'p0 trusts p2 since t = 0, which is not correct',
    );
    expect(verdictOf(omega(of), stream(trust(0, 0), trust(1, 1)), 2)).toContain(
      'p1 trusts p1 since t = 1, but p0 trusts p0',
    );
    expect(verdictOf(omega(of), stream(trust(0, 0)), 2)).toContain('p1, which is correct, never named a leader');
  });
});

describe('mutual exclusion', () => {
  const request = (process: number) => note(process, 'request');
  const enter = (process: number) => note(process, 'enter');
  const exit = (process: number) => note(process, 'exit');

  test('holds', () => {
    const records = stream(
      request(0),
      request(1),
      enter(0),
      exit(0),
      enter(1),
      crash(1),
      request(2),
      enter(2),
      exit(2),
    );
    expect(verdictOf(mutualExclusion(of), records)).toBe('holds 3');
    expect(verdictOf(mutualExclusion(of), stream(request(0)), 3, false)).toBe('unknown 0');
  });

  test.each([
    [
      'two inside',
      [request(0), request(1), enter(0), enter(1), exit(0), exit(1)],
      'p1 entered at t = 3, while p0 was inside since t = 2',
    ],
    [
      'a process that waits forever',
      [request(0), request(1), enter(0), exit(0)],
      'p1 asked to enter at t = 1 and never entered',
    ],
    ['one who did not ask', [enter(0), exit(0)], 'p0 entered at t = 0 without asking'],
    ['one who leaves before it entered', [exit(0)], 'p0 left at t = 0 without having entered'],
  ])('catches %s', (_name, records, text) => {
    expect(verdictOf(mutualExclusion(of), stream(...records))).toContain(text);
  });
});

describe('group views', () => {
  const view = (process: number, number: number, ...members: number[]) =>
    note(process, 'view', { view: number, members });
  const deliverIn = (process: number, message: string, number: number) =>
    note(process, 'deliver', { message, view: number });
  const first = [view(0, 0, 0, 1, 2), view(1, 0, 0, 1, 2), view(2, 0, 0, 1, 2)];

  test('hold', () => {
    const records = stream(
      ...first,
      broadcast(0, '0;0'),
      deliverIn(0, '0;0', 0),
      crash(2),
      deliverIn(1, '0;0', 0),
      view(0, 1, 0, 1),
      view(1, 1, 1, 0),
    );
    expect(verdictOf(groupViews(of), records)).toBe('holds 3');
  });

  test.each([
    [
      'a view of two kinds',
      [...first, crash(2), view(0, 1, 0, 1), view(1, 1, 1)],
      'view 1 is (0, 1) at p0 (t = 4), but (1) at p1 (t = 5)',
    ],
    ['going back', [...first, view(0, 0, 0, 1, 2)], 'p0 installed view 0 (0, 1, 2) at t = 3 after view 0'],
    ['a view of others', [view(0, 0, 1, 2)], 'p0 installed view 0 (1, 2) at t = 0, of which it is no member'],
    [
      'a message that one missed',
      [...first, deliverIn(0, '0;0', 0), crash(2), view(0, 1, 0, 1), view(1, 1, 0, 1)],
      'p0 and p1 both went from view 0 to view 1, but only p0 delivered 0;0 before',
    ],
    [
      'a message in two views',
      [...first, deliverIn(0, '0;0', 0), view(1, 1, 0, 1, 2), deliverIn(1, '0;0', 1)],
      'p1 delivered 0;0 in view 1 at t = 5, but p0 in view 0 at t = 3',
    ],
    [
      'a crashed one that stays',
      [...first, crash(2)],
      'the last view of p0 is (0, 1, 2), since t = 0: the correct ones are (0, 1)',
    ],
    ['a delivery before any view', [deliverIn(0, '0;0', 0)], 'p0 delivered 0;0 at t = 0 before it installed a view'],
  ])('catch %s', (_name, records, text) => {
    const verdict = verdictOf(groupViews(of), stream(...records));
    expect(verdict).toContain('violated');
    expect(verdict).toContain(text);
  });

  test('processes that were excluded and came back together need not agree', () => {
    const back = [view(0, 2, 0, 1), view(1, 2, 0, 1)];
    const records = stream(...first, deliverIn(0, '0;0', 0), crash(2), ...back);
    expect(verdictOf(groupViews(of), records)).toBe('holds 3');
  });

  test('the view of the sender, where that is promised', () => {
    const records = stream(...first, note(0, 'broadcast', { message: '0;0', view: 1 }), deliverIn(0, '0;0', 0));
    expect(verdictOf(groupViews({ ...of, sendingView: true }), records)).toContain(
      'p0 delivered 0;0 in view 0 at t = 4, which was broadcast in view 1',
    );
    expect(verdictOf(groupViews(of), records)).not.toContain('violated');
  });
});

test('a snapshot is a consistent cut', () => {
  const part = (process: number, sent: number[], received: number[], underWay: number[]) =>
    note(process, 'snapshot', {
      id: '0;0',
      state: { sent, received },
      channels: underWay.map((count, from) => ({ from, messages: new Array<null>(count).fill(null) })),
    });
  const checker = snapshotConsistency({ ...of, countsOf: (state) => state as { sent: number[]; received: number[] } });
  const sender = part(0, [0, 3], [0, 0], [0, 0]);
  expect(verdictOf(checker, stream(sender, part(1, [0, 0], [2, 0], [1, 0])), 2)).toBe('holds 1');
  expect(verdictOf(checker, stream(sender, part(1, [0, 0], [2, 0], [0, 0])), 2)).toContain(
    'in snapshot 0;0 p0 had sent 3 messages to p1, which had received 2, with 0 under way',
  );
  expect(verdictOf(checker, stream(sender), 2)).toContain('snapshot 0;0 has no part of p1');
  expect(verdictOf(checker, stream(sender), 2, false)).toBe('unknown 0');
});

test('results of several runs are one', () => {
  const result = (verdict: CheckResult['verdict'], premises: number): CheckResult => ({
    name: 'promise',
    verdict,
    premises,
    violations: verdict === 'violated' ? [{ text: 'broken', records: [] }] : [],
  });
  expect(mergeResults([result('unknown', 0), result('holds', 2)])).toEqual([result('holds', 2)]);
  expect(describeResults(mergeResults([result('holds', 2), result('violated', 1)]))).toBe(
    'promise: violated (premises: 3)\n  broken',
  );
});
