import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from '@jest/globals';
import { MAX_IN_FLIGHT, InFlight } from './in-flight.js';

describe('a thread that records', () => {
  test('continues while there is room, and waits for the writer otherwise', async () => {
    const inFlight = new InFlight();
    // Consumes all bytes, but only when no more would fit.
    const writer = new Worker(
      `const head = new Int32Array(require('node:worker_threads').workerData);
       for (let taken = 0; taken < 5;) {
         const count = Atomics.load(head, 0);
         if (count < ${MAX_IN_FLIGHT}) {
           Atomics.wait(head, 0, count, 1);
         } else {
           Atomics.sub(head, 0, count);
           Atomics.notify(head, 0);
           taken++;
         }
       }`,
      { eval: true, workerData: inFlight.memory },
    );
    const head = new Int32Array(inFlight.memory);
    const most = Array.from({ length: 20 }, () => {
      inFlight.enter(MAX_IN_FLIGHT / 4);
      return Atomics.load(head, 0);
    });
    await once(writer, 'exit');
    expect(Math.max(...most)).toBeLessThanOrEqual(MAX_IN_FLIGHT);
    expect(Atomics.load(head, 0)).toBe(0);
  });

  test('gives up on a writer without progress', () => {
    const inFlight = new InFlight();
    expect(inFlight.enter(MAX_IN_FLIGHT, 1)).toBe(true);
    expect(inFlight.enter(1, 1)).toBe(false);
    inFlight.leave(MAX_IN_FLIGHT);
    expect(inFlight.enter(1, 1)).toBe(true);
  });

  test('waits only for what was sent before the rest', () => {
    const inFlight = new InFlight();
    inFlight.enter(30);
    inFlight.enter(12);
    expect(inFlight.settle(12, 1)).toBe(false);
    inFlight.leave(30);
    expect(inFlight.settle(12, 1)).toBe(true);
    expect(inFlight.settle(0, 1)).toBe(false);
  });

  test('does not wait for a writer that has failed', () => {
    const inFlight = new InFlight();
    inFlight.enter(MAX_IN_FLIGHT);
    inFlight.fail('no space');
    expect(inFlight.enter(1)).toBe(true);
  });

  test('may pass on one chunk that is larger than the limit', () => {
    expect(new InFlight().enter(2 * MAX_IN_FLIGHT)).toBe(true);
  });
});

describe('a failure of the writer', () => {
  test('is visible on the other side of the memory, and only the first one counts', () => {
    const here = new InFlight();
    const there = new InFlight(here.memory);
    expect([here.hasFailed, here.failure]).toEqual([false, undefined]);
    there.fail('größer als erlaubt');
    there.fail('something else');
    expect([here.hasFailed, here.failure]).toEqual([true, 'größer als erlaubt']);
  });

  test.each([
    ['', 'unknown'],
    ['x'.repeat(5000), 'x'.repeat(2048)],
  ])('always has a text of limited length', (text, shown) => {
    const inFlight = new InFlight();
    inFlight.fail(text);
    expect(inFlight.failure).toBe(shown);
  });
});
