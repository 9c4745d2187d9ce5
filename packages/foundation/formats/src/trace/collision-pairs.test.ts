import { describe, expect, test } from '@jest/globals';
import { CollisionPairs } from './collision-pairs.js';

describe('a collision is a contact that ended at least one motion, counted once per pair', () => {
  test('both motions of a pair end at the contact', () => {
    const pairs = new CollisionPairs();
    pairs.touched(0, 'robot', 1);
    expect(pairs.ended(0, 'robot', 1, 5)).toBe(true);
    expect(pairs.ended(1, 'robot', 0, 5)).toBe(false);
  });

  test('robots that press on without a release collide once', () => {
    const pairs = new CollisionPairs();
    pairs.touched(0, 'robot', 1);
    expect(pairs.ended(0, 'robot', 1, 5)).toBe(true);
    expect(pairs.ended(0, 'robot', 1, 6)).toBe(false);
    pairs.released(0, 'robot', 1);
    pairs.touched(0, 'robot', 1);
    expect(pairs.ended(1, 'robot', 0, 8)).toBe(true);
  });

  test('the first robot leaves before the second one is notified', () => {
    const pairs = new CollisionPairs();
    pairs.touched(0, 'robot', 1);
    expect(pairs.ended(0, 'robot', 1, 5)).toBe(true);
    pairs.released(0, 'robot', 1);
    expect(pairs.ended(1, 'robot', 0, 5)).toBe(false);
  });

  test('a bounce is over before the motions end, and counts', () => {
    const pairs = new CollisionPairs();
    pairs.touched(0, 'robot', 1);
    pairs.released(0, 'robot', 1);
    expect(pairs.ended(0, 'robot', 1, 5)).toBe(true);
    expect(pairs.ended(1, 'robot', 0, 5)).toBe(false);
  });

  test('a contact that ended no motion counts when a robot presses on it later', () => {
    const pairs = new CollisionPairs();
    pairs.touched(0, 'robot', 1);
    pairs.touched(0, 'obstacle', 1);
    expect(pairs.ended(0, 'obstacle', 1, 5)).toBe(true);
    expect(pairs.ended(1, 'robot', 0, 6)).toBe(true);
    expect(pairs.ended(0, 'robot', 1, 7)).toBe(false);
  });

  test('several contacts at one instant, all of them released at once, count each', () => {
    const pairs = new CollisionPairs();
    for (const id of [1, 2, 3]) pairs.touched(0, 'robot', id);
    for (const id of [1, 2, 3]) pairs.released(0, 'robot', id);
    expect([3, 1, 2].map((id) => pairs.ended(id, 'robot', 0, 5))).toEqual([true, true, true]);
    expect([3, 1, 2].map((id) => pairs.ended(0, 'robot', id, 5))).toEqual([false, false, false]);
  });

  test('a robot without a record of its touches collides until it is released', () => {
    const pairs = new CollisionPairs();
    expect(pairs.ended(0, 'robot', 1, 5)).toBe(true);
    expect(pairs.ended(0, 'robot', 1, 6)).toBe(false);
    pairs.released(1, 'robot', 0);
    expect(pairs.ended(0, 'robot', 1, 8)).toBe(true);
  });

  test('the second wall of an obstacle is another contact', () => {
    const pairs = new CollisionPairs();
    pairs.touched(0, 'obstacle', 4);
    expect(pairs.ended(0, 'obstacle', 4, 5)).toBe(true);
    pairs.touched(0, 'obstacle', 4);
    expect(pairs.ended(0, 'obstacle', 4, 6)).toBe(true);
    expect(pairs.ended(0, 'obstacle', 4, 7)).toBe(false);
  });
});
