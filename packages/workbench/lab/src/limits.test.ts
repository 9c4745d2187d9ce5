import { expect, test } from '@jest/globals';
import type { Run, StoppedBy } from '@kineko/run';
import { advanceInSlices, describeExceeded, isLimitMessage, LimitError } from './limits.js';

/** A run of one event per second, up to a time limit. */
function ticking(timeLimit: number): { run: Run; calls: number[] } {
  const calls: number[] = [];
  const run = {
    now: 0,
    events: 0,
    timeLimit,
    async advance({ until = Infinity, maxEvents = Infinity } = {}): Promise<StoppedBy | undefined> {
      calls.push(maxEvents);
      const end = Math.min(until, timeLimit);
      for (let left = maxEvents; left > 0 && run.now + 1 <= end; left--) {
        run.now++;
        run.events++;
      }
      return run.now === timeLimit ? 'time' : undefined;
    },
  };
  return { run: run as unknown as Run, calls };
}

test('advances a run to its end, and reports its progress', async () => {
  const { run, calls } = ticking(10_000);
  const reported: number[] = [];
  expect(await advanceInSlices(run, {}, (time) => reported.push(time))).toBe('time');
  expect(reported[0]).toBe(16);
  expect(reported.at(-1)).toBe(10_000);
  expect(Math.max(...calls)).toBe(2000);
});

test('advances a run to a time, or by a number of events', async () => {
  const { run } = ticking(10_000);
  expect(await advanceInSlices(run, { until: 40 })).toBeUndefined();
  expect(run.now).toBe(40);
  expect(await advanceInSlices(run, { maxEvents: 5000 })).toBeUndefined();
  expect(run.events).toBe(5040);
  expect(await advanceInSlices(run, { maxEvents: 0 })).toBeUndefined();
  expect(run.events).toBe(5040);
});

test('describes a limit with its value and the simulated time, and recognises the message', () => {
  const events = new LimitError({ limit: 'events', most: 1_000_000, time: 10.26149, events: 1_000_000 });
  expect(events.message).toBe('exceeded the event limit of 1,000,000 at t = 10.2615 s');
  expect(describeExceeded({ limit: 'wall time', most: 60, time: 10.2, events: 5 })).toBe(
    'exceeded the wall-time limit of 60 s at t = 10.2 s',
  );
  expect([isLimitMessage(events.message), isLimitMessage('an algorithm threw')]).toEqual([true, false]);
});
