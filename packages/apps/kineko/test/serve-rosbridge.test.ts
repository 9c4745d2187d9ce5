import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { WebSocket } from 'ws';
import { Workspace } from './command-line.js';

const CONFIG = `process.num = 2
robot.size = 1
robot.algorithm = RandomMovement
robot.1.algorithm = Gathering
bornpoint1 = 10, 10
bornpoint2 = 30, 30
world.width = 40
world.height = 40
world.walls = true
`;

/** Serves the configuration until `during` ends. */
async function served(workspace: Workspace, args: readonly string[], during: (url: string) => Promise<void>) {
  const end = new AbortController();
  let said = '';
  let heard = (): void => {};
  const over = workspace.kineko(['serve', 'two.config', ...args], {
    signal: end.signal,
    onOutput: (text) => {
      said += text;
      heard();
    },
  });
  const ready = (async () => {
    while (!/at (ws:\S+),/.test(said)) await new Promise<void>((resolve) => (heard = resolve));
  })();
  await Promise.race([ready, over]);
  const url = /at (ws:\S+),/.exec(said)?.[1];
  if (url !== undefined) await during(url);
  end.abort();
  return over;
}

interface Published {
  readonly msg: {
    readonly pose: { readonly pose: { readonly position: { readonly x: number } } };
    readonly twist: { readonly twist: { readonly linear: { readonly x: number } } };
  };
}

test('a robot is driven into a wall in real time, and the run replays to the same hash', async () => {
  const workspace = new Workspace({ 'two.config': CONFIG });
  const args = ['--rosbridge', '0', '--speed', '20', '--seed', '3', '--out', 'r', '--log', 'trace', '--json'];
  const { code, stdout, stderr } = await served(workspace, [...args, '--verbose'], async (url) => {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    const send = (operation: object): void => socket.send(JSON.stringify(operation));
    send({ op: 'subscribe', topic: '/robot0/odom' });
    send({ op: 'publish', topic: '/robot0/cmd_vel', msg: { linear: { x: 2 } } });
    // The wall is at 40 m; the robot has the radius 1 m.
    for (let isThere = false; !isThere;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const { pose, twist } = (JSON.parse(data.toString()) as Published).msg;
      isThere = pose.pose.position.x === 39 && twist.twist.linear.x === 0;
    }
    socket.close();
    await once(socket, 'close');
  });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('two: rosbridge drives 2 robots at ws://localhost:'),
  });
  expect(stderr).toContain('all robots are Driven, in place of RandomMovement, Gathering');
  expect(stderr).not.toContain('warning');
  const live = JSON.parse(stdout) as { readonly hash: string };
  expect(live).toMatchObject({ stoppedBy: 'shutdown', motionRequests: 1, collisions: 1 });
  const driven = ['--set', 'robot.algorithm=Driven', '--set', 'robot.1.algorithm=Driven'];
  const again = await workspace.kineko(['run', 'two.config', ...driven, '--replay', 'r/trace.bin', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ hash: live.hash });
});

test('wrong flags and files are refused', async () => {
  const workspace = new Workspace({
    'two.config': CONFIG,
    'none.config': 'process.num = 2\nalgorithm = BroadcastTest\n',
  });
  const refused = async (args: readonly string[]): Promise<string> => {
    const { code, stderr } = await workspace.kineko(['serve', ...args]);
    expect({ code, args }).toEqual({ code: 2, args });
    return stderr;
  };
  expect(await refused(['two.config'])).toContain('two.config: expected --rosbridge, which serves Neko configurations');
  expect(await refused(['two.config', '--rosbridge', 'x'])).toContain(
    '--rosbridge: expected a port from 0 (any free one) to 65535, got "x"',
  );
  expect(await refused(['two.config', '--rosbridge', '9.5'])).toContain('--rosbridge: expected a port');
  expect(await refused(['two.config', '--rosbridge', '--hz', '0'])).toContain('--hz: expected messages per second');
  expect(await refused(['two.config', '--rosbridge', '--scan-rays', '1.5'])).toContain(
    '--scan-rays: expected an integer',
  );
  expect(await refused(['two.config', '--rosbridge', '--scan-range', '-1'])).toContain('--scan-range: expected metres');
  expect(await refused(['two.config', '--rosbridge', '--speed', 'max'])).toContain(
    '--speed: expected simulated seconds',
  );
  expect(await refused(['two.config', '--rosbridge', '--lockstep', '1'])).toContain(
    '--lockstep: only for Chirp worlds',
  );
  expect(await refused(['two.config', '--rosbridge', '--listen', '0.0.0.0'])).toContain('needs a token');
  expect(await refused(['none.config', '--rosbridge', '0'])).toContain('bornpoint1 to bornpoint2 are missing');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { readonly port: number };
  expect(await refused(['two.config', '--rosbridge', String(port)])).toContain(
    `cannot listen on port ${port} of 127.0.0.1: another program uses it`,
  );
  taken.close();
  await once(taken, 'close');
});
