import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { main } from '../src/cli.js';
import { Workspace } from './command-line.js';

const WORLD = JSON.stringify({
  noisemax: 0.1,
  children: [
    { type: 'Chirp', position: { x: 0, y: 0 }, id: 0, angle: 0 },
    { type: 'Chirp', position: { x: 30, y: 0 }, id: 1, angle: 180 },
  ],
  controllers: [{ robot: 1, command: ['node', 'controllers/go.mjs'] }],
});

/** Sends one command to its robot, prints a line, and stays. */
const CONTROLLER = `
import { createSocket } from 'node:dgram';
const socket = createSocket('udp4');
socket.on('message', (reply) => console.log(String(reply)));
socket.send('1 setspeed 5 5', Number(process.env.CHIRP_PORT), process.env.CHIRP_HOST);
setInterval(() => {}, 1000);
`;

interface Result {
  readonly hash: string;
  readonly stoppedBy: string;
  readonly motionRequests: number;
}

/** Serves a world until `during` ends. */
async function served(
  workspace: Workspace,
  args: readonly string[],
  during: (said: () => string, port: number) => Promise<void>,
) {
  const end = new AbortController();
  let said = '';
  const heard: (() => void)[] = [];
  const until = async (found: () => boolean): Promise<void> => {
    while (!found()) await new Promise<void>((resolve) => void heard.push(resolve));
  };
  const onOutput = (text: string): void => {
    said += text;
    for (const wake of heard.splice(0)) wake();
  };
  const over = workspace.kineko(['serve', 'world.json', '--port', '0', ...args], {
    signal: end.signal,
    onOutput,
    env: { PATH: process.env['PATH']! },
  });
  await Promise.race([until(() => /udp 127\.0\.0\.1:\d+/.test(said)), over]);
  const port = Number(/udp 127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
  await during(() => said, port);
  if (args.includes('--controllers')) await until(() => said.includes('robot 1: ok'));
  end.abort();
  return over;
}

async function ask(port: number, text: string): Promise<string> {
  const socket = createSocket('udp4');
  socket.send(text, port, '127.0.0.1');
  const [reply] = (await once(socket, 'message')) as [Uint8Array];
  socket.close();
  return new TextDecoder().decode(reply);
}

describe('kineko serve, with a Chirp world', () => {
  test('is controlled from outside, ends on request, and replays to the same hash', async () => {
    const workspace = new Workspace({ 'world.json': WORLD, 'controllers/go.mjs': CONTROLLER });
    const args = ['--seed', '5', '--out', 'r', '--log', 'trace', '--json', '--controllers'];
    const { code, stdout, stderr } = await served(workspace, args, async (_said, port) => {
      expect(await ask(port, '0 setspeed 4 4')).toBe('ok');
      expect(await ask(port, '0 getsensors')).toMatch(/^ok( \S+){8}$/);
      expect(await ask(port, '0 fly')).toBe('error unknown request');
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/4 requests, 4 answered, 1 of them with an error/);
    const live = JSON.parse(stdout) as Result;
    expect(live.stoppedBy).toBe('shutdown');
    expect(live.motionRequests).toBeGreaterThan(1);
    const again = await workspace.json1<Result>(['serve', 'world.json', '--replay', 'r/trace.bin', '--json']);
    expect(again.hash).toBe(live.hash);
    const run = await workspace.json1<Result>(['run', 'world.json', '--replay', 'r/trace.bin', '--json']);
    expect([run.hash, run.stoppedBy]).toEqual([live.hash, 'shutdown']);
    const twice = await workspace.kineko(['run', 'world.json', '--replay', 'r/trace.bin', '--seed', '6']);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('a replay uses the recorded seed')]);
  });

  test('keeps its page open on a terminal after the end, until Ctrl-C', async () => {
    const workspace = new Workspace({ 'world.json': WORLD });
    const end = new AbortController();
    let said = '';
    const write = (text: string): void => {
      said += text;
      if (text.includes('the viewer stays until Ctrl-C')) end.abort();
    };
    const args = ['serve', 'world.json', '--watch', '--no-open', '--port', '0', '--speed', 'max', '--time-limit', '1'];
    const output = { write, isTTY: true };
    const context = { stdout: { write }, stderr: output, env: {}, cwd: workspace.path, signal: end.signal };
    expect(await main(args, context)).toBe(0);
    expect(said).toMatch(/watch it: http[^]*time limit reached[^]*the viewer stays until Ctrl-C/);
  });

  test('starts controllers only if requested, and reports it', async () => {
    const workspace = new Workspace({ 'world.json': WORLD });
    const { code, stderr } = await served(workspace, [], async () => {});
    expect(code).toBe(0);
    expect(stderr).toContain('the world names 1 controllers: --controllers starts them');
  });

  test.each([
    [['--speed', '0'], '--speed: expected simulated seconds per second, above 0, or max, got "0"'],
    [['--lockstep', 'x'], '--lockstep: expected simulated seconds per tick, such as 0.016, got "x"'],
    [['--port', '99999'], '--port: expected an integer from 0 (any free port) to 65535, got "99999"'],
    [['--listen', '0.0.0.0'], 'needs a token'],
    [['--replay', 'world.json'], 'world.json'],
  ])('rejects %j', async (args, expected) => {
    const workspace = new Workspace({ 'world.json': WORLD });
    const { code, stderr } = await workspace.kineko(['serve', 'world.json', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(expected);
  });

  test.each([
    [['world.json', '--robots', '0', '--deadline', '9'], '--robots, --deadline: only for environments of the Coop'],
    [
      ['folder', '--spawn', 'x'],
      `only for environments of the Cooperative Robotics Simulator; ${join('folder', 'world.json')} is given`,
    ],
    [['model.xml', '--lockstep', '0.1'], '--lockstep: only for Chirp worlds; model.xml is given'],
    [
      ['model.xml', '--no-owners', '-v'],
      '--verbose: only for Neko configurations and Chirp worlds; --owners: only for Chirp worlds; model.xml is given',
    ],
    [['--watch'], '--watch: only for Neko configurations and Chirp worlds; no file is given'],
    [['empty'], `${join('empty', 'world.json')}: no such file`],
  ])('rejects %j, which is for another kind of scenario', async (args, expected) => {
    const model = '<environment width="9" depth="9"/>';
    const files = { 'world.json': WORLD, 'folder/world.json': WORLD, 'model.xml': model, 'empty/none.txt': '-' };
    const { code, stderr } = await new Workspace(files).kineko(['serve', ...args]);
    expect(stderr).toContain(expected);
    expect(code).toBe(2);
  });

  test('reports all problems of an invalid world, also by validate', async () => {
    const workspace = new Workspace({ 'bad.json': '{\n"children": [{"type": "Chrip"},\n{"type": "Wall"}]}' });
    for (const command of ['serve', 'validate', 'run']) {
      const { code, stdout, stderr } = await workspace.kineko([command, 'bad.json']);
      expect(code).toBe(2);
      expect(`${stdout}${stderr}`).toContain(
        "bad.json:2:23: $.children[0].type: unknown type 'Chrip'; did you mean 'Chirp'?",
      );
      expect(`${stdout}${stderr}`).toContain('bad.json:3:1: $.children[1].position: expected ');
    }
  });
});
