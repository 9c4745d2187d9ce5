import { expect, test } from '@jest/globals';
import { ChunkRing } from './chunk-ring.js';

test('returns all chunks in their order, also those that continue at the start of the ring', () => {
  const sender = new ChunkRing(new SharedArrayBuffer(10));
  const receiver = new ChunkRing(sender.memory);
  for (const length of [4, 4, 4, 10, 1, 0, 9, 10]) {
    const chunk = Uint8Array.from({ length }, (_, i) => 10 * length + i);
    sender.put(chunk);
    expect(receiver.take(length)).toEqual(chunk);
  }
});

test('several chunks may be on their way', () => {
  const sender = new ChunkRing(new SharedArrayBuffer(10));
  const receiver = new ChunkRing(sender.memory);
  const chunks = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5), Uint8Array.of(6, 7, 8, 9, 10)];
  for (const chunk of chunks) sender.put(chunk);
  expect(chunks.map(({ length }) => receiver.take(length))).toEqual(chunks);
});

test('a chunk that is larger than the ring does not fit', () => {
  const ring = new ChunkRing(new SharedArrayBuffer(10));
  expect([10, 11].map((length) => ring.fits(new Uint8Array(length)))).toEqual([true, false]);
});
