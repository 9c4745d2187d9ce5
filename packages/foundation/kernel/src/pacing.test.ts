import { describe, expect, test } from '@jest/globals';
import { EventClass } from './order.js';
import { Pacer, type WallClock } from './pacing.js';
import { type Limits, Simulator } from './simulator.js';

describe('a paced run', () => {
  test('has the same trace as one that is not', async () => {
    const plain = world();
    await plain.simulator.run({ until: 20 });
    const paced = world();
    await paced.run({ factor: 3 }, { until: 20 });
    expect(paced.trace).toEqual(plain.trace);
    expect(paced.simulator.now).toBe(20);
  });

  test('has each event at its time of the wall clock', async () => {
    const { log, at, run, clock } = world({ empty: true });
    for (const time of [0, 0.01, 1, 1, 2.5]) at(time);
    clock.seconds = 1000;
    await run({});
    expect(log).toEqual(['0 at 1000', '0.01 at 1000.01', '1 at 1001', '1 at 1001', '2.5 at 1002.5']);
  });

  test.each([
    [2, ['1 at 0.5', '3 at 1.5']],
    [0.5, ['1 at 2', '3 at 6']],
    [Infinity, ['1 at 0', '3 at 0']],
  ])('goes %d times as fast as the wall clock', async (factor, expected) => {
    const { log, at, run, pacer } = world({ empty: true });
    at(1);
    at(3);
    await run({ factor });
    expect(log).toEqual(expected);
    expect(pacer().lagSeconds).toBeLessThan(0.001);
  });

  test('waits for the end of the time it was given, too', async () => {
    const { log, at, run, clock } = world({ empty: true });
    at(1);
    at(9);
    const report = await run({}, { until: 4 });
    expect(report).toMatchObject({ stoppedBy: 'time', now: 4 });
    expect([log, round(clock.seconds)]).toEqual([['1 at 1'], 4]);
  });

  test('begins to count where it is, however late it begins', async () => {
    const { log, at, run, simulator } = world({ empty: true });
    for (const time of [1, 100, 101]) at(time);
    await simulator.run({ until: 99 });
    await run({});
    expect(log).toEqual(['1 at 0', '100 at 1', '101 at 2']);
  });

  test('waits in short pieces, so that what happens outside is noticed', async () => {
    const { at, run, clock } = world({ empty: true });
    at(10);
    await run({});
    expect(Math.max(...clock.waits)).toBeLessThanOrEqual(0.05);
    expect(clock.waits.every((wait) => wait > 0)).toBe(true);
  });

  test('sees an event that is scheduled from outside while it waits', async () => {
    const { log, at, run, clock, simulator } = world({ empty: true });
    at(10);
    clock.at(2, () => at(simulator.now + 3));
    await run({});
    expect(log).toEqual(['3 at 3', '10 at 10']);
  });
});

describe('the factor', () => {
  test('may change in the middle of a wait', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    at(10);
    at(12);
    clock.at(5, () => {
      pacer().factor = 2;
    });
    await run({});
    expect(pacer().factor).toBe(2);
    expect(log).toEqual(['10 at 7.5', '12 at 8.5']);
  });

  test('may change again and again without holding the run up', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    at(10);
    for (let i = 1; i < 100; i++) {
      clock.at(i / 10, () => {
        pacer().factor = i % 2 === 0 ? 1 : 1 + 1e-9;
      });
    }
    await run({});
    expect(log).toEqual(['10 at 10']);
  });

  test('may become infinite and finite again', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    for (const time of [10, 20, 30]) at(time);
    clock.at(1, () => {
      pacer().factor = Infinity;
    });
    at(20, () => {
      pacer().factor = 1;
    });
    await run({});
    expect(log).toEqual(['10 at 1', '20 at 1', '20 at 1', '30 at 11']);
  });

  test.each([0, -1, NaN])('%d is refused, and nothing changes', (factor) => {
    const message = `real-time factor: expected a number above 0, got ${factor}; pause() stops the run`;
    expect(() => new Pacer({ factor })).toThrow(new RangeError(message));
    const pacer = new Pacer({ factor: 3 });
    expect(() => {
      pacer.factor = factor;
    }).toThrow(new RangeError(message));
    expect(pacer.factor).toBe(3);
  });
});

describe('a pause', () => {
  test('holds the run, and the rest of the wait comes after it', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    at(10);
    at(11);
    clock.at(4, () => pacer().pause());
    clock.at(100, () => pacer().resume());
    await run({});
    expect(log).toEqual(['10 at 106', '11 at 107']);
  });

  test('called by an event holds the next one', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    at(1, () => pacer().pause());
    at(1);
    clock.at(5, () => pacer().resume());
    await run({});
    expect(log).toEqual(['1 at 1', '1 at 5']);
  });

  test('may be there from the beginning; pausing and resuming twice has no effect', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    at(1);
    clock.at(2, () => pacer().pause());
    clock.at(3, () => pacer().resume());
    clock.at(3.5, () => pacer().resume());
    await run({ paused: true });
    expect(log).toEqual(['1 at 4']);
  });

  test('lets one event pass for each step', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    for (const time of [1, 1, 7, 8, 9]) at(time);
    clock.at(1, () => pacer().step());
    clock.at(2, () => {
      pacer().step();
      pacer().step();
    });
    clock.at(5, () => pacer().resume());
    await run({ paused: true });
    expect(log).toEqual(['1 at 1', '1 at 2', '7 at 2', '8 at 6', '9 at 7']);
  });

  test('counts steps by the given function, and adds up those in progress', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    for (const time of [1, 1, 7, 8, 9]) at(time);
    let counted = 0;
    // Every second event counts.
    at(0, () => counted++);
    at(1, () => counted++);
    clock.at(1, () => {
      pacer().step();
      pacer().step();
    });
    clock.at(5, () => pacer().resume());
    clock.at(5.5, () => pacer().step(100));
    clock.at(5.6, () => pacer().pause());
    clock.at(8, () => pacer().resume());
    await run({ paused: true, count: () => counted });
    expect(log).toEqual(['0 at 1', '1 at 1', '1 at 1', '1 at 1', '7 at 13.4', '8 at 14.4', '9 at 15.4']);
  });

  test('holds a run only where it may be held', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    for (const time of [1, 2, 3, 4]) at(time);
    clock.at(9, () => pacer().resume());
    await run({ factor: Infinity, paused: true, mayHold: () => log.length === 2 });
    expect(log).toEqual(['1 at 0', '2 at 0', '3 at 9', '4 at 9']);
  });

  test('is not slipped through by steps from before it, or from another one', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    for (const time of [1, 2, 3]) at(time);
    clock.at(0.5, () => pacer().step());
    clock.at(1.5, () => pacer().pause());
    clock.at(9, () => pacer().resume());
    await run({});
    expect(log).toEqual(['1 at 1', '2 at 9.5', '3 at 10.5']);
  });

  test('does not keep a run from being stopped', async () => {
    const { log, at, run, clock, simulator } = world({ empty: true });
    at(1);
    clock.at(3, () => simulator.stop());
    expect(await run({ paused: true })).toMatchObject({ stoppedBy: 'stopped', now: 0 });
    expect(log).toEqual([]);
    expect(round(clock.seconds)).toBeLessThanOrEqual(3.05);
  });
});

test('a run is held for a while, and the hold can be cut short', async () => {
  const { log, at, run, clock, pacer } = world({ empty: true });
  at(1, () => pacer().holdFor(300));
  at(1, () => pacer().holdFor(60_000));
  at(1);
  clock.at(2, () => pacer().holdFor(0));
  await run({ factor: Infinity });
  expect(log).toEqual(['1 at 0', '1 at 0.3', '1 at 2']);
});

describe('continuous time', () => {
  test('advances between events, as long as the next event is not late', async () => {
    const { at, run, clock, pacer } = world({ empty: true });
    const seen: number[][] = [];
    at(1, () => clock.work(0.1));
    at(3);
    for (const time of [0.5, 2, 2.5]) clock.at(time, () => seen.push([pacer().present, pacer().reached]));
    clock.at(2.6, () => {
      pacer().factor = 2;
    });
    clock.at(2.7, () => seen.push([round(pacer().present), round(pacer().reached)]));
    await run({ continuous: true });
    expect(seen).toEqual([
      [0.5, 0.5],
      [2, 2],
      [2.5, 2.5],
      [2.8, 2.8],
    ]);
  });

  test('counts from a start that was agreed upon, however late the run is', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    at(5, () => clock.work(10));
    at(7);
    at(20);
    await run({ continuous: true, maxLagSeconds: Infinity, startedAt: 4 });
    expect(log).toEqual(['5 at 1', '7 at 11', '20 at 16']);
    expect(round(pacer().present)).toBe(20);
  });

  test('has what is due up to the present still happen in a pause, and steps by frames', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    at(10);
    clock.at(2, () => pacer().pause());
    clock.at(3, () => at(pacer().present));
    clock.at(4, () => {
      pacer().step(60);
      at(pacer().present);
    });
    clock.at(5, () => pacer().advanceTo(3.5));
    clock.at(6, () => pacer().resume());
    await run({ continuous: true });
    expect(log).toEqual(['2 at 3.05', '3 at 4.05', '10 at 12.5']);
  });

  test('does not move back behind a present that was read, although the run lags', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    at(1, () => {
      clock.work(5);
      at(pacer().present);
    });
    for (const time of [2, 3, 7]) at(time);
    await run({ continuous: true });
    expect(log).toEqual(['1 at 1', '2 at 6', '3 at 6', '6 at 6', '7 at 7']);
  });

  test('stays at the last event where nothing waits', async () => {
    const { at, run, pacer } = world({ empty: true });
    const seen: number[] = [];
    at(1);
    at(3, () => seen.push(pacer().present));
    at(4, () => {
      pacer().factor = 2;
      seen.push(pacer().present);
    });
    await run({ continuous: true, factor: Infinity });
    expect(seen).toEqual([1, 3]);
  });
});

describe('a run that cannot keep up', () => {
  test('catches up when it is a little behind, and reports the lag', async () => {
    const { log, at, run, clock, pacer } = world({ empty: true });
    const lags: number[] = [];
    at(1, () => clock.work(0.2));
    at(1.1, () => lags.push(round(pacer().lagSeconds)));
    at(2, () => lags.push(round(pacer().lagSeconds)));
    await run({});
    expect(log).toEqual(['1 at 1', '1.1 at 1.2', '2 at 2']);
    expect(lags).toEqual([0.1, 0]);
  });

  test('does not try to when it is far behind: it continues from there', async () => {
    const { log, at, run, clock } = world({ empty: true });
    at(1, () => clock.work(10));
    for (const time of [2, 3, 4]) at(time);
    await run({ maxLagSeconds: 0.5 });
    expect(log).toEqual(['1 at 1', '2 at 11', '3 at 12', '4 at 13']);
  });
});

test('tasks are paced as well', async () => {
  const { simulator, run, clock } = world({ empty: true });
  const times: number[] = [];
  simulator.spawn({ id: 0 }, async (task) => {
    for (let i = 0; i < 3; i++) {
      await task.sleep(1);
      times.push(round(clock.seconds));
    }
  });
  await run({ factor: 4 });
  expect(times).toEqual([0.25, 0.5, 0.75]);
});

test('waits by the real clock by default', async () => {
  const simulator = new Simulator();
  let ranAt = -Infinity;
  simulator.schedule(1, {
    class: EventClass.Motion,
    low: 0,
    high: 0,
    run: () => void (ranAt = performance.now()),
    describe: () => '',
  });
  const startedAt = performance.now();
  await simulator.run({}, new Pacer({ factor: 50 }));
  // Never earlier; on a busy machine, as late as it may be. Timers count whole milliseconds.
  expect(ranAt - startedAt).toBeGreaterThan(18);
});

type PacerOptions = NonNullable<ConstructorParameters<typeof Pacer>[0]>;

interface WorldOptions extends PacerOptions {
  readonly startedAt?: number;
  readonly count?: () => number;
}

/** A simulator, a wall clock that moves only when the run waits for it, and a log of events with both times. */
function world({ empty = false } = {}) {
  const simulator = new Simulator();
  const clock = new FakeClock();
  const log: string[] = [];
  const trace: string[] = [];
  let pacer: Pacer | undefined;
  const at = (time: number, act: () => unknown = () => {}): void => {
    simulator.schedule(time, {
      class: EventClass.Motion,
      low: 0,
      high: 0,
      run: (now) => {
        log.push(`${now} at ${round(clock.seconds)}`);
        act();
      },
      describe: () => `event at ${time}`,
    });
  };
  if (!empty) fill(simulator, trace);
  return {
    simulator,
    clock,
    log,
    trace,
    at,
    pacer: () => pacer!,
    run: ({ startedAt, count, ...options }: WorldOptions, limits: Limits = {}) => {
      pacer = new Pacer({ ...options, wallClock: clock });
      if (startedAt !== undefined) pacer.start(startedAt);
      if (count !== undefined) pacer.count = count;
      return simulator.run(limits, pacer);
    },
  };
}

function fill(simulator: Simulator, trace: string[]): void {
  for (const id of [2, 0, 1]) {
    simulator.spawn({ id }, async (task) => {
      for (let i = 0; ; i++) {
        trace.push(`${simulator.now} ${id} ${i}`);
        await task.sleep(((id * 7 + i * 3) % 11) / 8 + 0.125);
      }
    });
  }
}

class FakeClock implements WallClock {
  seconds = 0;
  readonly waits: number[] = [];
  private plans: { readonly time: number; readonly act: () => void }[] = [];

  now(): number {
    return this.seconds * 1000;
  }

  /** Advances the clock at once, running the actions planned until then, but calls back later, as a timer does. */
  after(ms: number, callback: () => void): () => void {
    const seconds = ms / 1000;
    this.waits.push(seconds);
    let wanted = true;
    const end = this.seconds + seconds;
    setImmediate(() => {
      for (const plan of this.plans.filter(({ time }) => time <= end)) {
        this.plans = this.plans.filter((other) => other !== plan);
        this.seconds = Math.max(this.seconds, plan.time);
        plan.act();
        if (!wanted) return;
      }
      this.seconds = Math.max(this.seconds, end);
      callback();
    });
    return () => {
      wanted = false;
    };
  }

  /** Plans an outside action at a time of this clock. */
  at(time: number, act: () => void): void {
    this.plans.push({ time, act });
    this.plans.sort((a, b) => a.time - b.time);
  }

  /** Advances the clock while the run is busy. */
  work(seconds: number): void {
    this.seconds += seconds;
  }
}

/** Rounds off the error of many short waits. */
function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
