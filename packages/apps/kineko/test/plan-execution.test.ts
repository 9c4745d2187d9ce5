/** Executions of plans on the command line: exit codes, results of each robot, sweeps over delays and losses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { REPOSITORY, Workspace } from './command-line.js';

const example = (name: string): Buffer => readFileSync(join(REPOSITORY, 'examples', name));

const workspace = new Workspace({
  'ladder.paths.txt': example('plan-execution/ladder.paths.txt'),
  'ladder.scen': example('plan-execution/ladder.scen'),
  'ladder.map': example('plan-execution/ladder.map'),
  'ring.txt': example('plans/ring.paths.txt'),
  'swap.txt': 'Agent 0:(0,0)->(1,0)->\nAgent 1:(1,0)->(0,0)->\n',
});
const LADDER = ['ladder.paths.txt', '--scen', 'ladder.scen', '--seed', '1'];

test('all robots finish under loss, and the results of each are in the JSON', async () => {
  const { stdout, code } = await workspace.kineko(['run', ...LADDER, '--set', 'network.loss=0.3', '--json']);
  const { stoppedBy, metrics, robotResults, graph } = JSON.parse(stdout) as Readonly<Record<string, object>>;
  expect([code, stoppedBy]).toEqual([0, 'finished']);
  expect(metrics).toMatchObject({ 'run.finished': 8, 'run.contacts': 0, 'run.leastDistance': 1 });
  expect(robotResults).toHaveLength(8);
  expect(graph).toMatchObject({ actions: 98, runnable: 98 });
});

test('a ring and a conflict are refused before the run starts', async () => {
  const ring = await workspace.kineko(['run', 'ring.txt', '--order', 'rc', '--out', 'results']);
  expect([ring.code, ring.stdout]).toEqual([2, '']);
  expect(ring.stderr).toMatch(
    /ring\.txt: expected moves that can be ordered: in step 0, 4 robots .*plan\.execution = adg-half/,
  );
  expect(() => workspace.text('results/manifest.json')).toThrow('ENOENT');
  expect((await workspace.kineko(['run', 'ring.txt', '--order', 'rc', '--execution', 'adg-half'])).code).toBe(0);
  const swap = await workspace.kineko(['run', 'swap.txt', '--order', 'xy']);
  expect([swap.code, swap.stderr]).toEqual([2, expect.stringContaining('robots 0 and 1 have an edge conflict')]);
});

test('robots that wait for a crashed one are named, with exit code 4', async () => {
  const faults = 'faults=[{kind: crash, at: 3, process: 4}]';
  const { stdout, code } = await workspace.kineko(['run', ...LADDER, '--set', faults]);
  expect(code).toBe(4);
  expect(stdout).toContain('robot 3 at (8, 2) waits for robot 4 (crashed) to leave (7, 2)');
});

test('a sweep measures the price of delays', async () => {
  workspace.write({
    'delays.yaml':
      'scenario: ladder.paths.txt\nset: { plan.scen: ladder.scen }\nparameters: { plan.execution: [adg, clock], plan.delay: ["0", "0.3 2"] }\n' +
      'metrics: [run.makespanRatio, run.contacts]\nrepetitions: 2\nseed: 1\n',
  });
  expect((await workspace.kineko(['sweep', 'delays.yaml', '--out', 'sweep', '--jobs', '1'])).code).toBe(0);
  const results = workspace.text('sweep/results.csv');
  expect(results).toContain('adg,0,run.makespanRatio,1.1428571428571428');
  expect(results).toContain('adg,0.3 2,run.contacts,0');
  expect(results).toMatch(/clock,0\.3 2,run\.contacts,[1-9]/);
});
