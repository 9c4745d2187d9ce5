import { describe, expect, test } from '@jest/globals';
import { broadcast, crash, deliver, deliverAll, note, PROTOCOL, stream, verdictOf } from '../../test/record-stream.js';
import { causalOrder, fifoOrder, totalOrder } from './delivery-orders.js';
import { reliableBroadcast, uniformAgreement } from './reliable-broadcast.js';
import { reliableLink } from './reliable-link.js';

const of = { protocol: PROTOCOL };
const everyone = [0, 1, 2];

test('zero premises are not a pass', () => {
  const one = stream(broadcast(0, '0;0'), ...deliverAll(everyone, '0;0'));
  for (const checker of [reliableBroadcast(of), reliableLink(of)]) expect(verdictOf(checker, [])).toBe('unknown 0');
  for (const checker of [uniformAgreement(of), fifoOrder(of), causalOrder(of), totalOrder(of)])
    expect(verdictOf(checker, one)).toBe('unknown 0');
  expect(verdictOf(reliableBroadcast({ protocol: 'another' }), one)).toBe('unknown 0');
});

describe('reliable broadcast', () => {
  const checker = reliableBroadcast(of);

  test('holds, also where crashed processes know less', () => {
    const well = stream(broadcast(0, '0;0'), crash(2), ...deliverAll([0, 1], '0;0'));
    expect(verdictOf(checker, well)).toBe('holds 1');
    const alone = stream(broadcast(0, '0;0'), deliver(0, '0;0'), crash(0));
    expect(verdictOf(checker, alone)).toBe('holds 1');
  });

  test.each([
    [
      'a message that only some deliver',
      stream(broadcast(0, '0;0'), ...deliverAll([0, 1], '0;0')),
      'violated 1\np0 delivered 0;0 at t = 1, and p2, which is correct, never did',
    ],
    [
      'one that its origin does not deliver',
      stream(broadcast(0, '0;0')),
      'violated 1\np0, which is correct, broadcast 0;0 at t = 0 and never delivered it itself',
    ],
    [
      'a delivery twice',
      stream(broadcast(0, '0;0'), ...deliverAll(everyone, '0;0'), deliver(1, '0;0')),
      'violated 1\np1 delivered 0;0 at t = 4 and had delivered it at t = 2',
    ],
    [
      'a forged message',
      stream(broadcast(0, '0;0'), ...deliverAll(everyone, '0;0'), ...deliverAll(everyone, '1;0')),
      'p0 delivered 1;0 at t = 4, which no process had broadcast',
    ],
    [
      'one delivered before it was broadcast',
      stream(...deliverAll(everyone, '0;0'), broadcast(0, '0;0')),
      'p2 delivered 0;0 at t = 2, which no process had broadcast',
    ],
    [
      'two of one name',
      stream(broadcast(0, '0;0'), broadcast(1, '0;0'), ...deliverAll(everyone, '0;0')),
      'two broadcasts have the name 0;0: of p0 at t = 0, of p1 at t = 1',
    ],
    ['a delivery of nothing', stream(note(0, 'deliver')), 'p0 noted a deliver without saying of which message'],
  ])('catches %s', (_name, records, text) => {
    const verdict = verdictOf(checker, records);
    expect(verdict).toContain('violated');
    expect(verdict).toContain(text);
  });

  test('an incomplete run is checked for safety only', () => {
    const underWay = stream(broadcast(0, '0;0'), deliver(1, '0;0'));
    expect(verdictOf(checker, underWay, 3, false)).toBe('holds 1');
    expect(verdictOf(checker, stream(deliver(1, '0;0')), 3, false)).toContain('violated');
  });
});

test('uniform agreement includes deliveries of processes that crashed later', () => {
  const dropped = stream(broadcast(0, '0;0'), deliver(0, '0;0'), crash(0), deliver(1, '0;0'));
  expect(verdictOf(uniformAgreement(of), dropped)).toBe(
    'violated 1\np0, which crashed at t = 2, delivered 0;0 at t = 1, and p2, which is correct, never did',
  );
  const well = stream(broadcast(0, '0;0'), deliver(0, '0;0'), crash(0), ...deliverAll([1, 2], '0;0'));
  expect(verdictOf(uniformAgreement(of), well)).toBe('holds 1');
});

describe('FIFO order', () => {
  const two = [broadcast(0, '0;0'), broadcast(0, '0;1')];

  test('holds', () => {
    expect(verdictOf(fifoOrder(of), stream(...two, ...deliverAll(everyone, '0;0', '0;1')))).toBe('holds 3');
  });

  test.each([
    ['a swap', stream(...two, ...deliverAll([0, 1], '0;0', '0;1'), ...deliverAll([2], '0;1', '0;0'))],
    ['a gap', stream(...two, ...deliverAll([0, 1], '0;0', '0;1'), deliver(2, '0;1'))],
  ])('catches %s', (_name, records) => {
    expect(verdictOf(fifoOrder(of), records)).toBe(
      'violated 3\np2 delivered 0;1 at t = 6 without 0;0, which p0 broadcast before it, at t = 0',
    );
  });
});

describe('causal order', () => {
  const question = [broadcast(0, '0;0'), ...deliverAll([0, 1], '0;0')];
  const answer = [broadcast(1, '1;0'), ...deliverAll([0, 1], '1;0')];

  test('holds, and concurrent messages are free', () => {
    expect(verdictOf(causalOrder(of), stream(...question, ...answer, ...deliverAll([2], '0;0', '1;0')))).toBe(
      'holds 3',
    );
    const concurrent = stream(
      broadcast(0, '0;0'),
      broadcast(1, '1;0'),
      ...deliverAll([0], '0;0', '1;0'),
      ...deliverAll([1], '1;0', '0;0'),
    );
    expect(verdictOf(causalOrder(of), concurrent, 2)).toBe('unknown 0');
  });

  test('catches an answer before its question, over one that passed it on as well', () => {
    expect(verdictOf(causalOrder(of), stream(...question, ...answer, ...deliverAll([2], '1;0', '0;0')))).toBe(
      'violated 3\np2 delivered 1;0 at t = 6 without 0;0, on which it depends: p1 knew of it when it broadcast 1;0 at t = 3',
    );
    const chain = stream(
      ...question,
      broadcast(1, '1;0'),
      deliver(2, '0;0'),
      deliver(2, '1;0'),
      broadcast(2, '2;0'),
      deliver(3, '2;0'),
    );
    expect(verdictOf(causalOrder(of), chain, 4)).toContain('p3 delivered 2;0 at t = 7 without 0;0');
  });

  test('catches a swap of one origin', () => {
    const swapped = stream(broadcast(0, '0;0'), broadcast(0, '0;1'), ...deliverAll([1], '0;1', '0;0'));
    expect(verdictOf(causalOrder(of), swapped)).toContain('p1 delivered 0;1 at t = 2 without 0;0');
  });
});

describe('total order', () => {
  const two = [broadcast(0, '0;0'), broadcast(1, '1;0')];

  test('holds for sequences of different length', () => {
    const records = stream(...two, ...deliverAll([0, 1], '1;0', '0;0'), deliver(2, '1;0'));
    expect(verdictOf(totalOrder(of), records)).toBe('holds 1');
  });

  test.each([
    ['ties that are broken differently', ['0;0', '1;0']],
    ['a gap', ['0;0']],
  ])('catches %s', (_name, sequence) => {
    const records = stream(...two, ...deliverAll([0, 1], '1;0', '0;0'), ...deliverAll([2], ...sequence));
    expect(verdictOf(totalOrder(of), records)).toContain(
      'number 1 that was delivered is 1;0 at p0 (t = 2), but 0;0 at p2 (t = 6)',
    );
  });

  test('only the uniform order includes crashed processes', () => {
    const records = stream(...two, deliver(0, '0;0'), crash(0), ...deliverAll([1, 2], '1;0', '0;0'));
    expect(verdictOf(totalOrder(of), records)).toBe('holds 1');
    expect(verdictOf(totalOrder({ ...of, uniform: true }), records)).toContain('but 0;0 at p0 (t = 2)');
  });
});

describe('a reliable link', () => {
  const accept = (process: number, message: string, ...to: number[]) => note(process, 'accept', { message, to });

  test('holds between correct processes', () => {
    const records = stream(accept(0, '0;0', 1, 2), crash(2), deliver(1, '0;0'));
    expect(verdictOf(reliableLink(of), records)).toBe('holds 2');
  });

  test.each([
    ['a loss', stream(accept(0, '0;0', 1)), 'p0 sent 0;0 to p1 at t = 0; it never arrived'],
    ['a double', stream(accept(0, '0;0', 1), deliver(1, '0;0'), deliver(1, '0;0')), 'had done so at t = 1'],
    ['a forgery', stream(deliver(1, '0;0')), 'p1 delivered 0;0 at t = 0, which no process had sent to it'],
    [
      'a swap',
      stream(accept(0, '0;0', 1), accept(0, '0;1', 1), deliver(1, '0;1'), deliver(1, '0;0')),
      'p1 delivered 0;0 at t = 3, after 0;1, which was sent later',
    ],
  ])('catches %s', (_name, records, text) => {
    expect(verdictOf(reliableLink({ ...of, fifo: true }), records)).toContain(text);
  });
});
