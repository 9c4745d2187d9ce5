import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { closeAll, serveTest } from '../../test/served-environment.js';

afterEach(closeAll);

const MODEL = `<environment width="100" depth="100"><object name="lamp" type="SPHERE" x="50" z="30" radius="2" heat="9"/>
<robot name="r1" x="20" z="50" radius="1"><sensor id="2" type="sonar" range="25"/></robot></environment>`;

const ok = (value: unknown = null) => ({ ok: true, value });
const refused = (why: string) => ({ ok: false, error: expect.stringContaining(why) });

describe('roles', () => {
  test('a panel begins with hello, and a master needs the token', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.client('panel');
    expect(await panel.call(['getstate'])).toEqual([refused('a panel begins with hello(role, token)')]);
    expect(await panel.call(['hello', 'king'], ['hello', 'master'], ['hello', 'master', 'x'])).toEqual([
      refused('role: expected master, observer or robot'),
      refused('token missing or invalid'),
      refused('token missing or invalid'),
    ]);
    expect(await panel.call(['hello', 'observer'], ['getState'], ['start'])).toEqual([
      ok({ role: 'observer', state: 1, paused: false, step: 0 }),
      ok({ state: 1, paused: false }),
      refused('only the master may change the environment'),
    ]);
    expect(await panel.call(['hello', 'master', served.token])).toEqual([
      ok(expect.objectContaining({ role: 'master' })),
    ]);
  });

  test('there is one master at a time, until it disconnects or changes its role', async () => {
    const served = await serveTest(MODEL);
    const first = await served.panel('master');
    const second = await served.panel('observer');
    const hello = ['hello', 'master', served.token] as const;
    expect(await second.call(hello)).toEqual([refused('another panel is master')]);
    expect(await first.call(['hello', 'observer'])).toEqual([ok(expect.anything())]);
    expect(await second.call(hello)).toEqual([ok(expect.anything())]);
    second.end();
    const { size } = served.panels;
    for (let left = size; left === size;) left = await first.call(['getstep']).then(() => served.panels.size);
    expect(await first.call(hello)).toEqual([ok(expect.anything())]);
  });

  test('a robot panel follows one robot', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.client('panel');
    expect(await panel.call(['hello', 'robot', null, 'r9'])).toEqual([refused('names the robot that it follows')]);
    await panel.call(['hello', 'robot', null, 'r1']);
    const r = await served.robot({ name: 'r1' });
    await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 2 }]);
    expect(await panel.next('update')).toEqual({
      update: { objectName: 'r1', timestep: 0, x: 22, y: 0, z: 50, orientation: 0 },
    });
    const [about, tried] = await panel.call(['getobject'], ['pause']);
    expect(about).toEqual(
      ok(
        expect.objectContaining({
          name: 'r1',
          connected: true,
          x: 22,
          sensors: [expect.objectContaining({ id: 2, type: 'sonar' })],
        }),
      ),
    );
    expect(tried).toEqual(refused('only the master'));
  });
});

test('a panel that connects late gets the latest status lines once, at most 200', async () => {
  const served = await serveTest(MODEL);
  const r = await served.robot({ name: 'r1' });
  await served.statusMatching(/3 --> 4/);
  const linesOf = async (role: string): Promise<unknown[]> => {
    const panel = await served.panel(role);
    // A second hello only changes the role.
    await panel.call(['hello', 'observer']);
    return panel.heard.flatMap(({ status }) => status ?? []);
  };
  expect(await linesOf('observer')).toEqual(served.status);
  expect(served.status).toContain('0(0 seconds) - Robot r1 connected');
  expect(served.status).toContain('0(0 seconds) - Environment changed state: 3 --> 4');
  for (let i = 0; i < 300; i++) served.session.reportStatus(`line ${i}`);
  const late = await linesOf('observer');
  expect(late).toHaveLength(200);
  expect(late).toEqual(served.status.slice(-200));
  const stranger = await served.client('panel');
  await stranger.call(['hello', 'master', 'x']);
  expect(stranger.heard.filter((line) => 'status' in line)).toEqual([]);
  r.close();
});

describe('methods', () => {
  test('are looked up in the table only', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.panel('master');
    for (const name of ['constructor', '__proto__', 'toString', 'close', 'session', 'set', '']) {
      expect(await panel.call([name])).toEqual([refused(`unknown method '${name.toLowerCase()}'; `)]);
    }
  });

  test('set properties in the states that allow it', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.panel('master');
    expect(
      await panel.call(
        ['setmillisperstep', 50],
        ['getmillisperstep'],
        ['setmillisperstep', 0],
        ['setmillisperstep', '50'],
        ['setsteppausetime', 3],
        ['getsteppausetime'],
        ['setcommunications', { loss: 0.5, range: 7 }],
        ['setcommunications', { loss: 2 }],
        ['setcommunications', { hello: 1 }],
        ['setcommunications', { network: 'pigeon' }],
        ['getcommunications'],
      ),
    ).toEqual([
      ok(),
      ok(50),
      refused('the time-step: expected an integer from 1 to 60000, got 0'),
      refused('the time-step: expected an integer from 1 to 60000, got "50"'),
      ok(),
      ok(3),
      ok({ enabled: true, network: 'basic', delay: 0, loss: 0.5, range: 7 }),
      refused('communications: loss: expected a number from 0 to 1, got 2'),
      refused("communications: unknown key 'hello'; expected enabled, network, delay, loss or range"),
      refused('communications: network: expected "basic", "random" or "metric", got "pigeon"'),
      ok({ enabled: true, network: 'basic', delay: 0, loss: 0.5, range: 7 }),
    ]);
    const r = await served.robot({ name: 'r1' });
    expect(r.timeStepMillis).toBe(50);
    await served.statusMatching(/3 --> 4/);
    expect(
      await panel.call(
        ['setmillisperstep', 100],
        ['setport', 'robot', 0],
        ['setcommunications', {}],
        ['load', 'model.xml'],
      ),
    ).toEqual([
      refused('setmillisperstep: expected state LOADED (1), got RUNNING (4)'),
      refused('setport: expected state LOADED (1)'),
      refused('setcommunications: expected state LOADED (1)'),
      refused('load: expected state INITIAL (0) or LOADED (1)'),
    ]);
  });

  test('a step that waits for a silent robot does not keep the master from stopping', async () => {
    const served = await serveTest(MODEL, { deadlineMs: 3_600_000 });
    const panel = await served.panel('master');
    const r = await served.client('robot');
    r.send({ name: 'r1' });
    await r.next('timestep');
    await panel.call(['pause']);
    const steps = [panel.call(['step']), panel.call(['step'])];
    expect(await panel.call(['getstep'], ['stop'], ['getstate'])).toEqual([
      ok(0),
      ok(),
      ok({ state: 1, paused: false }),
    ]);
    expect(await Promise.all(steps)).toEqual([
      [refused('the run ended before the step')],
      [refused('the run ended before the step')],
    ]);
  });

  test('several requested steps are executed in turn, and a client that has closed its input gets every answer', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.panel('master');
    const r = await served.client('robot');
    r.send({ name: 'r1' });
    await r.next('timestep');
    await panel.call(['pause']);
    const answers = Promise.all([panel.call(['step']), panel.call(['step']), panel.call(['getstep'])]);
    panel.finish();
    for (let i = 0; i < 2; i++) {
      r.send({ type: 'NOPEVENT', last: true });
      await r.next('timestep');
    }
    const [first, second] = await answers;
    expect([first, second]).toEqual([[ok(1)], [ok(2)]]);
    await panel.closed();
  });

  test('a connected robot is notified of a new time-step', async () => {
    const served = await serveTest(
      MODEL.replace('</environment>', '<robot name="r2" x="70" z="50" radius="1"/></environment>'),
    );
    const panel = await served.panel('master');
    const client = await served.client('robot');
    client.send({ name: 'r1' });
    expect(await client.next('timeStepMillis')).toEqual({ timeStepMillis: 100 });
    await panel.call(['setmillisperstep', 20]);
    expect(await client.next('timeStepMillis')).toEqual({ timeStepMillis: 20 });
  });

  test('ports can be changed; open connections stay', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.panel('master');
    const before = served.ports.get('viewer')!;
    const [moved, taken, wrong, web] = await panel.call(
      ['setport', 'viewer', 0],
      ['setport', 'robot', before === 0 ? 1 : served.ports.get('panel')],
      ['getport', 'x'],
      ['setport', 'web', 0],
    );
    expect(moved).toEqual(ok(expect.any(Number)));
    expect(moved!['value']).not.toBe(before);
    expect(taken).toEqual(refused('another program uses it'));
    expect(wrong).toEqual(refused('the port: expected "viewer", "robot", "panel" or "web", got "x"'));
    expect(web).toEqual(refused('the port of pages cannot be changed'));
    const viewer = await served.client('viewer');
    const r = await served.robot({ name: 'r1' });
    await viewer.next('environment');
    await r.idle(1);
  });

  test('start without robots, pause, step, continue and stop', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.panel('master');
    expect(await panel.call(['pause'], ['step'], ['stop'])).toEqual([
      refused('pause: expected state RUNNING (4), got LOADED (1)'),
      refused('step: expected state RUNNING (4)'),
      refused('stop: expected state RUNNING (4)'),
    ]);
    expect(await panel.call(['setsteppausetime', 1], ['start'])).toEqual([ok(), ok()]);
    await served.statusMatching(/3 --> 4/);
    expect(await panel.call(['start'], ['step'])).toEqual([
      refused('the run is not paused'),
      refused('step needs a paused run'),
    ]);
    const [, first] = await panel.call(['pause'], ['getstep']);
    expect(await panel.call(['step'], ['step'], ['step'], ['getstep'], ['getstate'])).toEqual([
      ok(Number(first!['value']) + 1),
      ok(Number(first!['value']) + 2),
      ok(Number(first!['value']) + 3),
      ok(Number(first!['value']) + 3),
      ok({ state: 4, paused: true }),
    ]);
    expect(await panel.call(['start'], ['stop'], ['getstate'])).toEqual([ok(), ok(), ok({ state: 1, paused: false })]);
    // A robot that connects now waits for a start; it is disconnected when the run stops.
    const r = await served.robot({ name: 'r1' });
    expect(await panel.call(['getstate'], ['start'])).toEqual([ok({ state: 1, paused: false }), ok()]);
    await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 5 }]);
    expect(await panel.call(['stop'], ['getobject', 'r1'])).toEqual([ok(), ok(expect.objectContaining({ x: 20 }))]);
    await expect(r.idle(2)).rejects.toThrow('r1: the run has ended: connect again for the next one');
    await served.statusMatching(/1\(0 seconds\) - Robot r1 disconnected/);
    const again = await served.robot({ name: 'r1' });
    await panel.call(['start']);
    expect((await again.sense([['SONAR', 2]]))[0]).toMatchObject({ proximity: 25 });
    expect(served.status.filter((line) => line.includes('3 --> 4'))).toHaveLength(3);
  });

  test('each run has its own record, and existing files are not overwritten', async () => {
    const { folder } = await serveTest(undefined);
    const record = join(folder, 'a.trace');
    writeFileSync(join(folder, 'a-2.trace'), 'earlier');
    const served = await serveTest(MODEL, { record });
    const panel = await served.panel('master');
    for (const name of ['a.trace', 'a-3.trace']) {
      await panel.call(['start'], ['stop']);
      expect(served.status.filter((line) => line.includes(`${join(folder, name)}, hash `))).toHaveLength(1);
    }
    expect(readFileSync(join(folder, 'a-2.trace'), 'utf8')).toBe('earlier');
  });

  test('models are loaded from below the folder, and their problems are reported', async () => {
    const served = await serveTest(undefined);
    mkdirSync(join(served.folder, 'models'));
    writeFileSync(join(served.folder, 'models', 'good.xml'), MODEL);
    writeFileSync(
      join(served.folder, 'bad.xml'),
      MODEL.replace('radius="2"', 'radius="0"').replace('type="sonar"', 'type="nose"'),
    );
    writeFileSync(join(served.folder, 'crowded.xml'), MODEL.replace('x="20" z="50"', 'x="50" z="30"'));
    const panel = await served.panel('master');
    expect(await panel.call(['getmillisperstep'], ['getobjects'], ['start'])).toEqual([
      refused('no model is loaded: load one first'),
      refused('no model is loaded: load one first'),
      refused('start: expected state LOADED (1) or RUNNING (4), got INITIAL (0)'),
    ]);
    expect(
      await panel.call(
        ['load', '../../etc/passwd'],
        ['load', '/etc/passwd'],
        ['load', 'nothing.xml'],
        ['load', 7],
        ['load', 'bad.xml'],
        ['load', 'crowded.xml'],
      ),
    ).toEqual([
      {
        ok: false,
        error:
          'cannot load "../../etc/passwd": it leads out of the folder; expected a path relative to, and beneath, ' +
          'the folder in which the environment was started',
      },
      refused('cannot load "/etc/passwd": it is an absolute path'),
      { ok: false, error: 'cannot load "nothing.xml": there is no file nothing.xml' },
      refused('the file: expected a string, got 7'),
      refused('radius of <object>: expected a number above 0'),
      refused("overlaps the disc 'lamp'"),
    ]);
    expect(await panel.call(['load', 'models/good.xml'], ['getstate'], ['getrobots'], ['getobjects'])).toEqual([
      ok(),
      ok({ state: 1, paused: false }),
      ok([{ name: 'r1', connected: false }]),
      ok([
        { name: 'lamp', kind: 'object', x: 50, y: 0, z: 30, orientation: 0, heat: 9, ir: 0 },
        { name: 'r1', kind: 'robot', x: 20, y: 0, z: 50, orientation: 0, heat: 0, ir: 0, connected: false },
      ]),
    ]);
    await panel.until((heard) =>
      heard.some(({ status }) => status === '0(0 seconds) - 1 objects and 1 robots on 100 x 100'),
    );
  });

  test('a script that has closed its input still gets its answers, and then frees the role of master', async () => {
    const served = await serveTest(MODEL);
    for (let i = 0; i < 2; i++) {
      const script = await served.client('panel');
      const requests = [
        { method: 'hello', params: ['master', served.token] },
        { method: 'start' },
        { method: 'stop' },
        { method: 'getstate' },
      ];
      script.send({ id: 7, requests });
      script.finish();
      await script.closed();
      expect(script.heard.find(({ id }) => id === 7)).toEqual({
        id: 7,
        responses: [ok(expect.anything()), ok(), ok(), ok({ state: 1, paused: false })],
      });
    }
    const viewer = await served.client('viewer');
    viewer.finish();
    const r = await served.robot({ name: 'r1' });
    const panel = await served.panel('master');
    await panel.call(['start']);
    await viewer.next('environment');
    r.close();
  });

  test('invalid messages are answered, and too many of them end the connection', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.panel('observer');
    for (const line of [
      [],
      { id: 1 },
      { id: -1, requests: [] },
      { id: 2, requests: [{ method: 4 }] },
      { id: 3, requests: [{ method: 'x', params: {} }] },
    ])
      panel.send(line);
    panel.write('{{\n');
    await panel.until((heard) => heard.filter((each) => 'error' in each).length === 6);
    expect(await panel.call(['getstep'])).toEqual([ok(0)]);
    for (let i = 0; i < 20; i++) panel.write('nonsense\n');
    await panel.closed();
  });
});

describe('HTTP on the line ports', () => {
  const hello = '{"id":1,"requests":[{"method":"hello","params":["observer"]},{"method":"getstate","params":[]}]}';
  const headers = ['Host: 127.0.0.1:9000', 'Origin: http://evil.example', 'Content-Type: text/plain'];

  test.each([
    ['a POST of a page from elsewhere', ['POST / HTTP/1.1', ...headers, '', hello]],
    ['a request in one piece with the body', ['GET / HTTP/1.1', hello]],
    ['a preflight', ['OPTIONS /x?y HTTP/1.1', ...headers, '', hello]],
    ['the handshake of a web socket', ['GET / HTTP/1.1', 'Upgrade: websocket', '', hello]],
    ['HTTP/2 without a handshake', ['PRI * HTTP/2.0', '', 'SM', '', hello]],
    ['an address with spaces', ['POST /a b HTTP/1.0', hello]],
    ['headers alone', [headers[0]!, hello]],
  ])('%s ends the connection, and nothing after it is read', async (_, lines) => {
    const served = await serveTest(MODEL);
    for (const which of ['panel', 'robot', 'viewer'] as const) {
      const client = await served.client(which);
      client.write(`${lines.join('\r\n')}\r\n`);
      await client.closed();
      expect(client.heard.filter((line) => 'responses' in line || 'status' in line || 'timestep' in line)).toEqual([]);
    }
    expect(served.panels.size).toBe(0);
  });

  test('a panel that sends it later is disconnected too', async () => {
    const served = await serveTest(MODEL);
    const panel = await served.panel('observer');
    panel.write('POST / HTTP/1.1\r\n');
    await panel.closed();
    expect(panel.heard.at(-1)).toEqual({ error: expect.stringContaining('got HTTP; pages are on') });
  });
});

describe('viewers', () => {
  test('a late viewer gets all objects at once, then updates', async () => {
    const served = await serveTest(MODEL);
    const early = await served.client('viewer');
    const r = await served.robot({ name: 'r1' });
    await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 5 }]);
    await early.next('objectName');
    expect(early.heard.slice(0, 3)).toEqual([
      { environment: { width: 100, depth: 100, timeStepMillis: 100, timestep: 0 } },
      {
        name: 'lamp',
        xpos: 50,
        ypos: 0,
        zpos: 30,
        orientation: 0,
        color: [0.5, 0.5, 0.5],
        ir: 0,
        heat: 9,
        type: 'SPHERE',
        radius: 2,
      },
      {
        name: 'r1',
        xpos: 20,
        ypos: 0,
        zpos: 50,
        orientation: 0,
        color: [0.5, 0.5, 0.5],
        ir: 0,
        heat: 0,
        type: 'CYLINDER',
        radius: 1,
        height: 1,
        robot: true,
      },
    ]);
    const late = await served.client('viewer');
    const robot = await late.until((heard) => heard.find(({ name }) => name === 'r1'));
    expect(robot['xpos']).toBe(25);
    await r.step([{ type: 'ACTIONEVENT', messageAction: 'TURNLEFT', messageAmount: 1 }]);
    expect(await late.next('objectName')).toEqual({
      objectName: 'r1',
      timestep: expect.any(Number),
      x: 25,
      y: 0,
      z: 50,
      orientation: 1,
    });
    late.write('hello\n');
    await r.idle(1);
  });
});

describe('pages', () => {
  const openSocket = (port: number, path: string, token: string): WebSocket =>
    new WebSocket(`ws://127.0.0.1:${port}${path}`, ['kineko', `kineko.token.${token}`]);

  test('use the same protocol over web sockets, with the token in the handshake', async () => {
    const served = await serveTest(MODEL);
    const port = served.ports.get('web')!;
    const stranger = openSocket(port, '/panel', 'f'.repeat(32));
    const [error] = (await once(stranger, 'error')) as [Error];
    expect(error.message).toContain('401');
    const panel = openSocket(port, '/panel', served.token);
    const viewer = openSocket(port, '/viewer', served.token);
    const [seen, heard]: string[][] = [[], []];
    viewer.on('message', (data: Buffer) => seen!.push(...data.toString().trim().split('\n')));
    panel.on('message', (data: Buffer) => heard!.push(data.toString()));
    await Promise.all([once(panel, 'open'), once(viewer, 'open')]);
    panel.send(
      JSON.stringify({
        id: 1,
        requests: [
          { method: 'hello', params: ['master'] },
          { method: 'getport', params: ['web'] },
        ],
      }),
    );
    await once(panel, 'message');
    expect(JSON.parse(heard![0]!)).toEqual({
      id: 1,
      responses: [ok(expect.objectContaining({ role: 'master', state: 1 })), ok(port)],
    });
    const r = await served.robot({ name: 'r1' });
    while (seen!.length < 3) await once(viewer, 'message');
    expect(seen!.slice(0, 3).map((line) => Object.keys(JSON.parse(line))[0])).toEqual(['environment', 'name', 'name']);
    panel.send('nonsense');
    while (!heard!.some((line) => line.startsWith('{"error"'))) await once(panel, 'message');
    await r.idle(1);
    panel.close();
    viewer.close();
  });
});
