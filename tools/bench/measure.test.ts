import { describe, expect, test } from '@jest/globals';
import type { Work } from './comparison.js';
import {
  measure as measureRunners,
  type Measuring,
  median,
  quick,
  type Rate,
  takeFigures,
  thorough,
} from './measure.js';
import { runHere } from './runner.js';

describe('measure, with a clock that the work itself moves', () => {
  test('rates are operations per second, ratios are to the first', async () => {
    const { clock, working } = virtualTime();
    const rates = await measure(
      comparison(working('plain', { micros: 200, operations: 10 }), working('clever', { micros: 50, operations: 10 })),
      how(clock),
    );
    expect(rates).toMatchObject([
      { alternative: 'plain', perSecond: 50_000, ratio: 1 },
      { alternative: 'clever', perSecond: 200_000, ratio: 4 },
    ]);
  });

  test('alternatives take turns in every round, each long enough, the same number of calls each time', async () => {
    const { clock, working, calls } = virtualTime();
    await measure(
      comparison(working('a', { micros: 300, operations: 1 }), working('b', { micros: 2_000, operations: 1 })),
      how(clock, { rounds: 3, atLeastMicros: 6_000 }),
    );
    const measured = runsOf(calls).slice(-6);
    expect(measured).toEqual([
      ['a', 20],
      ['b', 3],
      ['a', 20],
      ['b', 3],
      ['a', 20],
      ['b', 3],
    ]);
  });

  test('work that takes longer than a measurement is done once a round', async () => {
    const { clock, working, calls } = virtualTime();
    await measure(comparison(working('slow', { micros: 10_000_000, operations: 5 })), how(clock, { rounds: 5 }));
    // Warm-up, calibration, five rounds.
    expect(calls).toHaveLength(7);
  });

  test('every alternative is warm before the first is measured', async () => {
    const { clock, working, calls } = virtualTime();
    await measure(
      comparison(working('a', { micros: 1_000, operations: 1 }), working('b', { micros: 1_000, operations: 1 })),
      how(clock),
    );
    expect(
      runsOf(calls)
        .map(([name]) => name)
        .slice(0, 3),
    ).toEqual(['a', 'b', 'a']);
  });

  test('an alternative is warm when it has run for the given time', async () => {
    const { clock, working, calls } = virtualTime();
    const warmUpMicros = 1_000_000;
    await measure(comparison(working('a', { micros: 10_000, operations: 1 })), how(clock, { rounds: 1, warmUpMicros }));
    // Two calibrations of one call and a measurement of five; the rest is the warm-up.
    expect(calls.length - 7).toBeGreaterThanOrEqual(warmUpMicros / 10_000);
  });

  test('a neighbour who slows one whole round down changes no ratio', async () => {
    const { clock, working, slowDown } = virtualTime();
    let call = 0;
    const a = working('a', { micros: 1_000, operations: 1 });
    const b = working('b', { micros: 500, operations: 1 });
    const disturbed: Planted = {
      name: 'a',
      run: () => {
        slowDown(call++ % 3 === 0 ? 7 : 1);
        return a.run();
      },
    };
    const [, second] = await measure(comparison(disturbed, b), how(clock, { rounds: 5, atLeastMicros: 1_000 }));
    expect(second?.ratio).toBe(2);
  });

  test('one measurement gone wrong does not move the median', async () => {
    let now = 0;
    let call = 0;
    const stumbling: Planted = {
      name: 'stumbling',
      run: () => {
        now += ++call === 5 ? 1e9 : 1_000;
        return 1;
      },
    };
    const [rate] = await measure(
      comparison(stumbling),
      how(() => now, { rounds: 5, atLeastMicros: 1_000 }),
    );
    expect(rate?.perSecond).toBe(1_000);
  });

  test('work that has to wait is awaited before the next call, and counts until it is done', async () => {
    const { clock, working, calls } = virtualTime();
    const plain = working('plain', { micros: 1_000, operations: 1 });
    const work = working('waiting', { micros: 250, operations: 1 });
    let underWay = 0;
    const waiting: Planted = {
      name: 'waiting',
      run: async () => {
        expect(++underWay).toBe(1);
        await Promise.resolve();
        underWay--;
        return work.run();
      },
    };
    const [, second] = await measure(comparison(plain, waiting), how(clock, { rounds: 3, atLeastMicros: 1_000 }));
    expect(second).toMatchObject({ alternative: 'waiting', perSecond: 4_000, ratio: 4 });
    expect(runsOf(calls).slice(-2)).toEqual([
      ['plain', 1],
      ['waiting', 4],
    ]);
  });

  test('work that fails after waiting fails the measurement', async () => {
    const failing: Planted = { name: 'failing', run: () => Promise.reject(new Error('no such robot')) };
    await expect(
      measure(
        comparison(failing),
        how(() => 0),
      ),
    ).rejects.toThrow('no such robot');
  });

  test.each([0, -1, NaN, Infinity])('%d operations are refused by name', async (operations) => {
    const { clock, working } = virtualTime();
    await expect(measure(comparison(working('idle', { micros: 1, operations })), how(clock))).rejects.toThrow(
      `idle: 1 calls say they did ${operations} operations; return how many it did`,
    );
  });

  test('a figure may be 0', async () => {
    const { clock, working } = virtualTime();
    const { name, run } = working('exact', { micros: 1, operations: 0 });
    expect(await takeFigures([runHere(name, run, clock)])).toMatchObject([
      { alternative: 'exact', perSecond: 0, ratio: 1 },
    ]);
  });

  test('figures that vary are taken in turns, and the medians count', async () => {
    const figures: Record<string, number[]> = { first: [10, 2, 4], second: [20, 40, 1] };
    const calls: string[] = [];
    const runners = Object.keys(figures).map((name) =>
      runHere(name, () => {
        calls.push(name);
        return figures[name]!.shift()!;
      }),
    );
    expect(await takeFigures(runners, 3)).toMatchObject([
      { alternative: 'first', perSecond: 4, ratio: 1 },
      // 2, 20 and 0.25 times the first one.
      { alternative: 'second', perSecond: 20, ratio: 2 },
    ]);
    expect(calls).toEqual(['first', 'second', 'first', 'second', 'first', 'second']);
  });

  test('an even number of rounds has no median', async () => {
    const { clock, working } = virtualTime();
    await expect(
      measure(comparison(working('a', { micros: 1, operations: 1 })), how(clock, { rounds: 4 })),
    ).rejects.toThrow('must be odd, and is 4');
  });
});

test('the median is the middle one, whatever the order', () => {
  expect(median([5, 1, 100])).toBe(5);
  expect(median([10, 9, 1, 2, 3])).toBe(3);
  expect(() => median([])).toThrow('no middle one among 0 values');
});

test('the real settings are odd, and the thorough ones have rounds enough', () => {
  expect(thorough.rounds).toBeGreaterThanOrEqual(5);
  expect([thorough.rounds % 2, quick.rounds % 2]).toEqual([1, 1]);
});

test('the real clock advances during work', async () => {
  let x = 0;
  const counting: Planted = {
    name: 'counting',
    run: () => {
      for (let i = 0; i < 1_000; i++) x += i;
      return 1_000;
    },
  };
  const [rate] = await measure(comparison(counting), quick);
  expect(rate?.perSecond).toBeGreaterThan(0);
  expect(x).toBeGreaterThan(0);
});

interface Planted {
  readonly name: string;
  readonly run: Work;
}

interface PlantedMeasuring extends Measuring {
  readonly cpuMicros?: () => number;
}

function measure(alternatives: readonly Planted[], { cpuMicros, ...how }: PlantedMeasuring): Promise<Rate[]> {
  return measureRunners(
    alternatives.map(({ name, run }) => runHere(name, run, cpuMicros)),
    how,
  );
}

function comparison(...alternatives: Planted[]): Planted[] {
  return alternatives;
}

function how(cpuMicros: () => number, others: Partial<Measuring> = {}): PlantedMeasuring {
  return { cpuMicros, rounds: 5, atLeastMicros: 50_000, warmUpMicros: 0, ...others };
}

/** A clock that advances only when planted work runs; records the order of the calls. */
function virtualTime() {
  let now = 0;
  let factor = 1;
  const calls: string[] = [];
  return {
    calls,
    clock: () => now,
    slowDown: (by: number) => {
      factor = by;
    },
    working: (name: string, { micros, operations }: { micros: number; operations: number }): Planted => ({
      name,
      run: () => {
        now += micros * factor;
        calls.push(name);
        return operations;
      },
    }),
  };
}

/** [a, a, b, a] → [[a, 2], [b, 1], [a, 1]] */
function runsOf(calls: readonly string[]): [name: string, times: number][] {
  const runs: [string, number][] = [];
  for (const name of calls) {
    const last = runs.at(-1);
    if (last?.[0] === name) last[1]++;
    else runs.push([name, 1]);
  }
  return runs;
}
