/** Runs that do not fit are refused before they take memory or time, with the number that fits. */
import { describe, expect, test } from '@jest/globals';
import { outcomeOf, problemsOf } from '../../../test/scenarios.js';
import { AbstractAlgorithm } from '../algorithm.js';

const crowd = (n: number): string =>
  `process.num = ${n}\nrobot.algorithm = RandomMovement\nbornpoint.random = true\nrobot.size = 1\n` +
  `world.width = 20000\nworld.height = 20000\nsimulation.time = 1\nseed = 1\n`;

describe('robots', () => {
  test('beyond the range of the key are refused', async () => {
    expect(await problemsOf(crowd(1_000_000_000))).toEqual([
      expect.stringContaining('process.num: expected an integer from 1 to 1,000,000, got "1000000000"'),
    ]);
  });

  test('that do not fit into the memory are refused', async () => {
    expect(await problemsOf(crowd(1_000_000), { memory: 6e8 })).toEqual([
      'main.config:1:1: process.num: expected at most 200,000 in 0.60 GB of memory (3,000 bytes each), got 1,000,000; ' +
        '--max-old-space-size in NODE_OPTIONS sets the limit of Node',
    ]);
    expect(await problemsOf(crowd(200), { memory: 6e5 })).toEqual([]);
    expect(await problemsOf(crowd(201), { memory: 6e5 })).toHaveLength(1);
  });

  test('that do not fit into the area are refused', async () => {
    expect(await problemsOf(crowd(500_000).replace('size = 1', 'size = 100'))).toEqual([
      expect.stringContaining('at most 11516 of 500000 robots fit into the area'),
    ]);
  });
});

describe('readings', () => {
  class Looks extends AbstractAlgorithm {
    protected async doMotion() {
      await this.gps.getAllPosition(1);
      this.finish();
    }
  }
  const run = (memory: number) =>
    outcomeOf(crowd(50).replace('RandomMovement', './looks.ts'), { memory, modules: { 'looks.ts': { Looks } } });

  test('of all robots at one instant that do not fit into the memory are refused', async () => {
    await expect(run(160_000)).rejects.toThrow(
      "robot 40, sensor 'gps' at t = 0: expected at most 2000 entries in the lists of all robots at one instant " +
        '(0.00016 GB of memory), got 2050; 40 lists of 50 entries fit',
    );
    expect((await run(200_000)).summary.stoppedBy).toBe('finished');
  });
});
