/** Reports of progress, on networks that lose, duplicate and reorder. */
import { describe, expect, test } from '@jest/globals';
import { HostileNetwork, type HostileOptions } from '../../test/hostile-network.js';
import { NekoSystem } from '../system.js';
import { ProgressReports } from './progress-reports.js';
import { wire } from './wire.js';

/** Each process counts to ten, and reports some of its numbers to the next one. */
function systemOf(seed: number, options: HostileOptions, n = 3) {
  const reports: ProgressReports[] = [];
  const heard: number[][] = Array.from({ length: n }, () => []);
  const counts = Array.from({ length: n }, () => 0);
  const violations: string[] = [];
  const system = new NekoSystem({
    n,
    seed,
    networks: (host) => [new HostileNetwork(host, options)],
    initializer: (process) => {
      const { id } = process;
      const onProgress = (from: number, count: number): void => {
        heard[id]!.push(count);
        if (count > counts[from]!) violations.push(`p${id} knows ${count} of p${from}, which is at ${counts[from]}`);
      };
      const own = wire(new ProgressReports(process, { retry: 2, onProgress }), 'progress', process.network());
      reports.push(own);
      for (let k = 1; k <= 10; k++) {
        process
          .timer(() => {
            counts[id] = k;
            if (k % 2 === 0) own.report(k, (id + 1) % n);
          })
          .schedule(k);
      }
    },
  });
  return { system, reports, heard, violations };
}

describe.each([
  ['loses half of the copies', { loss: 0.5 }],
  ['duplicates and reorders', { duplication: 0.5, lambda: 5 }],
  ['does everything', { loss: 0.4, duplication: 0.4, lambda: 3 }],
])('a network that %s', (_, options) => {
  test.each(Array.from({ length: 20 }, (_, seed) => seed))('brings the last report (seed %i)', async (seed) => {
    const { system, reports, heard, violations } = systemOf(seed, options);
    const { stoppedBy } = await system.run();
    expect(stoppedBy).toBe('empty');
    expect(reports.map((each, id) => each.knownOf((id + 2) % 3))).toEqual([10, 10, 10]);
    expect(violations).toEqual([]);
    for (const counts of heard) expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });
});

test('a receiver that was crashed gets the last report after its recovery', async () => {
  const { system, reports } = systemOf(1, { lambda: 0.5 });
  const [, receiver] = system.processes;
  receiver!.crash();
  await system.run({ until: 30 });
  expect(reports[1]!.knownOf(0)).toBe(0);
  receiver!.recover();
  await system.run();
  expect(reports[1]!.knownOf(0)).toBe(10);
});

test('rejects a retry of 0 s', async () => {
  const system = new NekoSystem({
    n: 1,
    networks: (host) => [new HostileNetwork(host, {})],
    initializer: (process) => void new ProgressReports(process, { retry: 0, onProgress: () => {} }),
  });
  await expect(system.run()).rejects.toThrow('retry: expected a number of seconds above 0, got 0');
});
