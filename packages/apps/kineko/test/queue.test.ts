import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REPOSITORY, Workspace } from './command-line.js';
import { TestRedis } from './redis.js';

/** Takes some time for a cell. In the processes of this test, it reports when it is in the middle of one. */
const BUSY = `
import { RandomMovement } from 'kineko';

export class Busy extends RandomMovement {
  private rounds = 0;

  protected override doMotion() {
    const isInTheMiddle = ++this.rounds === 100 && this.robot.id === 0;
    if (isInTheMiddle && process.env.REPORT_MIDDLE) process.stderr.write('in the middle of a cell\\n');
    return super.doMotion();
  }
}
`;

const files = {
  'busy.ts': BUSY,
  'busy.config': `
process.num = 10
robot.size = 5
robot.algorithm = ./busy.ts
bornpoint.random = true
ghost_mode = true
simulation.time = 20000
`,
  'x.yaml': 'scenario: busy.config\nparameters: { robot.size: [4, 6] }\nrepetitions: 3\nmetrics: [motions, events]\n',
};

interface Outcome {
  readonly done: number;
  readonly ran: number;
  readonly hash: string;
}

let redis: TestRedis;
const programs: ChildProcess[] = [];

beforeAll(async () => {
  redis = await TestRedis.start();
});

afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await redis.stop();
});

/** A separate process, which can be killed. */
function kineko(place: Workspace, ...args: string[]): ChildProcess {
  const program = spawn(process.execPath, [join(REPOSITORY, 'packages/apps/kineko/bin/kineko.js'), ...args], {
    cwd: place.path,
    env: { ...process.env, REPORT_MIDDLE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  programs.push(program);
  return program;
}

/** Its output is read to the end: writing to a closed pipe would end it. */
function says(program: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    program.stderr!.on('data', (text) => {
      said += String(text);
      if (said.includes(words)) resolve();
    });
    program.on('exit', () => reject(new Error(`it ended without saying '${words}': ${said}`)));
  });
}

async function killed(program: ChildProcess): Promise<void> {
  program.kill('SIGKILL');
  await once(program, 'exit');
}

const worker = (place: Workspace): ChildProcess =>
  kineko(place, 'worker', '--queue', redis.url, '--jobs', '1', '--lease', '1');

describe('a sweep with workers', () => {
  let local: Outcome;

  beforeAll(async () => {
    local = await new Workspace(files).json1<Outcome>(['sweep', 'x.yaml', '--out', 'a', '--json']);
  });

  test('gives the cell of a killed worker to another, with the same results', async () => {
    const place = new Workspace(files);
    const first = worker(place);
    const sweep = place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'q', '--queue', redis.url, '--json']);
    await says(first, 'in the middle of a cell');
    await killed(first);
    const second = worker(place);
    expect(await sweep).toMatchObject({ done: 6, hash: local.hash });
    expect(place.text('q/results.csv').split('\r\n')).toHaveLength(1 + 6 * 2 + 1);
    // Another sweep with the same cells finds them done.
    await killed(second);
    expect(
      await new Workspace(files).json1<Outcome>(['sweep', 'x.yaml', '--out', 'q', '--queue', redis.url, '--json']),
    ).toMatchObject({ hash: local.hash });
  });

  test('loses and repeats nothing if Redis is killed and comes back empty', async () => {
    const place = new Workspace({
      ...files,
      'x.yaml': files['x.yaml'].replace('robot.size: [4, 6]', 'robot.size: [3, 7]'),
    });
    const hands = worker(place);
    let said = '';
    const sweep = place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'q', '--queue', redis.url, '--json'], {
      onOutput: (text) => (said += text),
    });
    await says(hands, 'in the middle of a cell');
    await redis.stop();
    await redis.start();
    const { hash, done } = await sweep;
    expect(done).toBe(6);
    expect(said).toContain('Redis does not answer');
    await killed(hands);
    expect(await place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'local', '--json'])).toMatchObject({ hash });
  });

  test('continues after it was killed in the middle of a cell', async () => {
    const place = new Workspace(files);
    const sweep = kineko(place, 'sweep', 'x.yaml', '--out', 'k', '--jobs', '1');
    await says(sweep, 'in the middle of a cell');
    await killed(sweep);
    expect(await place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'k', '--resume', '--json'])).toMatchObject({
      done: 6,
      hash: local.hash,
    });
  });

  test('keeps its results on a signal, and reports it', async () => {
    const place = new Workspace(files);
    const sweep = kineko(place, 'sweep', 'x.yaml', '--out', 't', '--jobs', '1');
    let said = '';
    sweep.stderr!.on('data', (text) => (said += String(text)));
    await says(sweep, 'in the middle of a cell');
    sweep.kill('SIGTERM');
    const [code] = (await once(sweep, 'close')) as [number];
    expect([code, said]).toEqual([
      130,
      expect.stringMatching(/interrupted; \d of 6 cells are kept in t; continue with --resume/),
    ]);
  });

  test('reports a missing Redis at once', async () => {
    const place = new Workspace(files);
    for (const args of [
      ['sweep', 'x.yaml', '--queue'],
      ['worker', '--queue'],
    ]) {
      const { code, stderr } = await place.kineko([...args, 'redis://user:secret@127.0.0.1:1']);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^kineko: redis:\/\/…@127\.0\.0\.1:1: no Redis: .*ECONNREFUSED/),
      ]);
    }
    expect((await place.kineko(['worker', '--queue', 'localhost'])).stderr).toContain(
      'expected an address such as redis://host:6379',
    );
  });
});

test('for Slurm, a sweep is an array of shards and a dependent merge', async () => {
  const place = new Workspace({
    ...files,
    'bin/sbatch': '#!/bin/sh\necho "$@" >> "$SBATCH_LOG"\necho 77\n',
  });
  const args = [
    'sweep',
    'x.yaml',
    '--out',
    'my results',
    '--slurm',
    '--tasks',
    '2',
    '--slurm-option=--partition=short',
  ];
  const { code, stdout } = await place.kineko(args);
  expect([code, stdout]).toEqual([0, expect.stringContaining('6 cells in 2 tasks')]);
  const array = place.text('my results/array.sbatch');
  for (const line of [
    '#SBATCH --array=0-1',
    '#SBATCH --requeue',
    '#SBATCH --signal=B:TERM@60',
    '#SBATCH --partition=short',
    '--shard auto/2',
  ]) {
    expect(array).toContain(line);
  }
  expect(place.text('my results/merge.sbatch')).toMatch(/--out '.*my results' --merge\n$/);
  // The script itself, as Slurm would run it.
  for (const task of ['0', '1']) {
    const script = spawn('bash', [place.of('my results/array.sbatch')], {
      env: { ...process.env, SLURM_ARRAY_TASK_ID: task },
      stdio: 'ignore',
    });
    expect(await once(script, 'exit')).toEqual([0, null]);
  }
  expect(await place.json1<Outcome>(['sweep', 'x.yaml', '--out', 'my results', '--merge', '--json'])).toMatchObject({
    done: 6,
    ran: 0,
  });
  chmodSync(place.of('bin/sbatch'), 0o755);
  const env = { PATH: `${place.of('bin')}:${process.env['PATH'] ?? ''}`, SBATCH_LOG: place.of('log') };
  const submitted = await place.kineko([...args, '--submit'], { env });
  expect(submitted.stdout).toContain('submitted: array 77, merge 77');
  expect(place.text('log')).toMatch(
    /--parsable .*array\.sbatch\n--parsable --dependency=afterok:77 .*merge\.sbatch\n$/,
  );
  const nowhere = await place.kineko([...args, '--submit'], { env: { PATH: place.of('nothing') } });
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('sbatch not found')]);
});
