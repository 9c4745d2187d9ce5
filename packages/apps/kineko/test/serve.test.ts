import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ScoutRobot } from '@kineko/crsim';
import { tcpTransport } from '@kineko/crsim/node';
import { type Answer, type Circumstances, REPOSITORY, Workspace } from './command-line.js';

const example = (name: string): string => readFileSync(join(REPOSITORY, 'examples/crsim', name), 'utf8');
const ANY_PORTS = ['--robots', '0', '--viewers', '0', '--panels', '0', '--web', '0'];

/** A running command, and its output so far. */
class Going {
  output = '';
  readonly answer: Promise<Answer>;
  private readonly abort = new AbortController();
  private waiting: (() => void)[] = [];

  constructor(workspace: Workspace, args: readonly string[], env: Circumstances['env'] = {}) {
    const onOutput = (text: string): void => {
      this.output += text;
      for (const resolve of this.waiting.splice(0)) resolve();
    };
    this.answer = workspace.kineko(args, { signal: this.abort.signal, onOutput, env });
  }

  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output);
      if (found !== null) return found;
      await new Promise<void>((resolve) => void this.waiting.push(resolve));
    }
  }

  async end(): Promise<Answer> {
    this.abort.abort('enough');
    return this.answer;
  }
}

describe('kineko serve', () => {
  test('--help lists the flags of each front end under a heading, after those of all', async () => {
    const { stdout } = await new Workspace({}).kineko(['serve', '--help']);
    const headings = stdout.split('\n').filter((line) => /^\S.*:$/.test(line));
    expect(headings.slice(0, 6)).toEqual([
      'Positionals:',
      'Options:',
      'For Neko configurations:',
      'For Neko configurations and Chirp worlds:',
      'For environments of the Cooperative Robotics Simulator:',
      'For Chirp worlds:',
    ]);
  });

  test('prints the lines of the original environment at the start, and the addresses', async () => {
    const workspace = new Workspace({ 'one-robot.xml': example('one-robot.xml') });
    const going = new Going(workspace, [
      'serve',
      'one-robot.xml',
      ...ANY_PORTS,
      '--record',
      'record.trace',
      '--seed',
      '7',
      '--deadline',
      '3600000',
    ]);
    const [, port] = await going.says(/robots +127\.0\.0\.1:(\d+)/);
    await going.says(/waiting for r1; Ctrl-C ends it/);
    expect(going.output.replaceAll(/port \d+|:\d+|[\da-f]{32}/g, '…'))
      .toBe(`0(0 seconds) - Started control panel server on …
0(0 seconds) - 2 objects and 1 robots on 100 x 100
0(0 seconds) - Robot r1 has sensors 0 bump, 1 heat, 2 sonar
0(0 seconds) - Environment changed state: 0 --> 1
0(0 seconds) - Started robot server on …
0(0 seconds) - Started viewer server on …
0(0 seconds) - Started web server on …
robots    127.0.0.1…
viewers   127.0.0.1…
panels    127.0.0.1…   token …
pages     http://127.0.0.1…/panel.html#token=…   control panel
          http://127.0.0.1…/space.html#token=…   viewer
waiting for r1; Ctrl-C ends it
`);
    const robot = await ScoutRobot.connect(await tcpTransport(Number(port)), { name: 'r1', speed: 10 });
    await robot.move(12);
    robot.close();
    await going.says(/12\(1 seconds\) - Simulation is paused/);
    const { code, stdout } = await going.end();
    expect(code).toBe(0);
    const [, hash] = /hash ([\da-f]{32})/.exec(stdout)!;
    const again = await workspace.json1<{ hash: string; seed: number }>(['run', 'record.trace', '--json']);
    expect(again).toMatchObject({ hash, seed: 7, robots: 1, simulatedSeconds: 1.2 });
    const named = ['run', 'one-robot.xml', '--replay', 'record.trace', '--json'];
    expect(await workspace.json1<{ hash: string }>(named)).toMatchObject({ hash });
    const model = await workspace.kineko(['run', 'one-robot.xml', '--replay', 'one-robot.xml']);
    expect([model.code, model.stderr]).toEqual([2, expect.stringContaining('neither a Neko log nor a trace')]);
    expect((await workspace.kineko(['run', 'record.trace'])).stdout).toContain(`hash   ${hash}`);
    expect((await workspace.kineko(['serve', 'one-robot.xml', ...ANY_PORTS, '--record', 'record.trace'])).code).toBe(2);
  });

  test('waits for a panel without a file', async () => {
    const going = new Going(new Workspace(), ['serve', ...ANY_PORTS]);
    await going.says(/no model is loaded: a control panel can load one/);
    expect((await going.end()).code).toBe(0);
  });

  test.each([
    [['serve', 'one-robot.xml', '--robots', 'x'], {}, /--robots: expected an integer from 0 to 65535, got "x"/],
    [['serve', 'nothing.xml', ...ANY_PORTS], {}, /nothing\.xml: no such file/],
    [['serve', 'one-robot.xml', '--listen', '0.0.0.0', ...ANY_PORTS], {}, /needs a token/],
    [
      ['serve', 'one-robot.xml', ...ANY_PORTS],
      { KINEKO_TOKEN: 'short' },
      /token: expected 32 hexadecimal digits \(0-9, a-f\), got 5 characters/,
    ],
    [['serve', 'other.txt', ...ANY_PORTS], {}, /unrecognized file format; supported: robotsim .*, crsim .*, chirp /],
    [['serve', 'other.config', ...ANY_PORTS], {}, /only for environments of the Cooperative .*; other.config is given/],
    [['serve', 'one-robot.xml', ...ANY_PORTS, '--robot', 'r7=x.ts'], {}, /unknown robot .r7.; did you mean .r1./],
  ])('rejects %j %j', async (args, env, why) => {
    const workspace = new Workspace({
      'one-robot.xml': example('one-robot.xml'),
      'other.config': 'process.num = 1',
      'other.txt': '-',
    });
    const { code, stderr } = await workspace.kineko(args, { env });
    expect(stderr).toMatch(why);
    expect(code).toBe(2);
  });
});

describe('kineko run of an environment', () => {
  test('needs controllers for its robots, and mentions serve', async () => {
    const workspace = new Workspace({ 'one-robot.xml': example('one-robot.xml') });
    const { code, stderr } = await workspace.kineko(['run', 'one-robot.xml']);
    expect(code).toBe(2);
    expect(stderr).toContain('or let controllers connect with kineko serve');
    expect((await workspace.kineko(['validate', 'one-robot.xml'])).code).toBe(0);
  });

  test('runs the programs of robots, ends when they are done, and replays its trace without them', async () => {
    const workspace = new Workspace({
      'one-robot.xml': example('one-robot.xml'),
      'goer.js':
        'export const options = { speed: 5 };\nexport default async (robot) => { await robot.move(6); await robot.sonar(2); };\n',
    });
    const run = await workspace.json1<{ hash: string; metrics: object }>([
      'run',
      'one-robot.xml',
      '--robot',
      'r1=goer.js',
      '--json',
      '--out',
      'results',
      '--log',
      'trace',
    ]);
    expect(run).toMatchObject({
      stoppedBy: 'shutdown',
      motionRequests: 12,
      metrics: { steps: 13 },
      remarks: ['all robots have left'],
    });
    const again = await workspace.json1<{ hash: string }>(['run', 'results/trace.bin', '--json']);
    expect(again.hash).toBe(run.hash);
  });

  test('ends with the error of a program that fails', async () => {
    const workspace = new Workspace({
      'one-robot.xml': example('one-robot.xml'),
      'fails.js': 'export default async (robot) => { await robot.idle(2); throw new Error("no more"); };\n',
      'none.js': 'export const nothing = 1;\n',
    });
    expect(await workspace.kineko(['run', 'one-robot.xml', '--robot', '*=fails.js'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no more'),
    });
    expect(await workspace.kineko(['run', 'one-robot.xml', '--robot', 'r1=none.js'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('got no default export'),
    });
    expect(await workspace.kineko(['run', 'one-robot.xml', '--robot', 'goer.js'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--robot: expected name=file'),
    });
    expect(await workspace.kineko(['run', 'one-robot.xml', '--spawn', 'no-such-program-here'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('could not be started'),
    });
    // A program starts in the folder of the command, and its output is printed.
    workspace.write({ 'mute.mjs': 'console.log("no messages");\n' });
    const mute = `"${process.execPath}" mute.mjs {name}`;
    expect(await workspace.kineko(['run', 'one-robot.xml', '--spawn', mute])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/r1: no messages[\s\S]*ended with code 0 before it had connected/),
    });
  });
});
