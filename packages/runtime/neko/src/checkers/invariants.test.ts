import { describe, expect, test } from '@jest/globals';
import {
  crash,
  decide,
  deliver,
  note,
  PROTOCOL,
  propose,
  recover,
  stream,
  verdictOf,
} from '../../test/record-stream.js';
import { consensus } from './consensus.js';
import { groupViews } from './group-views.js';
import { leaderElection, omega } from './leader.js';
import { logicalClock } from './logical-clock.js';
import { roundValues, safeValues } from './safe-values.js';
import { sequenceNumbers, stableDelivery } from './stable-delivery.js';
import { token } from './token.js';

const of = { protocol: PROTOCOL };
type Shorthand = ReturnType<typeof note>;
const promise = (process: number, round: number) => note(process, 'promise', { instance: 0, round });
const adopt = (process: number, round: number, value: string) => note(process, 'adopt', { instance: 0, round, value });
const coordinate = (process: number, round: number, value: string) =>
  note(process, 'coordinate', { instance: 0, round, value });

describe('safe values', () => {
  const check = (...records: readonly Shorthand[]): string => verdictOf(safeValues(of), stream(...records));

  test('allows any value if a majority of promises comes without one', () => {
    expect(check(promise(0, 1), promise(1, 1), coordinate(1, 1, 'b'))).toBe('holds 1');
    expect(check(adopt(0, 0, 'a'), promise(0, 1), promise(1, 1), promise(2, 1), coordinate(1, 1, 'b'))).toBe('holds 1');
  });

  test('needs no promises in the first round', () => {
    expect(check(coordinate(0, 0, 'a'))).toBe('unknown 0');
    expect(verdictOf(safeValues({ ...of, firstRound: 1 }), stream(coordinate(0, 1, 'a')))).toBe('unknown 0');
  });

  test('catches a coordinator without a majority of promises', () => {
    expect(check(promise(1, 1), coordinate(1, 1, 'b'))).toContain(
      'with the promises of 1 processes, which are no majority',
    );
  });

  test('catches a coordinator that ignores what was adopted', () => {
    expect(check(adopt(0, 0, 'a'), promise(0, 1), promise(1, 1), coordinate(1, 1, 'b'))).toContain(
      'p1 stood for "b" in round 1 of instance 0 at t = 3, though p0, which had promised it, had adopted "a" in round 0',
    );
  });

  test('takes the value adopted last', () => {
    const past = [adopt(0, 0, 'a'), adopt(1, 1, 'b'), promise(0, 2), promise(1, 2)];
    expect(check(...past, coordinate(2, 2, 'b'))).toBe('holds 1');
    expect(check(...past, coordinate(2, 2, 'a'))).toContain('violated');
  });
});

describe('round values', () => {
  const check = (...records: readonly Shorthand[]): string => verdictOf(roundValues(of), stream(...records));

  test('holds if all adopt the value of the coordinator', () => {
    expect(check(coordinate(0, 1, 'a'), adopt(0, 1, 'a'), adopt(1, 1, 'a'))).toBe('holds 2');
  });

  test('catches another value, an early adoption and two coordinators', () => {
    expect(check(coordinate(0, 1, 'a'), adopt(1, 1, 'b'))).toContain(
      'adopted "b" in round 1 of instance 0 at t = 1, not "a"',
    );
    expect(check(adopt(1, 1, 'b'))).toContain('before its coordinator stood for any');
    expect(check(coordinate(0, 1, 'a'), coordinate(1, 1, 'a'))).toContain('violated');
  });
});

describe('stable delivery', () => {
  const receive = (process: number, message = '0;0') => note(process, 'receive', { message });

  test('needs all processes, or a majority', () => {
    const records = stream(receive(0), receive(1), deliver(0, '0;0'));
    expect(verdictOf(stableDelivery({ ...of, by: 'majority' }), records)).toBe('holds 1');
    expect(verdictOf(stableDelivery(of), records)).toContain(
      'p0 delivered 0;0 at t = 2, when only p0, p1 of 3 had received it',
    );
    expect(verdictOf(stableDelivery(of), stream(receive(0), receive(1), receive(2), deliver(0, '0;0')))).toBe(
      'holds 1',
    );
    expect(verdictOf(stableDelivery(of), stream(deliver(0, '0;0')))).toContain('when no process of 3 had received it');
  });
});

describe('sequence numbers', () => {
  const number = (message: string, value: number) => note(0, 'number', { message, number: value });
  const check = (...records: readonly Shorthand[]): string => verdictOf(sequenceNumbers(of), stream(...records));

  test('holds if deliveries follow the numbers', () => {
    expect(check(number('a', 0), number('b', 1), deliver(1, 'a'), deliver(1, 'b'), deliver(2, 'a'))).toBe('holds 2');
  });

  test.each([
    ['a gap', [number('a', 1)], 'gave a the number 1 at t = 0, the next number being 0'],
    ['a second number', [number('a', 0), number('a', 1)], 'and it had the number 0'],
    [
      'a delivery out of place',
      [number('a', 0), number('b', 1), deliver(1, 'b')],
      'in place 0, which has the number 1',
    ],
    ['a delivery without a number', [number('a', 0), deliver(1, 'b')], 'which has no number'],
  ])('catches %s', (_name, records, text) => {
    expect(check(...records)).toContain(text);
  });
});

describe('token', () => {
  const hold = (process: number) => note(process, 'hold');
  const pass = (process: number, to: number) => note(process, 'pass', { to });
  const check = (...records: readonly Shorthand[]): string => verdictOf(token(of), stream(...records));

  test('holds while it is passed on', () => {
    expect(check(hold(0), note(0, 'number', {}), pass(0, 1), hold(1), pass(1, 2), hold(2))).toBe('holds 2');
  });

  test.each([
    ['two holders', [hold(0), hold(1)], 'p1 got the token at t = 1, which p0 holds since t = 0'],
    ['another holder', [hold(0), pass(0, 1), hold(2)], 'p2 got the token at t = 2, which p0 had passed to p1'],
    ['a token from nowhere', [hold(0), pass(1, 2)], 'p1 passed the token at t = 1 without holding it'],
    [
      'a number without it',
      [hold(0), note(1, 'number', {})],
      'p1 assigned a number at t = 1 without holding the token',
    ],
  ])('catches %s', (_name, records, text) => {
    expect(check(...records)).toContain(text);
  });
});

describe('logical clock', () => {
  const accept = (process: number, message: string, time: number | number[]) =>
    note(process, 'accept', { message, time });
  const arrive = (process: number, message: string, time: number | number[]) =>
    note(process, 'deliver', { message, time });

  test('a delivery is later than its message and the event before', () => {
    const check = (...records: readonly Shorthand[]): string => verdictOf(logicalClock(of), stream(...records));
    expect(check(accept(0, 'a', 3), arrive(1, 'a', 4))).toBe('holds 1');
    expect(check(accept(0, 'a', 3), arrive(1, 'a', 3))).toContain('has the time 3, not after the accept of a by p0');
    expect(check(accept(0, 'a', 1), accept(1, 'b', 5), arrive(1, 'a', 4))).toContain('violated');
  });

  test('a vector names exactly the events known', () => {
    const vector = { ...of, time: 'vector' } as const;
    const records = (time: number[]) =>
      stream(accept(0, 'a', [1, 0, 0]), accept(0, 'b', [2, 0, 0]), arrive(1, 'a', time));
    expect(verdictOf(logicalClock(vector), records([1, 1, 0]))).toBe('holds 1');
    expect(verdictOf(logicalClock(vector), records([2, 1, 0]))).toContain(
      'which does not depend on the accept of b by p0',
    );
    expect(verdictOf(logicalClock(vector), records([0, 1, 0]))).toContain('not after');
  });
});

describe('guarantees of single protocols', () => {
  const elect = (process: number, term: number, leader: number) => note(process, 'elect', { term, leader });

  test('terms come one by one', () => {
    const check = (oneByOne: boolean, ...terms: readonly number[]): string =>
      verdictOf(leaderElection({ ...of, oneByOne }), stream(...terms.map((term) => elect(0, term, 1))));
    expect(check(false, 0, 2)).toBe('unknown 0');
    expect(check(true, 0, 2)).toContain('p0 entered term 2 at t = 1 after term 0');
    expect(check(true, 1)).toContain('p0 entered term 1 at t = 0 as its first one');
    expect(check(false, 2, 1)).toContain('p0 entered term 1 at t = 1 after term 2');
  });

  test('the leader of a term is named once, and again only after a recovery', () => {
    const check = (...records: readonly Shorthand[]): string => verdictOf(leaderElection(of), stream(...records));
    const again = 'p0 entered term 1 at t = 3 after term 1';
    expect(check(elect(0, 1, 1), crash(0), recover(0), elect(0, 1, 1))).toBe('holds 1');
    expect(check(elect(0, 1, 1), crash(1), recover(1), elect(0, 1, 1))).toContain(again);
    expect(check(crash(0), recover(0), elect(0, 1, 1), elect(0, 1, 1))).toContain(again);
  });

  test('a lasting leader is correct and known to all correct processes', () => {
    const check = (...records: readonly Shorthand[]): string =>
      verdictOf(leaderElection({ ...of, lasting: true }), stream(...records));
    const all = [0, 1, 2].map((id) => elect(id, 0, 2));
    expect(check(...all)).toBe('holds 2');
    expect(check(...all, crash(2))).toContain('the last leader of p0, since t = 0, is p2, which is not correct');
    expect(check(...all, elect(0, 1, 0))).toContain('p1, which is correct, is still in term 0, but p0 is in term 1');
    expect(check(elect(0, 0, 2), elect(1, 0, 2))).toContain('p2, which is correct, never knew a leader');
  });

  test('the lowest correct process is trusted, if required', () => {
    const trust = [0, 1, 2].map((id) => note(id, 'leader', { leader: 1 }));
    expect(verdictOf(omega(of), stream(...trust))).toBe('holds 3');
    expect(verdictOf(omega({ ...of, lowest: true }), stream(...trust))).toContain('and p0 is correct too');
  });

  test('one proposal suffices, if required', () => {
    const records = stream(propose(0, 'a'), crash(2), decide(0, 'a'));
    expect(verdictOf(consensus({ ...of, oneSuffices: true }), stream(propose(0, 'a')))).toContain(
      'a correct one proposed',
    );
    expect(verdictOf(consensus(of), stream(propose(0, 'a')))).toBe('unknown 0');
    expect(verdictOf(consensus({ ...of, oneSuffices: true }), records)).toContain(
      'p1, which is correct, never decided',
    );
  });

  test('a message of a view is delivered once, if it was broadcast, and by all in the last view', () => {
    const views = [0, 1, 2].map((id) => note(id, 'view', { view: 0, members: [0, 1, 2] }));
    const sent = note(0, 'broadcast', { message: 'a', view: 0 });
    const got = (id: number, message = 'a') => note(id, 'deliver', { message, view: 0 });
    const check = (...records: readonly Shorthand[]): string => verdictOf(groupViews(of), stream(...views, ...records));
    expect(check(sent, got(0), got(1), got(2))).toBe('holds 2');
    expect(check(sent, got(0), got(1), got(1), got(2))).toContain('p1 delivered a at t = 6 for the second time');
    expect(check(sent, ...[0, 1, 2].flatMap((id) => [got(id), got(id, 'b')]))).toContain(
      'p0 delivered b in view 0 at t = 5, which no process had broadcast',
    );
    expect(check(sent, got(0), got(1))).toContain('p2, which is correct and in this view, never delivered it');
  });
});
