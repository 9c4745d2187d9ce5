import { describe, expect, test } from '@jest/globals';
import { arrive, crash, drop, note, recover, send, stream, verdictOf } from '../../test/record-stream.js';
import { network } from './network.js';

test('copies are delivered, dropped, or under way', () => {
  const records = stream(send(0, 1, [1, 2]), arrive(1, 0, 1, [1, 2]), drop(2, 0, 1), send(1, 1, [0]));
  expect(verdictOf(network(), records)).toBe('holds 3');
});

test('nothing sent is nothing shown', () => {
  expect(verdictOf(network(), stream(note(0, 'enter')))).toBe('unknown 0');
});

describe('catches', () => {
  test.each([
    ['a message from nowhere', stream(arrive(1, 0, 1)), {}, 'at t = 0 p1 got M number 1 of p0, which p0 had not sent'],
    ['a loss from nowhere', stream(drop(1, 0, 1)), {}, 'at t = 0 lost for p1 was M number 1 of p0, which p0 had not'],
    [
      'one for another',
      stream(send(0, 1, [2]), arrive(1, 0, 1)),
      {},
      'p1 got M number 1 of p0, which p0 had not sent to',
    ],
    [
      'a forged content',
      stream(send(0, 1, [1], { a: 1 }), arrive(1, 0, 1, [1], { a: 2 })),
      {},
      'p1 got M number 1 of p0 other than it was sent: {"a":2} instead of {"a":1}',
    ],
    [
      'a second copy',
      stream(send(0, 1, [1]), arrive(1, 0, 1), arrive(1, 0, 1)),
      {},
      'at t = 2 p1 got M number 1 of p0, the copy 2 of it: 1 was sent and nothing duplicates',
    ],
    [
      'overtaking',
      stream(send(0, 1, [1]), send(0, 2, [1]), arrive(1, 0, 2), arrive(1, 0, 1)),
      { fifo: true },
      'at t = 3 p1 got M number 1 of p0 after the number 2: the link is not FIFO',
    ],
    [
      'what vanishes',
      stream(send(0, 1, [1]), send(0, 2, [1]), arrive(1, 0, 2)),
      { mostSecondsUnderWay: 1 },
      'M number 1 of p0, sent at t = 0, was neither delivered nor dropped by t = 2, 1 of its copies',
    ],
    [
      'the dead who speak',
      stream(crash(0), send(0, 1, [1])),
      {},
      'p0 crashed at t = 0 and yet there is a send of it at t = 1',
    ],
    ['the dead who hear', stream(send(0, 1, [1]), crash(1), arrive(1, 0, 1)), {}, 'there is a deliver of it at t = 2'],
    ['a process that is none', stream(send(3, 1, [1])), {}, 'unknown process 3: n is 3'],
  ])('%s', (_name, records, promise, text) => {
    const verdict = verdictOf(network(promise), records);
    expect(verdict).toContain('violated');
    expect(verdict).toContain(text);
  });
});

test('allowed behaviour is not a violation', () => {
  const twice = stream(send(0, 1, [1]), arrive(1, 0, 1), arrive(1, 0, 1), drop(1, 0, 1));
  expect(verdictOf(network({ duplicates: true }), twice)).toBe('holds 1');
  const overtaking = stream(send(0, 1, [1]), send(0, 2, [1]), arrive(1, 0, 2), arrive(1, 0, 1));
  expect(verdictOf(network(), overtaking)).toBe('holds 2');
  const doubled = stream(send(0, 1, [1]), send(0, 2, [1]), arrive(1, 0, 1), arrive(1, 0, 2), arrive(1, 0, 1));
  expect(verdictOf(network({ fifo: true, duplicates: true }), doubled)).toBe('holds 2');
  expect(verdictOf(network(), stream(crash(0), recover(0), send(0, 1, [1])))).toBe('holds 1');
  const underWay = stream(send(0, 1, [1]), note(0, 'enter'), note(0, 'exit'));
  expect(verdictOf(network({ mostSecondsUnderWay: 1 }), underWay, 3, false)).toBe('holds 1');
});
