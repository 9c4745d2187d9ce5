import { expect, test } from '@jest/globals';
import { digestOf, MAX_RECORDED_ENTRIES, ReplyRecords } from './reply-digest.js';

const places = (n: number) => Array.from({ length: n }, (_, i) => ({ x: i / 3, y: -i }));

test('short lists and other readings are recorded in full', () => {
  const records = new ReplyRecords();
  const list = places(MAX_RECORDED_ENTRIES);
  expect(records.of(list)).toBe(list);
  expect(records.of(4)).toBe(4);
  expect(records.of(null)).toBe(null);
});

test('a long list is recorded by its length and a digest', () => {
  const records = new ReplyRecords();
  const list = places(1000);
  expect(records.of(list)).toEqual({ entries: 1000, digest: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(records.of(places(1000))).toEqual(records.of(list));
});

test('the digest is the same on every machine', () => {
  expect(digestOf(places(3))).toBe('a38bdc20a2c39d9c');
});

test('the digest depends on every number, text, flag and on the order', () => {
  const digests = [
    [1, 2, 3],
    [1, 3, 2],
    [1, 2],
    [1, 2, 3.0000000000000004],
    [1, 2, '3'],
    [1, 2, null],
    [1, 2, true],
    [1, 2, false],
    [[1], 2, 3],
    [{ x: 1, y: 2 }],
    [{ x: 2, y: 1 }],
    [{ id: 1, tag: 'a' }],
    [{ id: 1, tag: 'b' }],
    [0],
    [-0],
  ].map(digestOf);
  expect(new Set(digests).size).toBe(digests.length);
});
