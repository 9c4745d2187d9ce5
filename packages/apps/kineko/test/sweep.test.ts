import { describe, expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

const SCENARIO = `
process.num = 3
robot.size = 5
robot.algorithm = RandomMovement
bornpoint.random = true
world.width = 200
world.height = 200
RandomMovement.side = 200
simulation.time = 20
`;

const EXPERIMENT = `
scenario: random.config
parameters:
  process.num: [2, 4]
  robot.size: { from: 2, to: 4, step: 2 }
repetitions: 2
metrics:
  - collisions
  - distance
  - { name: rate, expression: collisions / (time * process.num) }
  - { name: longest, file: "./metrics.ts#longest" }
`;

const METRICS = `
import type { MeasuredRun } from '@kineko/lab';
export const longest = ({ analysis }: MeasuredRun): number => Math.max(...analysis.robots.map((robot) => robot.distanceMetres));
`;

const files = { 'random.config': SCENARIO, 'x.yaml': EXPERIMENT, 'metrics.ts': METRICS };

interface Outcome {
  readonly cells: number;
  readonly done: number;
  readonly ran: number;
  readonly hash: string;
}

describe('kineko sweep', () => {
  test('runs every cell once, resumes, extends, and gives the same bytes in shards', async () => {
    const place = new Workspace(files);
    const first = await place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'a', '--json']);
    expect(first).toMatchObject({ cells: 8, done: 8, ran: 8 });
    const lines = place.text('a/results.csv').split('\r\n');
    expect(lines[0]).toBe('run,repetition,seed,process.num,robot.size,metric,value');
    expect(lines).toHaveLength(1 + 8 * 4 + 1);
    expect(lines[5]).toMatch(/^1,0,1,2,4,collisions,\d+$/);

    const { code, stderr } = await place.kineko(['sweep', 'x.yaml', '--out', 'a']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('continue it with --resume')]);
    const again = await place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'a', '--resume', '--json']);
    expect(again).toMatchObject({ ran: 0, hash: first.hash });
    const more = await place.json1<Outcome>([
      'sweep',
      'x.yaml',
      '--out',
      'a',
      '--resume',
      '--repetitions',
      '3',
      '--json',
    ]);
    expect(more).toMatchObject({ cells: 12, done: 12, ran: 4 });

    for (const shard of ['0/2', '1/2']) {
      expect((await place.kineko(['sweep', 'x.yaml', '--out', 'b', '--shard', shard])).code).toBe(0);
    }
    const merged = await place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'b', '--merge', '--json']);
    expect(merged).toMatchObject({ ran: 0, done: 8, hash: first.hash });
    for (const name of ['results.parquet', 'summary.csv', 'report.html', 'sweep.json']) {
      expect(place.bytes(`b/${name}`).length).toBeGreaterThan(100);
    }
    // A cell is the same only for the same code.
    place.write({ 'metrics.ts': METRICS.replace('Math.max', 'Math.min') });
    const changed = await place.kineko(['sweep', 'x.yaml', '--out', 'b', '--merge', '--json']);
    expect(changed.code).toBe(4);
    expect(changed.stderr).toContain('8 of 8 cells without a result yet');
  });

  test('lists its cells, and reports all problems before anything is run', async () => {
    const place = new Workspace(files);
    const { stdout } = await place.kineko(['sweep', 'x.yaml', '--dry-run']);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      '0 seed=1 process.num=2 robot.size=2',
      '1 seed=1 process.num=2 robot.size=4',
    ]);
    place.write({ 'x.yaml': EXPERIMENT.replace('[2, 4]', '[2, -4, x]') });
    const wrong = await place.kineko(['sweep', 'x.yaml', '--out', 'w']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('-4');
    expect(wrong.stderr).toContain('got "x"');
    const set = await place.kineko(['sweep', 'x.yaml', '--set', 'process.num=3']);
    expect([set.code, set.stderr]).toEqual([2, expect.stringContaining('change it there')]);
  });

  test('reports a failed cell with its seed, and retries it with --resume', async () => {
    const place = new Workspace({
      ...files,
      'fail.ts': "export function fail() {\n  throw new Error('nothing to measure');\n}\n",
      'x.yaml': EXPERIMENT.replace('- distance', '- { name: d, file: ./fail.ts }'),
    });
    const { code, stderr } = await place.kineko(['sweep', 'x.yaml', '--out', 'f', '--quiet']);
    expect(code).toBe(1);
    expect(stderr).toContain('run 0 (seed 1) failed: nothing to measure');
    expect(stderr).toContain('… and 3 more');
  });

  test('keeps the results of an interrupted sweep, and resumes', async () => {
    const place = new Workspace(files);
    const user = new AbortController();
    user.abort('SIGINT');
    const { code, stderr } = await place.kineko(['sweep', 'x.yaml', '--out', 'i', '--quiet'], {
      signal: user.signal,
    });
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(/interrupted; \d of 8 cells are kept in i; continue with --resume/),
    ]);
    expect(await place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'i', '--resume', '--json'])).toMatchObject({
      done: 8,
    });
  });
});
