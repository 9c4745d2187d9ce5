import { expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import type { Fault } from '@kineko/neko';
import { randomFaults, withinLimits } from './random-faults.js';

test('random faults are valid, and leave a majority of processes', () => {
  const random = new Random(3).stream('faults');
  const faults = Array.from({ length: 200 }, () => randomFaults('crashes', { n: 5, horizon: 10 }, random)).flat();
  expect(withinLimits([], faults, 5)).toHaveLength(2);
  expect(withinLimits([], randomFaults('pauses', { n: 1, horizon: 10 }, random), 1)).toHaveLength(2);
  for (let i = 0; i < 100; i++) {
    const [spike] = randomFaults('delays', { n: 3, horizon: 10 }, random);
    const [[a, b]] = (spike as unknown as { links: { pairs: [[number, number]] } }).links.pairs;
    expect([a !== b, a < 3 && b < 3]).toEqual([true, true]);
  }
  expect(randomFaults('delays', { n: 1, horizon: 10 }, random)).toEqual([]);
});

test('random crashes are added to those of the scenario, which stay', () => {
  const crash = (process: number, at: number): Fault => ({ kind: 'crash', at, process });
  const recovery: Fault = { kind: 'recover', at: 2, process: 0 };
  const most = [crash(0, 1), crash(1, 1), crash(2, 1)];
  expect(withinLimits(most, [crash(3, 1)], 4)).toEqual(most);
  // A process that recovered can crash again, forever.
  expect(withinLimits([crash(0, 1), recovery, crash(0, 3)], [crash(1, 1)], 4)).toHaveLength(3);
  expect(withinLimits([crash(0, 1), recovery], [crash(1, 1)], 4)).toHaveLength(3);
});

test('random faults are over early enough, copies that they delay included', () => {
  const random = new Random(3).stream('faults');
  for (let i = 0; i < 300; i++) {
    const kind = (['delays', 'losses', 'pauses', 'crashes'] as const)[i % 4]!;
    for (const fault of randomFaults(kind, { n: 3, horizon: 10, calmFrom: 6 }, random)) {
      const end = 'until' in fault && fault.until !== undefined ? fault.until : fault.at;
      // Times are rounded to four digits.
      expect(end + (fault.kind === 'spike' ? fault.delay : 0)).toBeLessThan(6.002);
    }
  }
});
