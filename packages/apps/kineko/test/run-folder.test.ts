import { readFileSync, writeFileSync } from 'node:fs';
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

test('a run continues after its last record, to its time limit', async () => {
  const workspace = new Workspace({
    'approach.ts': `
      import { AbstractAlgorithm } from 'kineko';
      export class Approach extends AbstractAlgorithm {
        protected doMotion() {
          return this.robot.id === 0 ? this.actuator.moveTo({ x: 400, y: 0 }, 1, 360) : this.sleep(1e6);
        }
      }`,
    'approach.config': `
      process.num = 2
      robot.size = 1
      robot.algorithm = ./approach.ts
      bornpoint1 = 0, 0
      bornpoint2 = 500, 0
      simulation.time = 100
    `.replaceAll(/^ +/gm, ''),
  });
  expect((await workspace.kineko(['run', 'approach.config', '--out', 'r', '--log', 'both', '-q'])).code).toBe(0);
  for (const log of ['r/trace.bin', 'r/neko.log']) {
    const report = await workspace.json1<{ totals: object; robots: { distanceMetres: number }[] }>([
      'analyze',
      log,
      '--json',
    ]);
    expect(report.totals).toMatchObject({ firstSeconds: 0, lastSeconds: 100 });
  }
  // The centres are 450 m apart at t = 50.
  const checked = await workspace.kineko(['check', 'r', '-p', 'separation=448']);
  expect(checked.code).toBe(3);
  expect(checked.stdout).toContain('r, t = 50: robots 0 and 1 are nearer than 448 m');
  expect((await workspace.kineko(['render', 'r', '-o', 'r.svg', '--at', '100'])).stdout).toMatch(/^r\.svg: t = 100 s/);
  const late = await workspace.kineko(['render', 'r', '-o', 'r.svg', '--at', '101']);
  expect(late.stderr).toBe('kineko: --at 101: the run lasts from t = 0 to t = 100 s\n');
  // Without the manifest, nothing is known about the time after the last record.
  workspace.write({ 'alone/trace.bin': workspace.bytes('r/trace.bin') });
  const alone = await workspace.kineko(['check', 'alone/trace.bin', '-p', 'separation=448']);
  expect(alone.stdout).toContain('holds');
});

test('a replay lasts as long as the run', async () => {
  const workspace = new Workspace({ 'run.config': CONFIG });
  const run = ['run', 'run.config', '--json', '--log', 'trace'];
  const first = await workspace.json1<object>([...run, '--seed', '1', '--out', 'first']);
  expect(first).toMatchObject({ simulatedSeconds: 100 });
  const again = await workspace.json1<object>([...run, '--replay', 'first/trace.bin', '--out', 'again']);
  expect(again).toMatchObject({ simulatedSeconds: 100, stoppedBy: 'time' });
  const analyses = ['first', 'again'].map((folder) => workspace.json1<object>(['analyze', folder, '--json']));
  const [of, like] = await Promise.all(analyses);
  expect({ ...like, file: undefined }).toEqual({ ...of, file: undefined });
});

test('a replay of a trace that is cut off warns', async () => {
  const workspace = new Workspace({ 'run.config': CONFIG });
  await workspace.kineko(['run', 'run.config', '--seed', '1', '--out', 'results', '--log', 'trace']);
  const trace = readFileSync(workspace.of('results/trace.bin'));
  writeFileSync(workspace.of('cut.bin'), trace.subarray(0, trace.length / 2));
  const { code, stderr } = await workspace.kineko(['run', 'run.config', '--replay', 'cut.bin']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('warning: cut.bin: it ends without its index')]);
});
