import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from '@jest/globals';
import { MAX_UNDER_WAY, UnderWay } from './under-way.js';

describe('a thread that records', () => {
  test('goes on as long as there is room, and waits for the writer when there is none', async () => {
    const underWay = new UnderWay();
    // Takes everything away, but only when nothing more would fit.
    const writer = new Worker(
      `const head = new Int32Array(require('node:worker_threads').workerData);
       for (let taken = 0; taken < 5;) {
         const count = Atomics.load(head, 0);
         if (count < ${MAX_UNDER_WAY}) {
           Atomics.wait(head, 0, count, 1);
         } else {
           Atomics.sub(head, 0, count);
           Atomics.notify(head, 0);
           taken++;
         }
       }`,
      { eval: true, workerData: underWay.memory },
    );
    const head = new Int32Array(underWay.memory);
    const most = Array.from({ length: 20 }, () => {
      underWay.enter(MAX_UNDER_WAY / 4);
      return Atomics.load(head, 0);
    });
    await once(writer, 'exit');
    expect(Math.max(...most)).toBeLessThanOrEqual(MAX_UNDER_WAY);
    expect(Atomics.load(head, 0)).toBe(0);
  });

  test('gives up on a writer that does not move', () => {
    const underWay = new UnderWay();
    expect(underWay.enter(MAX_UNDER_WAY, 1)).toBe(true);
    expect(underWay.enter(1, 1)).toBe(false);
    underWay.leave(MAX_UNDER_WAY);
    expect(underWay.enter(1, 1)).toBe(true);
  });

  test('does not wait for a writer that has failed', () => {
    const underWay = new UnderWay();
    underWay.enter(MAX_UNDER_WAY);
    underWay.fail('no space');
    expect(underWay.enter(1)).toBe(true);
  });

  test('may hand over one chunk that is larger than all that is allowed', () => {
    expect(new UnderWay().enter(2 * MAX_UNDER_WAY)).toBe(true);
  });
});

describe('a failure of the writer', () => {
  test('is seen from the other side of the memory, and only the first one counts', () => {
    const here = new UnderWay();
    const there = new UnderWay(here.memory);
    expect([here.hasFailed, here.failure]).toEqual([false, undefined]);
    there.fail('größer als erlaubt');
    there.fail('something else');
    expect([here.hasFailed, here.failure]).toEqual([true, 'größer als erlaubt']);
  });

  test.each([
    ['', 'unknown'],
    ['x'.repeat(5000), 'x'.repeat(2048)],
  ])('always has words, and not too many', (text, shown) => {
    const underWay = new UnderWay();
    underWay.fail(text);
    expect(underWay.failure).toBe(shown);
  });
});
