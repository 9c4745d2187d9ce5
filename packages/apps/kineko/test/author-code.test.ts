/** Author code that does not return, or is not deterministic, and signals. Starts the built program: signals are real. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { overlapping } from '@kineko/tools/kits/overlapping';
import { REPOSITORY, Workspace } from './command-line.js';

const config = (algorithm: string, more = ''): string => `
process.num = 3
robot.size = 2
robot.algorithm = ./own.ts#${algorithm}
bornpoint1 = 10, 10
bornpoint2 = 50, 50
bornpoint3 = 90, 20
simulation.time = 1000000
seed = 1
${more}`;

const OWN = `
import { AbstractAlgorithm, type NekoRobot } from 'kineko';

/** Loops without using the processor. */
function spin(): never {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (;;) Atomics.wait(cell, 0, 0, 5);
}

export class Motion extends AbstractAlgorithm {
  protected async doMotion() {
    await this.actuator.forward(1, 3);
    spin();
  }
}

export class Handler extends AbstractAlgorithm<{ HI: null }> {
  protected override readonly handlers = { HI: () => spin() };
  protected async doMotion() {
    await this.sleep(2);
    if (this.robot.id === 0) this.broadcast('HI', null);
  }
}

export class Constructor extends AbstractAlgorithm {
  constructor(robot: NekoRobot) {
    super(robot);
    if (robot.id === 1) spin();
  }
  protected doMotion() {
    return this.sleep(1);
  }
}

export class Promises extends AbstractAlgorithm {
  protected async doMotion() {
    await this.sleep(1);
    for (;;) await null;
  }
}

/** Prints a line, then continues as long as it may. */
export class Busy extends AbstractAlgorithm {
  protected async doMotion() {
    if (this.clock === 0) process.stderr.write('under way\\\\n');
    await this.actuator.turn(90, 90);
  }
}

export class Outside extends AbstractAlgorithm {
  protected async doMotion() {
    process.stderr.write('under way\\\\n');
    await this.task.outside(new Promise((resolve) => setTimeout(resolve, 1e8)));
  }
}

export class Never extends AbstractAlgorithm {
  protected async doMotion() {
    await this.sleep(3);
    await new Promise<void>(() => {});
  }
}

export class Timer extends AbstractAlgorithm {
  protected async doMotion() {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await this.sleep(1);
  }
}

export class Random extends AbstractAlgorithm {
  protected async doMotion() {
    await this.actuator.forward(1, 1 + Math.random());
    await this.sleep(Date.now() % 2);
  }
}
`.replaceAll('\\\\n', '\\n');

const TIDY = 'simulation.time = 9\n';
const files = {
  'own.ts': OWN,
  ...Object.fromEntries(
    ['Motion', 'Handler', 'Constructor', 'Promises', 'Busy', 'Outside', 'Never', 'Timer'].map((name) => [
      `${name}.config`,
      config(name),
    ]),
  ),
  'Random.config': config('Random').replace('simulation.time = 1000000\n', TIDY),
  'top.ts': "import { AbstractAlgorithm } from 'kineko';\nfor (;;);\nexport class Top extends AbstractAlgorithm {}\n",
  'top.config': config('Motion').replace('./own.ts#Motion', './top.ts'),
  'busy.yaml': 'scenario: Busy.config\nrepetitions: 3\nmetrics: [collisions]\n',
  'random.yaml': 'scenario: Random.config\nrepetitions: 6\nmetrics: [collisions]\n',
  'task.config': 'process.num = 3\nrobot.size = 2\nrobot.algorithm = Gathering\nbornpoint.random = true\n',
  'one-robot.xml': readFileSync(join(REPOSITORY, 'examples/crsim/one-robot.xml')),
  'world.json': readFileSync(join(REPOSITORY, 'examples/chirp/light/world.json')),
};

const programs: ChildProcess[] = [];
afterAll(() => programs.forEach((program) => program.kill('SIGKILL')));

interface Program {
  readonly process: ChildProcess;
  /** Resolves when it has printed something. */
  readonly says: (words: string) => Promise<void>;
  readonly end: Promise<{ readonly code: number | null; readonly said: string }>;
}

/** Starts the program, which reports code that does not return sooner than usual. */
function kineko(place: Workspace, ...args: string[]): Program {
  const bundle = pathToFileURL(join(REPOSITORY, 'packages/apps/kineko/bundle/kineko.cli.js')).href;
  const script = `import { start } from ${JSON.stringify(bundle)}; await start({ stallSeconds: 0.5 });`;
  // As if it had a file.
  const argv = ['--input-type=module', '-e', script, '--', 'kineko', ...args];
  const child = spawn(process.execPath, argv, { cwd: place.path, stdio: ['ignore', 'pipe', 'pipe'] });
  programs.push(child);
  let said = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += String(text);
      for (const listener of listeners) listener();
    });
  }
  const end = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return {
    process: child,
    end,
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => void (said.includes(words) && resolve());
        listeners.add(look);
        look();
        void end.then(() => reject(new Error(`it ended without saying '${words}': ${said}`)));
      }),
  };
}

describe('code that loops forever', () => {
  const LOOPS = {
    Motion: 'robot 0 (Motion) has not returned for 0.5 s at t = 3 s',
    Handler: 'robot 1 (delivery of HI from p0 to p1) has not returned for 0.5 s at t = 3 s',
    Constructor: 'robot 1 (initialization) has not returned for 0.5 s at t = 0 s',
    Promises: 'robot 0 (Promises) has not returned for 0.5 s at t = 1 s',
  };
  const names = Object.keys(LOOPS) as (keyof typeof LOOPS)[];
  const interrupted = overlapping(names, async (name) => {
    const place = new Workspace(files);
    const run = kineko(place, 'run', `${name}.config`, '--out', 'results', '--log', 'trace');
    // On a busy machine loading takes long enough to be reported, too.
    await run.says(LOOPS[name]);
    await run.says('own.ts:');
    run.process.kill('SIGTERM');
    return { place, ...(await run.end) };
  });

  test.each(names)(
    'is reported with the robot, the time and the line, and ends on the first signal: %s',
    async (name) => {
      const { code, said } = await interrupted(name);
      expect([code, said]).toEqual([130, expect.stringContaining('interrupted; the output so far is kept')]);
    },
  );

  test('keeps the records up to then', async () => {
    const { place } = await interrupted('Motion');
    const { code, stdout } = await place.kineko(['convert', 'results/trace.bin', 'trace.jsonl']);
    expect([code, stdout]).toEqual([0, expect.anything()]);
    expect(place.text('trace.jsonl')).toContain('"motionRequest"');
  });

  test.each([['run'], ['validate'], ['check', '-p', 'no-collision']])(
    'where a file is loaded is reported by %s',
    async (command, ...flags) => {
      const program = kineko(new Workspace(files), command, 'top.config', ...flags);
      await program.says('has not returned for 0.5 s');
      await program.says('top.ts:2');
      program.process.kill('SIGINT');
      expect((await program.end).code).toBe(130);
    },
  );

  test('ends at once on the second signal', async () => {
    const run = kineko(new Workspace(files), 'run', 'Motion.config');
    await run.says('has not returned');
    run.process.kill('SIGTERM');
    run.process.kill('SIGINT');
    expect((await run.end).code).toBe(130);
  });
});

describe('the first signal ends', () => {
  const COMMANDS: readonly (readonly [command: string, words: string, code: number])[] = [
    ['run Busy.config', 'under way', 130],
    ['run Busy.config --speed 1', 'under way', 130],
    ['run Busy.config --watch --no-open --wait 0', 'under way', 130],
    ['run Outside.config', 'under way', 130],
    ['check Busy.config -p no-collision', 'under way', 130],
    ['sweep busy.yaml --jobs 1', 'under way', 130],
    ['view Busy.trace --no-open', 'stop with Ctrl-C', 0],
    ['edit task.config --no-open', 'stop with Ctrl-C', 0],
    ['serve one-robot.xml --robots 0 --viewers 0 --panels 0', 'Ctrl-C ends it', 0],
    ['serve world.json --port 0', 'Ctrl-C ends it', 0],
    ['slave 0', 'Ready on port', 130],
  ];
  const ended = overlapping(COMMANDS, async ([command, words]) => {
    const place = new Workspace(files);
    if (command.startsWith('view')) {
      await place.kineko(['run', 'task.config', '--time-limit', '1', '--out', 'r', '--log', 'trace']);
      place.write({ 'Busy.trace': place.bytes('r/trace.bin') });
    }
    const program = kineko(place, ...command.split(' '));
    await program.says(words);
    program.process.kill('SIGTERM');
    return program.end;
  });

  test.each(COMMANDS.map((row) => [row[0], row] as const))('%s', async (_command, row) => {
    const { code, said } = await ended(row);
    expect([code, said]).toEqual([row[2], expect.anything()]);
  });

  test('a run, which keeps its results', async () => {
    const place = new Workspace(files);
    const run = kineko(place, 'run', 'Busy.config', '--out', 'results', '--log', 'both', '--json');
    await run.says('under way');
    run.process.kill('SIGINT');
    const { code, said } = await run.end;
    expect([code, said]).toEqual([130, expect.stringContaining('"stoppedBy":"interrupted"')]);
    expect(place.json('results/manifest.json')).toMatchObject({ state: 'interrupted' });
    expect((await place.kineko(['analyze', 'results/trace.bin'])).code).toBe(0);
  });
});

describe('a promise', () => {
  test('that never settles ends the run, with the robot and the time', async () => {
    const { code, stderr } = await new Workspace(files).kineko(['run', 'Never.config']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^kineko: robot 0 \(Never\) is blocked on a promise since t = 3 s\nrobot 1 \(Never\) is/),
    ]);
  });

  test('that the host settles without outside() is reported with its line', async () => {
    const { code, stderr } = await new Workspace(files).kineko(['run', 'Timer.config']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^kineko: p0 Timer continued with sleep\(1\) at t = 0 after a promise that was settled from outside .*\n {2}at own\.ts:\d+:\d+\n$/,
      ),
    ]);
  });

  test('that never settles fails a check too', async () => {
    const { code, stderr } = await new Workspace(files).kineko([
      'check',
      'Never.config',
      '-p',
      'no-collision',
      '--seeds',
      '0..1',
      '--jobs',
      '1',
    ]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('seed 0 failed: robot 0 (Never) is blocked on a promise since t = 3 s'),
    ]);
  });
});

describe('Math.random and Date.now in author code', () => {
  const warnings = (text: string): string[] => text.split('\n').filter((line) => line.includes('unrepeatable'));
  const expected = [
    expect.stringMatching(
      /^warning: own\.ts:\d+:\d+: Math\.random\(\) makes the run unrepeatable: use this\.random\(\)/,
    ),
    expect.stringMatching(/^warning: own\.ts:\d+:\d+: Date\.now\(\) makes the run unrepeatable: use this\.clock/),
  ];

  test.each<[string, number]>([
    ['run Random.config', 0],
    ['check Random.config -p no-collision --seeds 0..5 --jobs 2', 0],
    ['sweep random.yaml --jobs 2', 0],
  ])('are reported once, with the line: %s', async (command, code) => {
    const end = await kineko(new Workspace(files), ...command.split(' ')).end;
    expect([end.code, warnings(end.said).toSorted()]).toEqual([code, expected]);
  });

  test.each<[string, number]>([
    ['run Random.config --strict', 1],
    ['check Random.config -p no-collision --seeds 0..1 --jobs 1 --strict', 1],
    ['sweep random.yaml --jobs 1 --strict', 1],
  ])('are an error with --strict: %s', async (command, code) => {
    const end = await kineko(new Workspace(files), ...command.split(' ')).end;
    expect([end.code, end.said]).toEqual([
      code,
      expect.stringMatching(/own\.ts:\d+:\d+: Math\.random\(\) makes the run unrepeatable/),
    ]);
  });

  test('are ignored outside author code', async () => {
    const { code, stderr } = await new Workspace(files).kineko(['run', 'task.config', '--time-limit', '5', '--strict']);
    expect([code, stderr.trim()]).toEqual([0, 'save the results: add --out <folder>']);
  });
});
