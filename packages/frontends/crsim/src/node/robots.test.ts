import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Recording, ResultHash } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import { PYTHON, requireProgram } from '@kineko/tools/services/programs';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { closeAll, serveTest } from '../../test/served-environment.js';
import type { ScoutRobot } from '../index.js';
import { crsim } from '../run/scenario.js';

afterEach(closeAll);

const SENSORS =
  '<sensor id="0" type="bump"/><sensor id="1" type="heat" radius="30"/><sensor id="2" type="sonar" range="25"/>';
const robot = (name: string, x: number): string =>
  `<robot name="${name}" x="${x}" z="50" radius="1">${SENSORS}</robot>`;
const model = (...robots: readonly string[]): string =>
  `<environment width="100" depth="100" walls="true"><object name="lamp" type="SPHERE" x="50" z="30" radius="2" heat="9"/>${robots.join('')}</environment>`;

const ROBOT_PY = `${REPOSITORY}examples/crsim/robot.py`;

async function roam(r: ScoutRobot, rounds: number): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    r.send({ round: i });
    const [sonar] = await r.sense([['SONAR', 2]]);
    await (sonar!.proximity! < 5 ? r.turn(0.7) : r.move(1));
  }
}

/** Replays a record; returns the hash. */
async function replayed(path: string): Promise<string> {
  const source = await readSource(path);
  const frontEnd = crsim();
  expect(frontEnd.recognises(new TextDecoder().decode(source.bytes.subarray(0, 4096)), path)).toBe(true);
  const scenario = await frontEnd.load(source, new NodeHost());
  const hash = await ResultHash.create();
  const recording = new Recording([hash]);
  const run = await scenario.open({ seed: scenario.seed!, emit: recording.emit });
  expect(await run.advance()).toBe('shutdown');
  await recording.close();
  return hash.digest();
}

test('a robot in Python has fewer than 60 lines and runs with one in TypeScript; the record replays to the same hash', async () => {
  expect(readFileSync(ROBOT_PY, 'utf8').split('\n').length).toBeLessThan(60);
  const record = join((await serveTest(undefined)).folder, 'record.trace');
  const served = await serveTest(model(robot('ts', 20), robot('py', 80)), { record });
  const python = spawn(requireProgram(PYTHON), [ROBOT_PY, 'py', '40', '127.0.0.1', String(served.ports.get('robot'))], {
    stdio: 'inherit',
  });
  const r = await served.robot({ name: 'ts', speed: 10 });
  await roam(r, 20);
  r.close();
  const [code] = (await once(python, 'exit')) as [number];
  expect(code).toBe(0);
  await served.statusMatching(/Robot py disconnected/);
  await served.statusMatching(/No robot is left/);
  await served.session.stop();
  const [, hash] = /hash ([\da-f]{32})/.exec(await served.statusMatching(/hash/))!;
  expect(await replayed(record)).toBe(hash);
  expect(served.status.filter((line) => line.includes('changed state'))).toEqual([
    '0(0 seconds) - Environment changed state: 0 --> 1',
    '0(0 seconds) - Environment changed state: 1 --> 2',
    '0(0 seconds) - Environment changed state: 2 --> 3',
    '0(0 seconds) - Environment changed state: 3 --> 4',
    '0(0 seconds) - Environment changed state: 4 --> 1',
  ]);
});

describe('clients in Python', () => {
  test('lose no line that arrived before they wrote', async () => {
    const answers = ['kBumper', 'kHeat', 'kSonar'].map((mResponseType, sensorid) => ({
      mResponseType,
      sensorid,
      activated: false,
      proximity: 25,
    }));
    const lines = [
      { timeStepMillis: 100 },
      { timestep: 0 },
      { message: { from: 'x', to: null, content: 1 } },
      ...answers,
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    let heard = '';
    const server = createServer((socket) => {
      socket.on('error', () => {});
      // All at once, so that it is in the client's buffer when the client writes.
      socket.once('data', () => socket.write(text));
      socket.on('data', (chunk) => {
        heard += chunk.toString();
        if (heard.includes('"last": true')) socket.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const python = spawn(requireProgram(PYTHON), [ROBOT_PY, 'r1', '1', '127.0.0.1', String(port)], {
      stdio: 'inherit',
    });
    const [code] = (await once(python, 'exit')) as [number];
    server.close();
    expect(code).toBe(0);
  });

  test('use separate files for reading and writing, in the examples and in the documentation', () => {
    const root = REPOSITORY;
    const files = ['examples', 'docs'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(py|md)$/.test(file) && !file.includes('node_modules'))
        .map((file) => join(root, folder, file)),
    );
    const clients = files.filter((file) => readFileSync(file, 'utf8').includes('.makefile('));
    expect(clients.length).toBeGreaterThanOrEqual(3);
    for (const file of clients) expect(readFileSync(file, 'utf8')).not.toMatch(/makefile\(["'][^"']*(rw|wr|\+)/);
  });
});

test('the programs of robots are started, and end with their environment', async () => {
  const served = await serveTest(model(robot('a', 20), robot('b', 80)), {
    spawn: `${requireProgram(PYTHON)} "${ROBOT_PY}" {name} 5`,
  });
  await served.statusMatching(/Program of robot a ended with code 0/);
  await served.statusMatching(/Program of robot b ended with code 0/);
  expect(served.session.step).toBeGreaterThanOrEqual(5);
});

describe('without a model at the start', () => {
  const command = () => `${requireProgram(PYTHON)} "${ROBOT_PY}" {name} 5`;

  test('the programs of robots are started when a panel loads a model, and again for the next one', async () => {
    const served = await serveTest(undefined, { spawn: command() });
    writeFileSync(join(served.folder, 'two.xml'), model(robot('a', 20), robot('b', 80)));
    writeFileSync(join(served.folder, 'one.xml'), model(robot('c', 50)));
    const panel = await served.panel('master');
    expect(await panel.call(['load', 'two.xml'])).toEqual([{ ok: true, value: null }]);
    await served.statusMatching(/changed state: 3 --> 4/);
    await served.statusMatching(/Program of robot a ended with code 0/);
    await served.statusMatching(/Program of robot b ended with code 0/);
    expect(served.session.step).toBeGreaterThanOrEqual(5);
    expect(await panel.call(['stop'], ['load', 'one.xml'])).toMatchObject([{ ok: true }, { ok: true }]);
    await served.statusMatching(/Robot c connected/);
    await served.statusMatching(/Program of robot c ended with code 0/);
  });

  test('a model that cannot be loaded starts nothing, and the previous one stays', async () => {
    const served = await serveTest(model(robot('a', 20)), { spawn: command() });
    await served.statusMatching(/Program of robot a ended with code 0/);
    writeFileSync(join(served.folder, 'crowded.xml'), model(robot('b', 50), robot('c', 50)));
    const panel = await served.panel('master');
    const [, refused] = await panel.call(['stop'], ['load', 'crowded.xml']);
    expect(refused).toMatchObject({ ok: false });
    expect(served.session.scenario!.source.path).toContain('model.xml');
    expect(served.status.filter((line) => /robot [bc]/i.test(line))).toEqual([]);
  });

  test('an empty command is refused at once', async () => {
    await expect(serveTest(undefined, { spawn: ' ' })).rejects.toThrow('--spawn: expected a command');
  });
});

describe('the protocol', () => {
  test('line by line', async () => {
    const served = await serveTest(model(robot('r1', 20), robot('r2', 40)));
    const [r1, r2] = [await served.client('robot'), await served.client('robot')];
    r1.send({ name: 'r1' });
    expect(await r1.next('timeStepMillis')).toEqual({ timeStepMillis: 100 });
    r2.send({ name: 'r2' });
    expect(await r1.next('timestep')).toEqual({ timestep: 0 });
    expect(await r2.next('timestep')).toEqual({ timestep: 0 });
    r1.send({ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 2, last: false });
    r1.send({ type: 'COMMEVENT', messageAction: 'SENDMESSAGE', message: { to: 'r2', content: 'hi' } });
    r1.send({ type: 'NOPEVENT', last: true });
    r2.send({ type: 'SENSOREVENT', messageAction: 'SONAR', sensorid: 2 });
    r2.send({ type: 'SENSOREVENT', messageAction: 'BUMPER', sensorid: 0, messageAmount: null, last: true });
    await r2.until((heard) => heard.length >= 4);
    expect(r2.heard).toEqual([
      { timeStepMillis: 100 },
      { message: { from: 'r1', to: 'r2', content: 'hi' } },
      { mResponseType: 'kSonar', sensorid: 2, proximity: 25, last: false },
      { mResponseType: 'kBumper', sensorid: 0, activated: false, last: true },
      ...(r2.heard.length > 4 ? [{ timestep: 1 }] : []),
    ]);
    expect(await r1.next('timestep')).toEqual({ timestep: 1 });
  });

  test.each([
    [{ name: 'nobody' }, /^unknown robot 'nobody'; expected r1$/],
    [{ name: 'r1', color: 'red' }, /^unknown key 'color'; expected name, prefetch or token$/],
    [{ name: 'r1', prefetch: 1000 }, /^prefetch: expected an integer from 0 to 64, got 1000$/],
    [[], /^expected an object, got an empty list$/],
  ])('refuses %j', async (introduction, why) => {
    const served = await serveTest(model(robot('r1', 20)));
    const client = await served.client('robot');
    client.send(introduction);
    await client.closed();
    expect(client.heard).toEqual([{ error: expect.stringMatching(why) }]);
  });

  test('a name is taken once, and free again when its robot has left', async () => {
    const served = await serveTest(model(robot('r1', 20), robot('r2', 40)));
    const first = await served.robot({ name: 'r1' });
    const second = await served.client('robot');
    second.send({ name: 'r1' });
    await second.closed();
    expect(second.heard).toEqual([{ error: 'robot r1 is connected already: each has its own name' }]);
    first.close();
    await served.statusMatching(/r1 disconnected/);
    await expect(served.robot({ name: 'r1' })).resolves.toBeDefined();
  });

  test('no robot may connect before a model is loaded', async () => {
    const served = await serveTest(undefined);
    const client = await served.client('robot');
    client.send({ name: 'r1' });
    expect(await client.next('error')).toEqual({ error: expect.stringContaining('no model is loaded yet') });
  });
});

describe('one robot that is', () => {
  const withFriend = async (deadlineMs?: number) => {
    const served = await serveTest(
      model(robot('good', 20), robot('bad', 60)),
      deadlineMs === undefined ? {} : { deadlineMs },
    );
    const good = await served.robot({ name: 'good' });
    const bad = await served.client('robot');
    bad.send({ name: 'bad' });
    await bad.next('timeStepMillis');
    return { served, good, bad };
  };

  test('disconnected does not delay the others: it stands still, and may come back', async () => {
    const { served, good, bad } = await withFriend();
    await bad.next('timestep');
    bad.end();
    await good.idle(3);
    expect(await good.sonar(2)).toBe(25);
    expect(served.status.join('\n')).toMatch(/Robot bad disconnected: it stands still/);
    const again = await served.client('robot');
    again.send({ name: 'bad' });
    const waiting = good.idle(2);
    const { timestep } = await again.next('timestep');
    expect(timestep).toBeGreaterThanOrEqual(4);
    again.send({ type: 'NOPEVENT', last: true });
    again.end();
    await waiting;
  });

  test('silent is idle until it answers, and then continues', async () => {
    const { served, good, bad } = await withFriend(40);
    await bad.next('timestep');
    await good.idle(4);
    await served.statusMatching(/robot bad has not answered in time/);
    bad.send({ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 1 });
    bad.send({ type: 'SENSOREVENT', messageAction: 'SONAR', sensorid: 2, last: true });
    await served.statusMatching(/robot bad has answered too late: its requests are done in the next step/);
    const goingOn = good.idle(3);
    expect(await bad.next('mResponseType')).toMatchObject({ last: true });
    const { timestep } = await bad.next('timestep');
    expect(timestep).toBeGreaterThanOrEqual(5);
    bad.end();
    await goingOn;
    expect(served.session.environment!.world.poseOf(1).x).toBe(61);
  });

  test('malformed gets the reason, and its lines change nothing', async () => {
    const { served, good, bad } = await withFriend();
    await bad.next('timestep');
    bad.write('{"type":\n');
    for (const line of [
      { type: 'EXPLODE' },
      { type: 'ACTIONEVENT', messageAction: 'constructor', messageAmount: 1 },
      { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 1e300 },
      { type: 'ACTIONEVENT', messageAction: 'TAG', messageAmount: -1 },
      { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 1, sensorid: 4 },
      { type: 'SENSOREVENT', messageAction: 'SONAR', sensorid: 0 },
      { type: 'SENSOREVENT', messageAction: 'SONAR', sensorid: '2' },
      { type: 'COMMEVENT', messageAction: 'SENDMESSAGE', message: { to: 'x', content: 1 } },
      { type: 'COMMEVENT', messageAction: 'SENDMESSAGE', message: { to: null, content: 1, and: 2 } },
      { type: 'NOPEVENT', last: 1 },
      { type: 'NOPEVENT', hidden: 1 },
    ]) {
      bad.send(line);
    }
    bad.write('{"type":"COMMEVENT","messageAction":"SENDMESSAGE","message":{"to":null,"content":{"__proto__":1}}}\n');
    bad.write(Uint8Array.of(0xff, 0xfe, 0x0a));
    await bad.until((heard) => heard.length >= 14);
    expect(bad.heard.map(({ error }) => error)).toEqual([
      'expected JSON, got "{\\"type\\":"',
      "type: unknown type 'EXPLODE'; expected ACTIONEVENT, SENSOREVENT, COMMEVENT or NOPEVENT",
      'messageAction: expected MOVE, TURNLEFT, TURNRIGHT, TAG or an action of a plug-in, got "constructor"',
      'messageAmount: expected a number from -1000000 to 1000000, got 1e+300',
      'messageAmount: expected a non-negative number for TAG, got -1',
      'sensorid: expected null in a request of this type, got 4',
      'messageAction: expected BUMPER for sensor 0, got "SONAR"',
      'sensorid: expected the id of a sensor, got "2"',
      'message.to: expected the name of a robot, or null for all others, got "x"',
      "message: unknown key 'and'; expected to or content",
      'last: expected true or false, got 1',
      expect.stringContaining("unknown key 'hidden'; expected "),
      'message.content: the key __proto__ is refused',
      'expected UTF-8',
    ]);
    bad.send({ type: 'NOPEVENT', last: true });
    await good.idle(1);
    expect(served.session.environment!.world.poseOf(1).x).toBe(60);
    for (let i = 0; i < 20; i++) bad.write('nonsense\n');
    await bad.closed();
    await good.idle(2);
  });

  test('sending without line ends is cut off', async () => {
    const { served, good, bad } = await withFriend();
    await bad.next('timestep');
    bad.write('x'.repeat(70_000));
    await bad.closed();
    expect(bad.heard).toEqual([{ error: 'expected lines of at most 65536 bytes' }]);
    await good.idle(2);
    await served.statusMatching(/Robot bad disconnected/);
  });

  test('sending far ahead is not read before its time', async () => {
    const { good, bad } = await withFriend();
    for (let i = 0; i < 500; i++)
      bad.send({ type: 'ACTIONEVENT', messageAction: 'TURNLEFT', messageAmount: 0.001, last: true });
    await good.idle(20);
    expect(good.timestep).toBeGreaterThanOrEqual(19);
  });
});

test('a robot that sends too many requests per step is refused', async () => {
  const served = await serveTest(model(robot('r1', 20)));
  const client = await served.client('robot');
  client.send({ name: 'r1' });
  await client.next('timestep');
  client.write(`${JSON.stringify({ type: 'NOPEVENT' })}\n`.repeat(257));
  expect(await client.next('error')).toEqual({ error: 'expected at most 256 requests per step' });
});

test('clients of other machines need the token', async () => {
  const token = '0123456789abcdef0123456789abcdef';
  await expect(serveTest(model(robot('r1', 20)), { listen: '0.0.0.0' })).rejects.toThrow(/needs a token/);
  const served = await serveTest(model(robot('r1', 20)), { listen: '0.0.0.0', token });
  expect(served.warnings).toHaveLength(1);
  const stranger = await served.client('robot');
  stranger.send({ name: 'r1' });
  expect(await stranger.next('error')).toEqual({ error: expect.stringContaining('must contain the token') });
  const viewer = await served.client('viewer');
  viewer.send({ token: token.replace('0', '1') });
  expect(await viewer.next('error')).toBeDefined();
  const panel = await served.client('panel');
  expect(await panel.call(['hello', 'observer'])).toEqual([{ ok: false, error: expect.stringContaining('token') }]);
  const friend = await served.client('viewer');
  friend.send({ token });
  const known = await served.robot({ name: 'r1', token });
  await friend.next('environment');
  await known.idle(1);
});
