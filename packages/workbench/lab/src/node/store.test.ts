import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { CellResult } from '../cell.js';
import { ResultStore, StoreError } from './result-store.js';
import { isInShard, readShard } from './shard.js';

const folder = mkdtempSync(join(tmpdir(), 'kineko-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const result = (id: string): CellResult => ({ id, values: { time: 1 }, stoppedBy: 'time' });

describe('a store of results', () => {
  test('shares a folder between writers, counts a result once, and skips a damaged line', () => {
    const cells = join(folder, 'shared');
    const [a, b] = [new ResultStore(cells, 'a'), new ResultStore(cells, 'b')];
    a.add(result('1'));
    a.add(result('1'));
    b.add(result('1'));
    b.add(result('2'));
    a.close();
    b.close();
    const [file] = readdirSync(cells);
    appendFileSync(join(cells, file!), '{"id":"3","val');
    const again = new ResultStore(cells, 'c');
    expect([...again.results.keys()].sort()).toEqual(['1', '2']);
    expect(again.damaged).toBe(1);
  });

  test('leaves no partial result on a full disk, and keeps earlier ones', () => {
    const cells = join(folder, 'full');
    let room = 100;
    const store = new ResultStore(cells, 'a', (descriptor, bytes) => {
      const fits = bytes.subarray(0, room);
      room -= fits.length;
      writeSync(descriptor, fits);
      if (fits.length < bytes.length) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    });
    store.add(result('1'));
    expect(() => store.add(result('22'))).toThrow(StoreError);
    expect(() => store.add(result('22'))).toThrow('no space left on device');
    store.close();
    const [file] = readdirSync(cells);
    expect(readFileSync(join(cells, file!), 'utf8')).toBe(`${JSON.stringify(result('1'))}\n`);
    expect(store.has('22')).toBe(false);
  });
});

test('shards cover all cells, each once', () => {
  expect(readShard('1/4', {})).toEqual({ index: 1, count: 4 });
  expect(readShard('auto/4', { SLURM_ARRAY_TASK_ID: '3' })).toEqual({ index: 3, count: 4 });
  expect(readShard('auto/4', { JOB_COMPLETION_INDEX: '0' })).toEqual({ index: 0, count: 4 });
  for (const wrong of ['4/4', '1/0', '-1/2', '1', 'auto/2'])
    expect(() => readShard(wrong, {})).toThrow(`--shard ${wrong}`);
  const cells = Array.from({ length: 50 }, (_, i) => i);
  expect(
    [0, 1, 2].flatMap((index) => cells.filter((cell) => isInShard({ index, count: 3 }, cell))).sort((a, b) => a - b),
  ).toEqual(cells);
});
