/** `kineko run --foxglove`, with a client of the protocol. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { Workspace } from './command-line.js';

const place = new Workspace({
  'a.config': `
process.num = 4
robot.size = 2
robot.algorithm = RandomMovement
bornpoint.random = true
world.width = 60
world.height = 60
simulation.time = 20
seed = 3
`,
});

/** Runs the configuration, and calls back with the address when it waits for a client. */
function shown(args: readonly string[], onReady: (url: string) => void) {
  let said = '';
  return place.kineko(['run', 'a.config', '--foxglove', '0', ...args], {
    onOutput: (text) => {
      const isWaiting = said.includes('waiting');
      said += text;
      if (!isWaiting && said.includes('waiting')) onReady(/ws:\S+/.exec(said)![0]);
    },
  });
}

test('a client sees the run, which waits for it and has the same hash as without it', async () => {
  const frames: Buffer[] = [];
  let refused = 0;
  const { code, stdout, stderr } = await shown(['--speed', '20', '--json', '--wait', '600'], (url) => {
    const stranger = new WebSocket(url, ['foxglove.websocket.v1'], { origin: 'https://evil.example' });
    stranger.on('error', () => {
      refused++;
      const socket = new WebSocket(url, ['foxglove.websocket.v1'], { origin: 'http://localhost:8080' });
      socket.on('open', () => socket.send('{"op":"subscribe","subscriptions":[{"id":7,"channelId":0}]}'));
      socket.on('message', (data: Buffer, isBinary: boolean) => void (isBinary && data[0] === 1 && frames.push(data)));
    });
  });
  expect({ code, refused, stderr }).toMatchObject({ code: 0, refused: 1 });
  expect(stderr).toContain(
    'a page of https://evil.example was refused: --allow-origin https://evil.example lets it connect',
  );
  expect(frames.every((frame) => frame.readUInt32LE(1) === 7)).toBe(true);
  const times = frames.map((frame) => Number(frame.readBigUInt64LE(5)) / 1e9);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeGreaterThan(10);
  const scene = JSON.parse(frames[0]!.subarray(13).toString()) as {
    readonly entities: readonly { readonly id: string }[];
  };
  expect(scene.entities.map(({ id }) => id)).toEqual(expect.arrayContaining(['robot 0', 'robot 3']));
  const alone = await place.kineko(['run', 'a.config', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ hash: (JSON.parse(alone.stdout) as { readonly hash: string }).hash });
});

test('wrong ports, and several scenarios, are refused', async () => {
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { code, stderr } = await place.kineko(['run', ...args]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await refused('a.config', '--foxglove', '70000')).toContain(
    '--foxglove: expected a port from 0 (any free one) to 65535, got "70000"',
  );
  expect(await refused('a.config', 'a.config', '--foxglove')).toContain('--foxglove: expected one scenario, got 2');
  expect(await refused('a.config', '--foxglove', '--wait', '-1')).toContain('--wait: expected seconds from 0');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { readonly port: number };
  expect(await refused('a.config', '--foxglove', String(port))).toContain(`cannot listen on port ${port} of 127.0.0.1`);
  taken.close();
  await once(taken, 'close');
});
