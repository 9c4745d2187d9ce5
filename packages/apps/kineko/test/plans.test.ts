/** Plans on the command line: audits, runs, sweeps and pictures. */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY, Workspace } from './command-line.js';

const example = (name: string): Buffer => readFileSync(join(REPOSITORY, 'examples/plans', name));

const workspace = new Workspace({
  'maps/warren-24.map': example('warren-24.map'),
  'plans/warren-24.scen': example('warren-24.scen'),
  'plans/warren-24.map': example('warren-24.map'),
  'plans/a.paths.txt': example('warren-24.paths.txt'),
  'ring.txt': example('ring.paths.txt'),
  'bad.csv': 't,agent,x,y\n0,a,0,0\n0,a,1,0\n',
});
const PLAN = ['plans/a.paths.txt', '--scen', 'warren-24.scen'];

describe('kineko check', () => {
  test('has exit code 0 for a clean plan, 3 for contacts and 2 for files that cannot be read', async () => {
    const clean = await workspace.kineko(['check', ...PLAN]);
    expect(clean).toMatchObject({ code: 0, stderr: '' });
    expect(clean.stdout).toMatch(/^plans\/a\.paths\.txt: clean \(56 agents, 47 steps, radius 0\.35355339059327373\)\n/);
    expect(await workspace.kineko(['check', ...PLAN, '--radius', '0.36'])).toMatchObject({ code: 3 });
    const refused = await workspace.kineko(['check', 'bad.csv', '--radius', '1']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('bad.csv:3:1: agent 0: expected one place at t = 0, got two: a jump');
    expect((await workspace.kineko(['check', 'ring.txt'])).stderr).toContain('expected --order xy or --order rc');
    const negative = await workspace.kineko(['check', ...PLAN, '--radius', '-1']);
    expect([negative.code, negative.stderr]).toEqual([2, expect.stringContaining('--radius: plan.radius: expected')]);
  });

  test('prints one JSON object with every contact', async () => {
    const { stdout, code } = await workspace.kineko(['check', ...PLAN, '--radius', '0.36', '--json']);
    const found = JSON.parse(stdout) as { contacts: number; list: unknown[] };
    expect([code, found.contacts, found.list.length]).toEqual([3, 136, 136]);
    expect(found).toMatchObject({ pairs: 94, leastDistance: 0.7071067811865476, criticalRadius: 0.3535533905932738 });
  });

  test('finds files of flags in the present folder, too, and writes a page', async () => {
    const flags = ['--map', 'maps/warren-24.map', '--order', 'rc', '--radius', '0.36', '--html', 'report.html'];
    expect((await workspace.kineko(['check', 'plans/a.paths.txt', ...flags])).code).toBe(3);
    const page = workspace.text('report.html');
    expect(page).toContain('136 contacts of 94 pairs');
    expect(page.match(/<tr>/g)).toHaveLength(137);
    expect((await workspace.kineko(['check', ...PLAN, '--map', 'none.map'])).stderr).toContain(
      'names the file "none.map"',
    );
  });

  test('finds the map of a scenario beside the scenario', async () => {
    workspace.write({
      'problem/warren-24.scen': example('warren-24.scen'),
      'problem/warren-24.map': example('warren-24.map'),
    });
    workspace.write({ 'elsewhere/a.txt': example('warren-24.paths.txt') });
    const { stdout, stderr } = await workspace.kineko(['check', 'elsewhere/a.txt', '--scen', 'problem/warren-24.scen']);
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('goals: 56 of 56 reached')]);
    workspace.write({ 'lonely/warren-24.scen': example('warren-24.scen') });
    const lonely = await workspace.kineko(['check', 'elsewhere/a.txt', '--scen', 'lonely/warren-24.scen']);
    expect(lonely).toMatchObject({ code: 0, stderr: expect.stringContaining('warning: ') });
  });

  test('checks properties of runs of a plan, with the same flags', async () => {
    const separation = async (metres: string) =>
      (
        await workspace.kineko([
          'check',
          ...PLAN,
          '--radius',
          '0.3',
          '--execution',
          'clock',
          '-p',
          `separation=${metres}`,
          '--seeds',
          '1',
          '--out',
          'found',
        ])
      ).code;
    expect([await separation('0.1'), await separation('0.2')]).toEqual([0, 3]);
  });

  test('refuses a problem without its plan', async () => {
    const { code, stderr } = await workspace.kineko(['check', 'plans/warren-24.scen']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('name its plan with --plan <file>')]);
    expect((await workspace.kineko(['check', 'plans/warren-24.scen', '--plan', 'a.paths.txt'])).code).toBe(0);
  });
});

test('kineko run records contacts, and kineko analyze reads them', async () => {
  const flags = [
    '--radius',
    '0.4',
    '--set',
    'plan.execution=clock',
    '--seed',
    '1',
    '--out',
    'results',
    '--log',
    'trace',
    '--json',
  ];
  const { stdout, code } = await workspace.kineko(['run', ...PLAN, ...flags]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ robots: 56, metrics: { 'plan.contacts': 136 } });
  expect((await workspace.kineko(['analyze', 'results'])).code).toBe(0);
});

test('kineko sweep varies the keys of a plan', async () => {
  workspace.write({
    'radius.yaml':
      'scenario: plans/a.paths.txt\nset: { plan.scen: warren-24.scen, plan.execution: clock }\nparameters: { plan.radius: [0.35, 0.4] }\nmetrics: [plan.contacts]\nrepetitions: 1\n',
  });
  expect((await workspace.kineko(['sweep', 'radius.yaml', '--out', 'sweep', '--jobs', '1'])).code).toBe(0);
  expect(workspace.text('sweep/results.csv')).toMatch(/0\.35,.*\b0\b[\s\S]*0\.4,.*\b136\b/);
});

test.each([['plans/warren-24.map'], ['plans/warren-24.scen'], ['plans/a.paths.txt']])(
  'kineko render draws %s, and leaves nothing behind',
  async (file) => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('kineko-preview-'));
    const answer = await workspace.kineko(['render', file, '--scen', 'warren-24.scen', '-o', 'picture.png']);
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('picture.png: t = ') });
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('kineko-preview-'))).toEqual(before);
  },
);
