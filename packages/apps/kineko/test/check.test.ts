import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, Workspace } from './command-line.js';

/** Robots with a lane each; by a bug, one sometimes moves to its neighbour's. */
const LANES = `
import { AbstractAlgorithm } from 'kineko';

export class Lanes extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    const lane = this.random() < 0.1 ? this.robot.id + 1 : this.robot.id;
    await this.actuator.moveTo({ x: 100 * this.random(), y: 40 + 40 * lane }, 10, 180);
  }
}
`;

const LANES_CONFIG = `
process.num = 6
robot.size = 4
robot.algorithm = ./lanes.ts
${[1, 2, 3, 4, 5, 6].map((k) => `bornpoint${k} = ${10 * k}, ${40 * k}`).join('\n')}
world.width = 400
world.height = 400
simulation.time = 60
`;

interface Checked {
  readonly results: readonly { readonly property: string; readonly verdict: string; readonly premises: number }[];
  readonly runs: number;
  readonly counterexample?: {
    readonly robots: number;
    readonly scenario: string;
    readonly trace: string;
    readonly seed: number;
    readonly time: number;
    readonly hash: string;
    readonly replay: string;
    readonly messages: number;
    readonly messagesBefore: number;
    readonly shrinkRuns: number;
    readonly isMinimal: boolean;
    readonly copies?: string;
  };
  readonly limited: readonly object[];
}

/** For runs that are shorter than a second thread takes to load. */
const ONE_THREAD = ['--jobs', '1'];

const BUGS: readonly (readonly [name: string, property: string, program: string])[] = [
  [
    'a total order that is the order of arrival',
    'total-order protocol=algorithm',
    `
    for (let k = 0; k < 2; k++) {
      const message = \`\${process.id};\${k}\`;
      this.note('broadcast', { message });
      this.note('deliver', { message });
      this.sendTo(process.others, 'SAY', message);
    }
    for (;;) this.note('deliver', { message: (await this.receive()).content });`,
  ],
  [
    'a lock that one permission opens',
    'mutual-exclusion protocol=algorithm',
    `
    this.note('request', {});
    this.sendTo(process.others, 'SAY', 'ask');
    for (let isIn = false; ; ) {
      const { from, content } = await this.receive();
      if (content === 'ask') this.sendTo([from], 'SAY', 'go');
      else if (!isIn) {
        isIn = true;
        this.note('enter', {});
        await this.sleep(1);
        this.note('exit', {});
      }
    }`,
  ],
  [
    'a consensus that does not wait for its coordinator',
    'consensus protocol=algorithm',
    `
    this.note('propose', { instance: 1, value: process.id });
    if (process.id === 0) this.sendTo(process.others, 'SAY', '0');
    const heard = process.id === 0 ? { content: '0' } : await this.receive(2);
    const value = Number(heard?.content ?? process.id);
    process.emit?.({ type: 'decide', time: process.now, process: process.id, protocol: this.id, instance: 1, value });`,
  ],
];

const protocol = (program: string): string => `
import { ActiveProtocol } from 'kineko';

export class Planted extends ActiveProtocol<{ SAY: string }> {
  protected async run(): Promise<void> {
    const { process } = this;${program}
  }
}
`;

const protocolConfig = (network: string): string => `
process.num = 5
algorithm = ./planted.ts
network = ${network}
simulation.time = 50
`;

/** In some runs robot 0 never returns from its first motion; in the others the two collide. */
const STUCK = `
import { AbstractAlgorithm } from 'kineko';

export class Stuck extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    // Blocked like an endless loop, but without using the processor.
    if (this.robot.id === 0 && this.random() < 0.5) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    await this.actuator.moveTo({ x: 50, y: 50 }, 5, 360);
    this.finish();
  }
}
`;

/** Makes endless tiny motions; robot 1 after it has touched robot 0. */
const TINY = `
import { AbstractAlgorithm } from 'kineko';

export class Tiny extends AbstractAlgorithm<{}> {
  private touched = false;

  protected async doMotion(): Promise<void> {
    const goes = this.robot.id === 1 && !this.touched && this.parameters.boolean('collides', false);
    const { status } = await (goes ? this.actuator.forward(5, 100) : this.actuator.forward(1, 0.01));
    if (status === 'collided') this.touched = true;
  }
}
`;

const twoRobots = (algorithm: string): string => `
process.num = 2
robot.size = 2
robot.algorithm = ${algorithm}
bornpoint1 = 20, 50
bornpoint2 = 5, 50
simulation.time = 1000
`;

/** Wall-clock seconds: enough for a run that ends, on any machine. */
const BUSY = '15';

const STUCK_FILES = { 'stuck.ts': STUCK, 'stuck.config': twoRobots('./stuck.ts') };
const checked = new Workspace(STUCK_FILES);
const swept = new Workspace({
  ...STUCK_FILES,
  'stuck.config': twoRobots('./stuck.ts').replace('= 1000', '= 20'),
  'x.yaml': 'scenario: stuck.config\nrepetitions: 2\nseed: 4\nmetrics: [collisions]\n',
});
let check: Promise<Answer>;
let sweep: Promise<Answer>;

// Both start here and wait for their limit while the other tests run.
beforeAll(() => {
  const args = ['stuck.config', '--jobs', '1', '--wall-limit', BUSY, '-p', 'speed=10', '--keep-going'];
  check = checked.program(['check', ...args, '--seeds', '1,5', '--time-limit', '20']);
  sweep = swept.program(['sweep', 'x.yaml', '--out', 'x', '--wall-limit', BUSY, '--jobs', '2']);
});

/** The planted collision, found and shrunk once for several tests. */
const lanes = new Workspace({ 'lanes.ts': LANES, 'lanes.config': LANES_CONFIG });
let found: Promise<Answer> | undefined;

async function foundCollision(): Promise<Checked> {
  const properties = ['-p', 'no-collision', '-p', 'speed=11'];
  found ??= lanes.kineko([
    'check',
    'lanes.config',
    '--seeds',
    '0..20',
    ...properties,
    '--shrink-budget',
    '600s',
    '--json',
  ]);
  const { code, stdout, stderr } = await found;
  expect([code, stderr]).toEqual([3, '']);
  return JSON.parse(stdout) as Checked;
}

describe('kineko check', () => {
  test('finds a planted collision, shrinks it to two robots, and saves it for a replay', async () => {
    const place = lanes;
    const { results, counterexample } = await foundCollision();
    expect(results).toMatchObject([{ verdict: 'violated' }, { verdict: 'holds' }]);
    expect(counterexample).toMatchObject({ robots: 2, scenario: 'lanes.counterexample.config' });
    expect(place.text('lanes.counterexample.config')).toContain('include = lanes.config');

    const { scenario, trace, time, seed, hash } = counterexample!;
    const replay = await place.kineko([
      'check',
      ...ONE_THREAD,
      scenario,
      '--seeds',
      String(seed),
      '--no-shrink',
      '-p',
      'no-collision',
    ]);
    expect([replay.code, replay.stdout]).toEqual([
      3,
      expect.stringContaining(`seed ${seed}, t = ${time}: robot 0 touches robot 1`),
    ]);
    const run = await place.kineko(['run', scenario, '--json']);
    expect((JSON.parse(run.stdout) as { hash: string }).hash).toBe(hash);
    const log = await place.kineko(['check', trace, '-p', 'no-collision', '-p', 'in-area of=centres']);
    expect([log.code, log.stdout]).toEqual([3, expect.stringContaining(`${trace}, t = ${time}`)]);
  });

  test.each(BUGS)('finds %s, and shrinks it to two processes', async (_name, property, program) => {
    const place = new Workspace({
      'planted.ts': protocol(program),
      'planted.config': protocolConfig('RandomNetwork'),
    });
    const { code, stdout } = await place.kineko(['check', ...ONE_THREAD, 'planted.config', '-p', property, '--json']);
    const { counterexample } = JSON.parse(stdout) as Checked;
    expect([code, counterexample?.robots]).toEqual([3, 2]);
    const { scenario, seed } = counterexample!;
    expect(
      (await place.kineko(['check', ...ONE_THREAD, scenario, '--seeds', String(seed), '--no-shrink', '-p', property]))
        .code,
    ).toBe(3);
  });

  test('finds the delay that matters where seeds make no difference', async () => {
    const [, property, program] = BUGS[2]!;
    const place = new Workspace({
      'planted.ts': protocol(program),
      'planted.config': protocolConfig('BasicNetwork'),
    });
    const args = ['check', ...ONE_THREAD, 'planted.config', '--seeds', '0..3', '-p', property, '--json'];
    expect((await place.kineko(args)).code).toBe(0);
    for (const kind of ['swarm', 'guided']) {
      const { code, stdout } = await place.kineko([...args, '--search', kind, '--vary', 'delays', '--runs', '400']);
      const { counterexample } = JSON.parse(stdout) as Checked;
      expect([code, counterexample?.robots]).toEqual([3, 2]);
      const text = place.text('planted.counterexample.config');
      // One delay is left of the fault schedule.
      expect(text.match(/"kind":"spike"/g)).toHaveLength(1);
    }
  });

  test('a property that never applied does not pass', async () => {
    const place = new Workspace({ 'lanes.ts': LANES, 'lanes.config': LANES_CONFIG });
    const unknown = await place.kineko([
      'check',
      'lanes.config',
      '--seeds',
      '1',
      '--time-limit',
      '5',
      '-p',
      'total-order protocol=x',
    ]);
    expect([unknown.code, unknown.stdout]).toEqual([
      3,
      expect.stringContaining('unknown after 1 run: its premise never occurred'),
    ]);
    const fine = await place.kineko(['check', 'lanes.config', '--seeds', '1', '--time-limit', '5', '-p', 'speed=10.1']);
    expect([fine.code, fine.stdout]).toEqual([
      0,
      expect.stringMatching(/^speed=10.1: holds in 1 run \(premises: \d+\)\n$/),
    ]);
    expect(existsSync(place.of('lanes.counterexample.config'))).toBe(false);
  });

  test('rejects invalid arguments', async () => {
    const place = new Workspace({ 'lanes.ts': LANES, 'lanes.config': LANES_CONFIG });
    const said = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await place.kineko(['check', ...args]);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await said('lanes.config')).toContain('expected a property');
    expect(await said('lanes.config', '-p', 'no-colision')).toContain("did you mean 'no-collision'?");
    expect(await said('lanes.config', '-p', 'collision', '--seeds', '9..1')).toContain('0..999');
    expect(await said('lanes.config', '-p', 'collision', '--vary', 'hats')).toContain(
      "--vary: unknown variation 'hats'; expected seeds, delays,",
    );
    expect(await said('missing.config', '-p', 'collision')).toContain('no such file');
    expect(await said('lanes.config', '-p', 'collision', '--set', 'process.num=0')).toContain('process.num');
  });

  test('rejects a parameter that an algorithm cannot read, like run', async () => {
    const algorithm = LANES.replace('protected', "readonly far = this.parameters.number('far', 1);\n  protected");
    const place = new Workspace({ 'lanes.ts': algorithm, 'lanes.config': `Lanes.far = abc${LANES_CONFIG}` });
    const run = await place.kineko(['run', 'lanes.config']);
    const { code, stdout, stderr } = await place.kineko(['check', ...ONE_THREAD, 'lanes.config', '-p', 'no-collision']);
    expect([code, stdout, stderr]).toEqual([2, '', run.stderr]);
    expect(stderr).toBe('kineko: lanes.config:1:1: Lanes.far: expected a number, got "abc"\n');
  });
});

describe('runs that do not end', () => {
  test('prints a violation while another run is stuck', async () => {
    const place = new Workspace({ 'stuck.ts': STUCK, 'stuck.config': twoRobots('./stuck.ts') });
    const user = new AbortController();
    const limits = ['--wall-limit', 'none', '--event-limit', 'none'];
    const { code, stderr } = await place.kineko(
      ['check', 'stuck.config', '--seeds', '1,5', '--jobs', '2', '-p', 'no-collision', ...limits],
      {
        signal: user.signal,
        onOutput: (text) => {
          if (text.startsWith('violation: seed 5, t = ')) user.abort();
        },
      },
    );
    expect([code, stderr]).toEqual([130, expect.stringContaining('no-collision: robot 0 touches robot 1\n')]);
  });

  test('a run over its event limit is checked up to there', async () => {
    const place = new Workspace({ 'tiny.ts': TINY, 'tiny.config': twoRobots('./tiny.ts') });
    const args = [
      'check',
      ...ONE_THREAD,
      'tiny.config',
      '--seeds',
      '1,2',
      '--event-limit',
      '5000',
      '-p',
      'no-collision',
    ];
    const { code, stdout, stderr } = await place.kineko(args);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^seed 1: exceeded the event limit of 5,000 at t = [\d.]+ s; not checked beyond$/m);
    expect(stdout).toBe('limits: 2 of 2 runs cut off (seed 1, seed 2)\n');
    const json = await place.kineko([...args, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      runs: 2,
      limited: [
        { seed: 1, limit: 'events', most: 5000, events: 5000, isViolating: false },
        { seed: 2, limit: 'events' },
      ],
    });

    const violating = await place.kineko([...args, '--set', 'Tiny.collides=true', '--no-shrink']);
    expect(violating.code).toBe(3);
    expect(violating.stderr).toContain('; checked up to there\n');
    expect(violating.stdout).toMatch(/^no-collision: violated in 1 of 1 run /);
  });

  test('rejects invalid limits and budgets', async () => {
    const place = new Workspace({ 'tiny.ts': TINY, 'tiny.config': twoRobots('./tiny.ts') });
    const error = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await place.kineko(['check', 'tiny.config', '-p', 'no-collision', ...args]);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await error('--event-limit', '1.5')).toContain(
      '--event-limit: expected an integer from 1, or none, got "1.5"',
    );
    expect(await error('--wall-limit', '0')).toContain(
      '--wall-limit: expected a number of seconds above 0, or none, got "0"',
    );
    expect(await error('--shrink-budget', '5 m')).toContain(
      'expected a number of runs, or seconds as in 30s, got "5 m"',
    );
    expect(await error('--out', 'tiny.ts')).toContain('--out: expected a folder, got the file tiny.ts');
  });
});

const HASTY_CONFIG = `
process.num = 4
algorithm = BroadcastTest
protocol = FifoBroadcast
network = RandomNetwork
RandomNetwork.lambda = 1
simulation.time = 100
`;

test('a run of broadcasts ends when the last ones have arrived', async () => {
  const place = new Workspace({ 'broadcast.config': HASTY_CONFIG });
  const property = 'reliable-broadcast protocol=fifo-broadcast';
  const args = ['check', ...ONE_THREAD, 'broadcast.config', '-p', property, '--seeds', '0..9'];
  const { code, stdout } = await place.kineko(args);
  expect([code, stdout]).toEqual([0, expect.stringContaining('holds in 10 runs')]);
});

test('a run of protocols ends when its last requests have been granted', async () => {
  const place = new Workspace({
    'visits.config': `
process.num = 5
algorithm = ProtocolTest
ProtocolTest.rounds = 12
protocol = MutualExclusion
network = RandomNetwork
`,
  });
  const property = 'mutual-exclusion protocol=mutual-exclusion';
  const args = ['check', ...ONE_THREAD, 'visits.config', '-p', property, '--seeds', '0..9'];
  const { code, stdout } = await place.kineko(args);
  expect([code, stdout]).toEqual([0, expect.stringContaining('holds in 10 runs')]);
});

describe('a counterexample', () => {
  const ARGS = ['--seeds', '0..20', '-p', 'no-collision', '--json'];

  test('loses processes and messages', async () => {
    const place = new Workspace({ 'order.config': HASTY_CONFIG });
    const args = ['check', ...ONE_THREAD, 'order.config', '-p', 'causal-order protocol=fifo-broadcast', '--json'];
    const { counterexample } = JSON.parse((await place.kineko(args)).stdout) as Checked;
    expect(counterexample).toMatchObject({ robots: 2, isMinimal: true });
    expect(counterexample!.messagesBefore).toBeGreaterThan(100);
    expect(counterexample!.messages).toBeLessThan(13);
    // Three broadcasts: one of a process, and two of the other, which delivered the first in between.
    const kept = [...place.text('order.counterexample.config').matchAll(/"except":\[([\d,]*)\]/g)];
    expect(kept.flatMap(([, numbers]) => numbers!.split(','))).toHaveLength(3);
  });

  test('is saved in the given or the current folder, not beside the configuration', async () => {
    const place = new Workspace({ 'sub/lanes.ts': LANES, 'sub/lanes.config': LANES_CONFIG });
    const check = async (...more: string[]): Promise<Checked> => {
      const { code, stdout, stderr } = await place.kineko([
        'check',
        ...ONE_THREAD,
        'sub/lanes.config',
        ...ARGS,
        ...more,
      ]);
      expect([code, stderr]).toEqual([3, '']);
      return JSON.parse(stdout) as Checked;
    };
    const replays = async (scenario: string, time: number): Promise<void> => {
      const { code, stdout } = await place.kineko(['check', ...ONE_THREAD, scenario, '-p', 'no-collision']);
      expect([code, stdout]).toEqual([3, expect.stringContaining(`t = ${time}: robot 0 touches robot 1`)]);
    };
    const here = await check();
    expect(here.counterexample).toMatchObject({ scenario: 'lanes.counterexample.config' });
    expect(place.text('lanes.counterexample.config')).toContain('include = sub/lanes.config');
    await replays('lanes.counterexample.config', here.counterexample!.time);
    expect(existsSync(place.of('sub/lanes.counterexample.config'))).toBe(false);

    // A scenario cannot include files above its folder, so the counterexample has copies.
    place.write({ 'sub/other.ts': LANES.replace('Lanes', 'Other') });
    const away = await check('--out', 'found/here', '--set', 'robot.algorithm=./other.ts');
    expect(away.counterexample).toMatchObject({
      scenario: 'found/here/lanes.counterexample.config',
      trace: 'found/here/lanes.counterexample.trace',
      copies: 'found/here/lanes.counterexample.files',
    });
    const text = place.text('found/here/lanes.counterexample.config');
    expect(text).toContain('include = lanes.counterexample.files/lanes.config');
    expect(text).toContain('robot.algorithm = ./lanes.counterexample.files/other.ts');
    await replays('found/here/lanes.counterexample.config', away.counterexample!.time);
  });

  test('removes keys of the original, and lists no other empty ones', async () => {
    const random = LANES_CONFIG.replaceAll(/bornpoint\d = .*\n/g, '');
    const place = new Workspace({
      'lanes.ts': LANES,
      'lanes.config': `${random}bornpoint.random = true\nrobot.5.size = 5\n`,
    });
    const { code } = await place.kineko(['check', ...ONE_THREAD, 'lanes.config', ...ARGS]);
    const empty = place.text('lanes.counterexample.config').match(/^.* =$/gm);
    expect([code, empty]).toEqual([3, ['robot.5.size =']]);
    const { stderr } = await place.kineko(['run', 'lanes.counterexample.config', '--json']);
    expect(stderr).not.toContain('no value');
  });

  test('is run with its saved seed, unless seeds are given, under any name', async () => {
    const place = lanes;
    const { counterexample } = await foundCollision();
    const { seed, time, replay } = counterexample!;
    expect(replay).toBe('kineko check lanes.counterexample.config -p no-collision');
    place.write({ 'regression.config': place.text('lanes.counterexample.config') });
    for (const file of ['lanes.counterexample.config', 'regression.config']) {
      const own = await place.kineko(['check', ...ONE_THREAD, file, '-p', 'no-collision']);
      expect([own.code, own.stdout]).toEqual([3, expect.stringContaining(`seed ${seed}, t = ${time}`)]);
      const given = await place.kineko(['check', ...ONE_THREAD, file, '-p', 'speed=11', '--seeds', '0..4']);
      expect([given.code, given.stdout]).toEqual([0, expect.stringContaining('holds in 5 runs')]);
    }
    // The seed of any other configuration is that of `kineko run`.
    place.write({ 'seeded.config': `${LANES_CONFIG}seed = 4\n` });
    const all = await place.kineko(['check', ...ONE_THREAD, 'seeded.config', '-p', 'speed=11', '--time-limit', '1']);
    expect(all.stdout).toContain('holds in 100 runs');
  });

  test('is shrunk within a budget, and reports if that is used up', async () => {
    const place = new Workspace({ 'lanes.ts': LANES, 'lanes.config': LANES_CONFIG });
    const check = ['check', ...ONE_THREAD, 'lanes.config', '--seeds', '0..20', '-p', 'no-collision'];
    const some = JSON.parse((await place.kineko([...check, '--json', '--shrink-budget', '2'])).stdout) as Checked;
    expect(some.counterexample).toMatchObject({ shrinkRuns: 2, isMinimal: false });
    const none = await place.kineko([...check, '--shrink-budget', '0']);
    expect(none.stdout).toContain('counterexample, shrunk in 0 runs: 6 processes, seed');
    expect(none.stdout).toContain('shrink budget used up; raise --shrink-budget to shrink further');
    const { counterexample } = await foundCollision();
    expect(counterexample).toMatchObject({ robots: 2, isMinimal: true });
  });
});

describe('runs that do not end, at their limit of wall time', () => {
  test('a check cuts off and reports a run, and checks the others', async () => {
    const { code, stdout, stderr } = await check;
    expect(stderr).toContain('seed 1: exceeded the wall-time limit of 15 s at t = 0 s; not checked\n');
    expect(stdout).toContain('speed=10: holds in 1 run ');
    expect(stdout).toContain('limits: 1 of 2 runs cut off (seed 1)\n');
    expect(code).toBe(4);
  });

  test('a sweep continues without the cells that exceed a limit', async () => {
    const { code, stderr } = await sweep;
    expect(stderr).toContain('run 0 (seed 4) exceeded the wall-time limit of 15 s at t = 0 s\n');
    expect(stderr).toMatch(/kineko: 1 of 2 cells without a result: limit exceeded\n/);
    expect(code).toBe(4);
    expect(swept.text('x/results.csv')).toContain(',5,collisions,1');
    const few = ['sweep', 'x.yaml', '--out', 'y', '--event-limit', '3', '--set', 'robot.algorithm=Gathering', '--json'];
    const json = JSON.parse((await swept.kineko(few)).stdout) as { failed: { message: string; isLimit: boolean }[] };
    expect(json.failed[1]).toMatchObject({ message: expect.stringContaining('event limit of 3 '), isLimit: true });
  });
});
