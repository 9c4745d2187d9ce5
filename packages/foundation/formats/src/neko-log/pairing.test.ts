import { describe, expect, test } from '@jest/globals';
import { Pairing, type Wording } from './pairing.js';

function wording(to: readonly number[], messageType = 'T'): Wording {
  return { to, messageType, content: null };
}

describe('what arrives is paired with what was sent', () => {
  test('the k-th arrival at each receiver goes with the k-th sending of the same', () => {
    const pairing = new Pairing();
    expect([1, 1, 2, 1].map((key) => pairing.sent(0, key, wording([1, 2])))).toEqual([1, 2, 3, 4]);
    expect([1, 1, 2, 1].map((key) => pairing.arrived(0, key, 2))).toEqual([1, 2, 3, 4]);
    expect([2, 1, 1, 1].map((key) => pairing.arrived(0, key, 1))).toEqual([3, 1, 2, 4]);
  });

  test('senders are kept apart', () => {
    const pairing = new Pairing();
    expect([pairing.sent(0, 1, wording([2])), pairing.sent(1, 1, wording([2]))]).toEqual([1, 1]);
    expect([pairing.sent(0, 2, wording([2])), pairing.arrived(1, 1, 2), pairing.arrived(0, 2, 2)]).toEqual([2, 1, 2]);
  });

  test('a receiver that is listed twice gets two', () => {
    const pairing = new Pairing();
    pairing.sent(0, 1, wording([5, 5]));
    expect([5, 5, 5].map((receiver) => pairing.arrived(0, 1, receiver))).toEqual([1, 1, 0]);
  });

  test('a message that was not sent, or to another process, has no number', () => {
    const pairing = new Pairing();
    expect(pairing.arrived(0, 1, 1)).toBe(0);
    pairing.sent(0, 1, wording([1]));
    expect([pairing.arrived(0, 1, 9), pairing.arrived(0, 1, 1), pairing.arrived(0, 1, 1)]).toEqual([0, 1, 0]);
    expect(pairing.sent(0, 1, wording([]))).toBe(2);
    expect(pairing.arrived(0, 1, 1)).toBe(0);
  });

  test('what has arrived everywhere is forgotten', () => {
    const pairing = new Pairing();
    pairing.sent(0, 1, wording([1, 2]));
    pairing.arrived(0, 1, 1);
    expect(pairing.wordingOf(0, 1)).toBeDefined();
    pairing.arrived(0, 1, 2);
    expect(pairing.wordingOf(0, 1)).toBeUndefined();
  });
});

describe('losses', () => {
  test('a lost heartbeat does not shift the ones after it', () => {
    const pairing = new Pairing();
    pairing.sent(0, 1, wording([1, 2]));
    expect(pairing.lost(0, 2, 'T')).toBe(1);
    pairing.sent(0, 1, wording([1, 2]));
    expect([pairing.arrived(0, 1, 1), pairing.arrived(0, 1, 2), pairing.arrived(0, 1, 1)]).toEqual([1, 2, 2]);
    expect(pairing.wordingOf(0, 1)).toBeUndefined();
  });

  test('the oldest of the type to that receiver is taken for it', () => {
    const pairing = new Pairing();
    pairing.sent(0, 1, wording([1], 'OTHER'));
    pairing.sent(0, 2, wording([2]));
    pairing.sent(0, 3, wording([1]));
    pairing.sent(0, 4, wording([1]));
    expect([pairing.lost(0, 1, 'T'), pairing.lost(0, 1, 'T'), pairing.lost(0, 1, 'T')]).toEqual([3, 4, 0]);
    expect(pairing.lost(7, 1, 'T')).toBe(0);
  });

  test('keeps its number if it arrives after all', () => {
    const pairing = new Pairing();
    pairing.sent(0, 1, wording([1]));
    pairing.sent(0, 2, wording([1]));
    expect([pairing.lost(0, 1, 'T'), pairing.arrived(0, 1, 1), pairing.arrived(0, 1, 1)]).toEqual([1, 1, 0]);
  });
});

describe('the memory is bounded', () => {
  test('of the same, the newest thousand are kept', () => {
    const pairing = new Pairing();
    for (let i = 0; i < 3000; i++) pairing.sent(0, 1, wording([1, 2]));
    expect([pairing.arrived(0, 1, 1), pairing.arrived(0, 1, 1)]).toEqual([1977, 1978]);
  });

  test('of different ones, the newest four thousand of a process', () => {
    const pairing = new Pairing();
    for (let key = 1; key <= 5000; key++) pairing.sent(0, key, wording([1]));
    expect([904, 905, 5000].map((key) => pairing.arrived(0, key, 1))).toEqual([0, 905, 5000]);
  });

  test('keeps 2^17 sendings in all; a process without any cannot make room', () => {
    const pairing = new Pairing();
    for (let process = 0; process < 34; process++) {
      for (let key = 0; key < 4000; key++) pairing.sent(process, key, wording([1]));
    }
    expect(pairing.arrived(0, 0, 1)).toBe(1);
    expect([0, 3999].map((key) => pairing.arrived(32, key, 1))).toEqual([0, 4000]);
    expect([0, 3999].map((key) => pairing.arrived(33, key, 1))).toEqual([0, 0]);
  });
});
