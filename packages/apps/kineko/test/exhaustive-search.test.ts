import { Buffer } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

function config(algorithm: string, places: readonly string[], more = ''): string {
  const points = places.map((place, index) => `bornpoint${index + 1} = ${place}\n`).join('');
  return `process.num = ${places.length}\nrobot.algorithm = ${algorithm}\nrobot.size = 0\nghost_mode = true\nlcm.multiplicity = strong\nsimulation.time = 30\n${points}${more}`;
}

const workspace = new Workspace({
  'towers.config': config('GatherByMajority', ['0, 0', '0, 0', '1, 0', '1, 0']),
  'square.config': config('GatherByMajority', ['0, 0', '1, 0', '1, 1', '0, 1']),
  'cog.config': config('GoToCentreOfGravity', ['0, 0', '1, 0', '0, 1']),
  'own.yaml': 'algorithm: ./stay.ts\nscheduler: fsync\nrobots: [{at: [0, 0]}]\nloop: [joint 0]\n',
  'stay.ts': `import { LookComputeMove } from 'kineko';
export class Stay extends LookComputeMove { compute() { return {}; } }
`,
  'walk.config': config('RandomMovement', ['10, 10']).replace('lcm.multiplicity = strong\n', ''),
});

function check(file: string, ...more: string[]) {
  return workspace.kineko(['check', file, '-p', 'gathered-at-point', '--search', 'exhaustive', ...more]);
}

test('a schedule that keeps robots apart forever is saved, and can be run', async () => {
  const { code, stdout } = await check('towers.config', '--out', 'found');
  expect(stdout.split('\n')).toEqual([
    'gathered-at-point: violated: apart forever: a loop of 2 rounds repeats forever, exactly or as a scaled copy (14 states)',
    expect.stringMatching(/^ {2}model: ssync; all activations; weak fairness; rigid; .*multiplicity strong.*; exact$/),
    '  replay  kineko run found/towers.schedule.yaml',
    '',
  ]);
  expect(code).toBe(3);
  const replayed = await workspace.kineko(['run', 'found/towers.schedule.yaml', '--json']);
  expect(replayed.code).toBe(0);
  expect(JSON.parse(replayed.stdout)).toMatchObject({ robots: 4, motionRequests: 16 });
  expect((await workspace.kineko(['validate', 'found/towers.schedule.yaml'])).code).toBe(0);
});

test('the schedule of an own algorithm can be opened in the playground, with its program', async () => {
  const { stdout } = await workspace.kineko(['lcm', 'link', 'own.yaml', '--playground', 'http://127.0.0.1/']);
  const [, link] = /^http:\/\/127\.0\.0\.1\/#project=(.*)\n$/.exec(stdout)!;
  expect(JSON.parse(inflateRawSync(Buffer.from(link!, 'base64url')).toString())).toEqual({
    version: 1,
    config: { name: 'own.yaml', text: workspace.text('own.yaml') },
    files: [{ name: 'stay.ts', text: workspace.text('stay.ts') }],
  });
});

test('robots that always gather are reported with the number of states', async () => {
  const { code, stdout } = await check('square.config', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    results: [{ property: 'gathered-at-point', verdict: 'holds', states: expect.any(Number) }],
  });
});

test('a search that reaches its limit proves nothing', async () => {
  const { code, stdout } = await check('cog.config', '--states', '500');
  expect(stdout).toMatch(/^gathered-at-point: undecided: not gathered after \d+ rounds of some schedule/);
  expect(code).toBe(4);
});

test('other robots are refused', async () => {
  const { code, stderr } = await check('walk.config');
  expect(stderr).toBe('kineko: --search exhaustive: expected an algorithm that extends LookComputeMove\n');
  expect(code).toBe(2);
});
