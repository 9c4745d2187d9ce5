import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import type { RunLimits } from '../limits.js';
import { RunPool } from './run-pool.js';

const folder = mkdtempSync(join(tmpdir(), 'kineko-pool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Does the same as `metered`: a thread has no loader for TypeScript. */
const file = join(folder, 'thread.mjs');
writeFileSync(
  file,
  `export async function work({ request, meter }) {
    const numbers = new Float64Array(meter);
    numbers[1] = 10.2;
    numbers[2] = 7;
    // Last, because the pool reads them from then on.
    numbers[0] = 1;
    if (request.what === 'loop') for (;;) {}
    if (request.what === 'wait') await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
    return request.what;
  }`,
);

interface Order {
  readonly what: string;
  readonly limits?: RunLimits;
}

test('cuts off a run over its wall-time limit, even in an endless loop, and starts another thread', async () => {
  const pool = new RunPool<Order, string>(pathToFileURL(file), 'work', 1);
  try {
    const limits = { wallSeconds: 0.3 };
    for (const what of ['loop', 'wait']) {
      await expect(pool.run({ what, limits })).rejects.toMatchObject({
        name: 'LimitError',
        exceeded: { limit: 'wall time', most: 0.3, time: 10.2, events: 7 },
      });
    }
    expect(await pool.run({ what: 'done' })).toBe('done');
    expect(pool.underWay()).toEqual([]);
  } finally {
    await pool.close();
  }
});

test('lists only active runs, and ends them on an abort', async () => {
  const pool = new RunPool<Order, string>(pathToFileURL(file), 'work', 1);
  try {
    const interrupt = new AbortController();
    const first = pool.run({ what: 'wait' }, interrupt.signal);
    const second = pool.run({ what: 'second' });
    while (pool.underWay().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(pool.underWay()).toMatchObject([{ request: { what: 'wait' }, time: 10.2, events: 7 }]);
    interrupt.abort();
    await expect(first).rejects.toThrow('aborted');
    expect(await second).toBe('second');
  } finally {
    await pool.close();
  }
});
