import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

const student = (body: string): string => `
import { AbstractAlgorithm, centroid } from 'kineko';

export class Student extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    ${body}
  }
}
`;

const SPEED_TASK = '  - { name: not too fast, property: speed=12, points: 4 }\n';

const files = {
  'course/meet.config': `
process.num = 4
robot.size = 2
robot.algorithm = Gathering
bornpoint.random = true
world.width = 100
world.height = 100
ghost_mode = true
simulation.time = 60
`,
  'course/meet.yaml': `
title: Meet
scenario: meet.config
seeds: 0..1
# More than any run needs, on a busy machine.
limits: { seconds: 3600, megabytes: 64 }
tasks:
  - { name: they meet, property: eventually gathered=3 before 50, points: 6 }
${SPEED_TASK}`,
  'good.ts': student('await this.actuator.moveTo({ x: 50, y: 50 }, 10, 360); await this.sleep(1);'),
  'fast.ts': student('await this.actuator.moveTo({ x: 50, y: 50 }, 20, 360); await this.sleep(1);'),
  'throws.ts': student("await this.sleep(3); throw new Error('oops');"),
  'endless.ts': student('for (;;);'),
  'hungry.ts': student(
    'const all: number[][] = []; for (;;) all.push(Array.from({ length: 10_000 }, () => this.random()));',
  ),
};

interface Graded {
  readonly score: number;
  readonly of: number;
  readonly tasks: readonly {
    readonly points: number;
    readonly passed: number;
    readonly worst?: { readonly seed: number; readonly text: string };
  }[];
  readonly replay?: string;
}

async function graded(
  place: Workspace,
  file: string,
  assignment = 'course/meet.yaml',
): Promise<Graded & { readonly code: number }> {
  const { code, stdout, stderr } = await place.kineko(['grade', assignment, file, '--json', '--jobs', '2']);
  expect(stderr).toBe('');
  return { ...(JSON.parse(stdout) as Graded), code };
}

describe('kineko grade', () => {
  test('gives points by the passed runs, and saves the worst one', async () => {
    const place = new Workspace(files);
    expect(await graded(place, 'good.ts')).toMatchObject({ code: 0, score: 10, of: 10 });
    expect(existsSync(place.of('worst.trace'))).toBe(false);
    const { code, stdout } = await place.kineko(['grade', 'course/meet.yaml', 'fast.ts']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^Meet: 6 of 10 points\n {2}they meet: 6 of 6 \(2 of 2 runs\)\n {2}not too fast: 0 of 4/);
    expect((await place.kineko(['check', 'worst.trace', '-p', 'speed=12'])).code).toBe(3);
  });

  test('gives no points to code that throws, never ends or uses all memory, and survives it', async () => {
    const meet = files['course/meet.yaml'].replace('0..1', '[7]').replace(SPEED_TASK, '');
    const place = new Workspace({
      ...files,
      'course/meet.yaml': meet,
      'course/hasty.yaml': meet.replace('seconds: 3600', 'seconds: 1'),
    });
    expect(await graded(place, 'throws.ts')).toMatchObject({
      code: 3,
      score: 0,
      tasks: [{ worst: { seed: 7, text: expect.stringContaining('oops') } }],
    });
    expect(await graded(place, 'endless.ts', 'course/hasty.yaml')).toMatchObject({
      score: 0,
      tasks: [{ worst: { text: 'time limit of 1 s reached' } }],
    });
    expect(await graded(place, 'hungry.ts', 'course/hasty.yaml')).toMatchObject({
      score: 0,
      tasks: [{ worst: { text: expect.stringMatching(/^(memory limit of 64 MB|time limit of 1 s) reached$/) } }],
    });
  });

  test('grades all submissions, also after one has failed', async () => {
    const place = new Workspace({
      ...files,
      'exits.ts': student('process.exit(0);'),
      'course/meet.yaml': files['course/meet.yaml'].replace('0..1', '[7]'),
    });
    const order = ['throws.ts', 'exits.ts', 'fast.ts', 'good.ts'];
    const { code, stdout, stderr } = await place.kineko(['grade', 'course/meet.yaml', ...order, '--json']);
    expect([code, stderr]).toEqual([3, '']);
    const grades = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Graded & { readonly submission: string });
    expect(grades.map(({ submission, score }) => [submission, score])).toEqual([
      ['throws.ts', 0],
      ['exits.ts', 0],
      ['fast.ts', 6],
      ['good.ts', 10],
    ]);
    expect(grades[1]!.tasks[0]!.worst!.text).toBe('process ended with exit code 0');
    expect(grades[2]).toMatchObject({
      tasks: [
        { points: 6, passed: 1 },
        { points: 0, passed: 0, worst: { text: expect.stringContaining('moves at 20 m/s') } },
      ],
      replay: 'fast.worst.trace',
    });
    expect(existsSync(place.of('fast.worst.trace'))).toBe(true);
    const missing = await place.kineko(['grade', 'course/meet.yaml', 'good.ts', 'nobody.ts']);
    expect([missing.code, missing.stdout]).toEqual([2, '']);
  });

  test('grades algorithms only', async () => {
    const place = new Workspace({
      ...files,
      'course/other.yaml': `${files['course/meet.yaml']}algorithm: process.initializer\n`,
    });
    const { code, stderr } = await place.kineko(['grade', 'course/other.yaml', 'good.ts']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('algorithm: expected robot.algorithm')]);
  });

  test('reports problems of an assignment before anything is run', async () => {
    const place = new Workspace({
      ...files,
      'course/wrong.yaml': 'scenario: meet.config\nseeds: x\ntasks: [{ points: -1 }]\nlimit: 3\n',
    });
    const { code, stderr } = await place.kineko(['grade', 'course/wrong.yaml', 'good.ts']);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown key 'limit'; did you mean 'limits'?")]);
    place.write({ 'course/wrong.yaml': 'scenario: meet.config\ntasks: [{ property: sped=2 }]\n' });
    expect((await place.kineko(['grade', 'course/wrong.yaml', 'good.ts'])).stderr).toContain("did you mean 'speed'?");
    expect((await place.kineko(['grade', 'course/meet.yaml', 'nobody.ts'])).stderr).toContain('no such file');
  });
});
