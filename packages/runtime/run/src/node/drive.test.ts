import { describe, expect, jest, test } from '@jest/globals';
import type { Run, RunSummary, StoppedBy } from '../scenario.js';
import { driveRun, type RunProgress } from './drive.js';

/** A run whose steps the test triggers. */
class HandDriven implements Run {
  now = 0;
  events = 0;
  timeLimit = 10;
  stops = 0;
  limits: { readonly until?: number } | undefined;
  stoppedBy: StoppedBy | undefined;
  end!: (stoppedBy?: StoppedBy) => void;
  fail!: (error: Error) => void;

  advance(limits: { readonly until?: number } = {}): Promise<StoppedBy | undefined> {
    this.limits = limits;
    return new Promise((resolve, reject) => {
      this.fail = reject;
      this.end = (stoppedBy) => {
        this.stoppedBy = stoppedBy;
        resolve(stoppedBy);
      };
    });
  }

  stop(): void {
    this.stops++;
    this.end('interrupted');
  }

  command(): void {}

  summary(): RunSummary {
    const messages = { sent: 0, delivered: 0, dropped: 0 };
    const counts = {
      robots: 0,
      processes: 0,
      events: this.events,
      motionRequests: 0,
      collisions: 0,
      delays: 0,
      messages,
    };
    return { ...counts, simulatedSeconds: this.now, stoppedBy: this.stoppedBy, remarks: [], hasGoal: false };
  }

  metrics(): ReadonlyMap<string, number> {
    return new Map();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

describe('a run', () => {
  test.each(['time', 'empty', 'finished', 'shutdown', 'events'] as const)('is driven to its end (%s)', async (why) => {
    const run = new HandDriven();
    const summary = driveRun(run);
    run.now = 3;
    run.end(why);
    expect(await summary).toMatchObject({ stoppedBy: why, simulatedSeconds: 3 });
    expect(run.limits).toEqual({});
  });

  test('is driven to the requested time', async () => {
    const run = new HandDriven();
    const summary = driveRun(run, { until: 5 });
    run.end(undefined);
    expect(await summary).toMatchObject({ stoppedBy: 'time' });
    expect(run.limits).toEqual({ until: 5 });
  });

  test('that fails is passed on unchanged', async () => {
    const run = new HandDriven();
    const summary = driveRun(run, { onProgress: () => {} });
    run.fail(new Error('robot 3 failed'));
    await expect(summary).rejects.toThrow('robot 3 failed');
  });
});

describe('a signal', () => {
  test('ends a run', async () => {
    const run = new HandDriven();
    const controller = new AbortController();
    const summary = driveRun(run, { signal: controller.signal });
    controller.abort();
    expect(await summary).toMatchObject({ stoppedBy: 'interrupted' });
  });

  test('before the start keeps the run from starting', async () => {
    const run = new HandDriven();
    expect(await driveRun(run, { signal: AbortSignal.abort() })).toMatchObject({ stoppedBy: 'interrupted' });
    expect(run.limits).toBeUndefined();
  });

  test('after the end has no effect', async () => {
    const run = new HandDriven();
    const controller = new AbortController();
    const summary = driveRun(run, { signal: controller.signal });
    run.end('empty');
    await summary;
    controller.abort();
    expect(run.stops).toBe(0);
  });
});

describe('progress', () => {
  test('is reported a few times per second, and at the end', async () => {
    jest.useFakeTimers();
    try {
      const run = new HandDriven();
      const seen: RunProgress[] = [];
      const summary = driveRun(run, { onProgress: (progress) => void seen.push(progress) });
      for (const now of [1, 2.5]) {
        Object.assign(run, { now, events: 10 * now });
        jest.advanceTimersByTime(250);
      }
      run.now = 10;
      run.end('time');
      await summary;
      expect(seen).toEqual([
        { now: 1, events: 10, fraction: 0.1 },
        { now: 2.5, events: 25, fraction: 0.25 },
        { now: 10, events: 25, fraction: 1 },
      ]);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    [{ timeLimit: Infinity, now: 3 }, {}, undefined],
    [{ timeLimit: Infinity, now: 3 }, { until: 4 }, 0.75],
    [{ timeLimit: 8, now: 4 }, { until: 100 }, 0.5],
    [{ timeLimit: 0, now: 0 }, {}, 1],
    [{ timeLimit: 2, now: 3 }, {}, 1],
  ])('of %j driven with %j is %d', async (given, options, fraction) => {
    const run = Object.assign(new HandDriven(), given);
    const seen: RunProgress[] = [];
    const summary = driveRun(run, { ...options, onProgress: (progress) => void seen.push(progress) });
    run.end('empty');
    await summary;
    expect(seen.map((each) => each.fraction)).toEqual([fraction]);
  });

  test('with a failing callback ends the run', async () => {
    jest.useFakeTimers();
    try {
      const run = new HandDriven();
      const summary = driveRun(run, {
        onProgress: () => {
          throw new Error('the terminal is gone');
        },
      });
      jest.advanceTimersByTime(250);
      await expect(summary).rejects.toThrow('the terminal is gone');
      expect(run.stops).toBe(1);
    } finally {
      jest.useRealTimers();
    }
  });
});
