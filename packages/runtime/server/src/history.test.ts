import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import fc from 'fast-check';
import { History, TraceReader } from './history.js';

const bytes = (length: number, first: number): Uint8Array => Uint8Array.from({ length }, (_, i) => first + i);

/** All bytes from an offset on, as a viewer gets them. */
async function readAll(history: History, from: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let at = from; at < history.end; at += parts.at(-1)!.length) {
    parts.push(at < history.start ? await history.readBack(at) : history.read(at));
  }
  return Buffer.concat(parts);
}

test('returns all bytes from any chunk on, from memory or the trace, for all sizes of chunks and blocks', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(100), fc.integer({ min: 1, max: 50 }), async (lengths, maxBytes, blockBytes) => {
      let all: Uint8Array = new Uint8Array(0);
      const readBack = async (from: number, to: number): Promise<Uint8Array> => all.slice(from, to);
      const history = new History({ maxBytes, blockBytes, readBack });
      const boundaries = new Set([0]);
      for (const length of lengths) {
        const chunk = bytes(length, all.length);
        all = Buffer.concat([all, chunk]);
        history.append(chunk);
        boundaries.add(all.length);
        // At most one block more than the limit is in memory.
        expect(history.end - history.start).toBeLessThan(maxBytes + Math.max(blockBytes, 40) + 40);
        expect(boundaries).toContain(history.start);
      }
      for (const place of boundaries)
        expect(Buffer.compare(await readAll(history, place), all.subarray(place))).toBe(0);
    }),
    { seed: 5, numRuns: 300 },
  );
});

test('reports dropped records in order', () => {
  const forgotten: Uint8Array[] = [];
  const history = new History({ maxBytes: 20, blockBytes: 10, onDropped: (records) => forgotten.push(records) });
  for (let i = 0; i < 20; i++) history.append(bytes(4, 4 * i));
  expect(history.canReadBack).toBe(false);
  expect(Buffer.compare(Buffer.concat(forgotten), bytes(history.start, 0))).toBe(0);
  expect(history.end - history.start).toBeGreaterThanOrEqual(20);
});

test('leaves returned bytes unchanged while more are appended', () => {
  const history = new History({ maxBytes: 1000, blockBytes: 100 });
  history.append(bytes(10, 0));
  const given = history.read(0);
  for (let i = 1; i < 30; i++) history.append(bytes(10, 10 * i));
  expect(given).toEqual(bytes(10, 0));
  expect(history.read(10)).toHaveLength(90);
});

test('a trace that stays too short is refused', async () => {
  const path = join(temporaryFolder(), 'run.trace');
  writeFileSync(path, 'short');
  const reader = new TraceReader(path, 2);
  await expect(reader.read(7, 9)).rejects.toThrow(`${path}: ends before byte 7 of its records`);
  await reader.close();
});
