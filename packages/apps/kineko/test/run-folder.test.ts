import { expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

const CONFIG = `
process.num = 3
robot.size = 5
robot.algorithm = RandomMovement
bornpoint.random = true
simulation.time = 100
`;

test('the folder of a run can be given instead of its log', async () => {
  const workspace = new Workspace({ 'run.config': CONFIG });
  const run = await workspace.kineko(['run', 'run.config', '--seed', '1', '--out', 'results', '--log', 'both']);
  expect(run.stderr).toContain('analyze results\n');
  const folder = await workspace.kineko(['analyze', 'results']);
  expect(folder.code).toBe(0);
  expect(folder).toEqual(await workspace.kineko(['analyze', 'results/trace.bin']));
  expect(await workspace.kineko(['convert', 'results', 'events.csv'])).toMatchObject({ code: 0 });
  const checked = await workspace.kineko(['check', 'results', '-p', 'speed=100']);
  expect(checked.stdout).toContain('speed=100: holds');
});

test('rejects a folder without a run', async () => {
  const workspace = new Workspace({ 'folder/notes.txt': 'nothing' });
  const { code, stderr } = await workspace.kineko(['analyze', 'folder']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^kineko: .*folder/);
});
