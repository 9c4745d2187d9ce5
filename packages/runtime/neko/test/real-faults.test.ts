/** Faults between processes are reported, counted or tolerated, and never block the run forever. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { type Address, type Algorithm, type Algorithms, runMaster, runSymmetric, startSlave } from '@kineko/neko/real';
import { freePort } from '@kineko/tools/kits/free-port';
import { newToken } from '../src/networks/real/token.js';
import type { Slave, SlaveOptions } from '../src/networks/real/slave.js';
import { algorithms, beating } from './real-algorithms.js';
import { killSlaveProcesses, startSlaveProcesses } from './real-processes.js';

const LOOPBACK = '127.0.0.1';

const slaves: Slave[] = [];
const servers: Server[] = [];
const accepted: Socket[] = [];

afterEach(() => {
  for (const slave of slaves.splice(0)) slave.close();
  for (const server of servers.splice(0)) server.close();
  // A closed server keeps its connections, which keep the OS process alive.
  for (const socket of accepted.splice(0)) socket.destroy();
});
afterAll(() => killSlaveProcesses());

/** A slave in this process. */
async function slave(options: Partial<SlaveOptions> = {}): Promise<Slave> {
  const started = await startSlave({ algorithms, ...options });
  slaves.push(started);
  return started;
}

async function server(accept: (socket: Socket) => void): Promise<Address> {
  const listening = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => {});
    accept(socket);
  });
  servers.push(listening);
  listening.listen(0, LOOPBACK);
  await once(listening, 'listening');
  return { host: LOOPBACK, port: (listening.address() as { port: number }).port };
}

function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'nothing',
    (error: Error) => error.message,
  );
}

test.each(['tcp', 'udp'] as const)('a slave that is killed has crashed to the others, over %s', async (kind) => {
  const children = await startSlaveProcesses(2);
  let isLost = false;
  let heardAfter = 0;
  const own: Algorithm = beating((from, _process, context) => {
    if (from === 2) children[1]!.child.kill('SIGKILL');
    // Messages that process 1 sends to both from now on can no longer reach process 2.
    if (from === 1 && isLost && ++heardAfter === 20) context.shutdown('seen enough');
  });
  const report = await runMaster({
    slaves: children.map(({ address }) => address),
    algorithm: 'beat',
    algorithms: new Map([['beat', own]]),
    networks: [kind],
    onLost: (process) => (isLost = process === 2),
  });
  expect(report).toMatchObject({ stoppedBy: 'shutdown', reason: 'seen enough', crashed: [2], failures: [] });
  expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 'SIGKILL']);
  expect(report.counts.map((counts) => counts === undefined)).toEqual([false, false, true]);
  const crashes = report.records.filter(({ type }) => type === 'crash');
  expect(crashes).toEqual([{ type: 'crash', time: expect.any(Number), process: 2 }]);
  const drops = report.records.filter((record) => record.type === 'drop');
  const lost = drops.filter(({ reason }) => reason !== 'the run is ending');
  expect(lost.filter(({ process }) => process !== 2)).toEqual([]);
  // Over UDP, copies sent before the crash was known are lost without a record.
  const senders = new Set(drops.filter(({ process }) => process === 2).map(({ from }) => from));
  expect(kind === 'tcp' ? senders : new Set([0, 1])).toEqual(new Set([0, 1]));
  expect(kind === 'udp' || lost.some(({ reason }) => reason === 'the receiver is gone')).toBe(true);
});

test('an algorithm that throws ends the run with its process and message', async () => {
  const children = await startSlaveProcesses(2);
  const report = await runMaster({
    slaves: children.map(({ address }) => address),
    algorithm: 'failing',
    algorithms,
  });
  expect(report).toMatchObject({
    stoppedBy: 'failed',
    crashed: [1],
    failures: [{ process: 1, message: expect.stringMatching(/p1.*a planted mistake$/) }],
  });
  expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([1, 0]);
  expect(children[0]!.complaints()).toMatch(/^p1: .*a planted mistake\n$/);
});

test('an algorithm that throws in the master ends the run as well', async () => {
  const other = await slave();
  const own: Algorithms = new Map([
    [
      'beat',
      () => {
        throw new Error('a planted mistake');
      },
    ],
  ]);
  const report = await runMaster({ slaves: [other.address], algorithm: 'beat', algorithms: own });
  expect(report).toMatchObject({ stoppedBy: 'failed', crashed: [], failures: [{ process: 0 }] });
  expect(await other.done).toMatchObject({ stoppedBy: 'closed' });
});

test('a slave whose master is lost ends', async () => {
  const children = await startSlaveProcesses(1);
  const other = await slave();
  // A separate master would need a third OS process; instead the connection is broken.
  const relays: Socket[] = [];
  const { createConnection } = await import('node:net');
  const between = await server((socket) => {
    const far = createConnection(other.address);
    far.on('error', () => {});
    socket.pipe(far).pipe(socket);
    relays.push(socket, far);
  });
  const own: Algorithm = beating(() => {
    for (const relay of relays) relay.destroy();
  });
  const lost = new AbortController();
  const report = await runMaster({
    slaves: [children[0]!.address, between],
    algorithm: 'beat',
    algorithms: new Map([['beat', own]]),
    signal: lost.signal,
    onLost: () => lost.abort(),
  });
  expect(report).toMatchObject({ stoppedBy: 'interrupted', crashed: [2] });
  expect(await other.done).toMatchObject({ id: 2, stoppedBy: 'master lost' });
});

describe('a failed start reports the reason', () => {
  test('a slave that never answers', async () => {
    const silent = await server(() => {});
    // One attempt.
    const limits = { handshakeMs: 500, startMs: 1 };
    const message = await messageOf(runMaster({ slaves: [silent], algorithm: 'beat', algorithms, limits }));
    expect(message).toBe(
      `slave 1 at 127.0.0.1:${silent.port} cannot be reached (127.0.0.1:${silent.port}: it did not send challenge within ` +
        '500 ms: is it a process of this kind, and alive?): is it started, and is this its port?',
    );
  });

  test('a slave that sends something else', async () => {
    const strange = await server((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const limits = { startMs: 100 };
    const message = await messageOf(runMaster({ slaves: [strange], algorithm: 'beat', algorithms, limits }));
    expect(message).toMatch(/it sent something that makes no sense/);
  });

  test('a slave that is not there', async () => {
    const gone = { host: LOOPBACK, port: await freePort() };
    const limits = { startMs: 100 };
    const message = await messageOf(runMaster({ slaves: [gone], algorithm: 'beat', algorithms, limits }));
    expect(message).toMatch(/^slave 1 at 127\.0\.0\.1:\d+ cannot be reached \(.*ECONNREFUSED.*is it started/);
  });

  test('another token, or none', async () => {
    const other = await slave({ token: newToken() });
    for (const token of [newToken(), undefined]) {
      const attempt = runMaster({ slaves: [other.address], algorithm: 'beat', algorithms, token });
      expect(await messageOf(attempt)).toMatch(
        /does not have the same token: give all processes of the run the same one/,
      );
    }
  });

  test('a master that ignores the proof of the slave is refused by it', async () => {
    const other = await slave({ token: newToken() });
    const { createConnection } = await import('node:net');
    const socket = createConnection(other.address);
    const nonce = newToken();
    socket.write(`${JSON.stringify({ kind: 'hello', version: 1, purpose: 'control', from: 0, to: 0, nonce })}\n`);
    let said = '';
    socket.on('data', (chunk) => {
      if (said === '') socket.write(`${JSON.stringify({ kind: 'answer', proof: newToken() + newToken() })}\n`);
      said += chunk.toString();
    });
    await once(socket, 'close');
    expect(said).toMatch(/"kind":"refuse","reason":"it does not have the same token/);
    expect(other.refused).toBe(1);
  });

  test('an algorithm that a slave does not have; it then waits for another master', async () => {
    const other = await slave({ algorithms: new Map([['beat', algorithms.get('beat')!]]) });
    const attempt = runMaster({ slaves: [other.address], algorithm: 'stream', algorithms });
    expect(await messageOf(attempt)).toMatch(/slave 1 at .* refused: unknown algorithm 'stream'; expected beat$/);
    const report = await runMaster({ slaves: [other.address], algorithm: 'beat', algorithms, timeLimit: 0.01 });
    expect(report).toMatchObject({ stoppedBy: 'time', crashed: [] });
  });

  test('a slave that has a master', async () => {
    const other = await slave();
    const first = runMaster({ slaves: [other.address], algorithm: 'beat', algorithms: new Map([['beat', second]]) });
    let attempt: Promise<string> | undefined;
    function second(_process: unknown, { shutdown }: { shutdown(): void }): void {
      attempt = messageOf(runMaster({ slaves: [other.address], algorithm: 'beat', algorithms }));
      void attempt.then(() => shutdown());
    }
    await first;
    expect(await attempt).toMatch(/refused: it has a master already/);
  });

  test('a port that is taken', async () => {
    const taken = await server(() => {});
    expect(await messageOf(startSlave({ algorithms, port: taken.port }))).toBe(
      `cannot listen on TCP port ${taken.port} of 127.0.0.1: it is taken by another program: end that one, choose another ` +
        'port, or 0 for any free one',
    );
  });

  test('an address that others reach, without a token', async () => {
    expect(await messageOf(startSlave({ algorithms, host: '0.0.0.0' }))).toMatch(
      /^to listen on 0\.0\.0\.0, where other machines may reach it, a token is needed/,
    );
    expect(await messageOf(startSlave({ algorithms, token: 'secret' }))).toMatch(/the token has 6 characters/);
    const open = await slave({ host: '0.0.0.0', token: newToken() });
    expect(open.address.port).toBeGreaterThan(0);
  });

  test('a signal comes first', async () => {
    const silent = await server(() => {});
    const controller = new AbortController();
    const options = { slaves: [silent], algorithm: 'beat', algorithms, signal: controller.signal };
    const attempt = messageOf(runMaster(options));
    controller.abort();
    expect(await attempt).toBe('interrupted before the start');
    expect(await messageOf(runMaster(options))).toBe('interrupted before the start');
  });

  test.each([
    [{ constructor: 1 }, /cannot be sent to slaves: a frame with a member constructor$/],
    ['x'.repeat(70_000), /^parameters: expected at most 65536 bytes per slave, got 70\d{3}$/],
  ])('parameters that a slave would not take', async (parameters, message) => {
    const other = await slave();
    const attempt = runMaster({ slaves: [other.address], algorithm: 'beat', algorithms, parameters });
    expect(await messageOf(attempt)).toMatch(message);
  });

  test('a slave on another machine that could not connect back', async () => {
    const far = { host: '192.0.2.1', port: 8632 };
    expect(await messageOf(runMaster({ slaves: [far], algorithm: 'beat', algorithms }))).toBe(
      'the slave at 192.0.2.1:8632 cannot reach p0 at 127.0.0.1: listen on an address that it can reach, with a token',
    );
  });
});

test('garbage, and lines without end, are counted and do no harm', async () => {
  const other = await slave();
  const { createConnection } = await import('node:net');
  const attacks = [
    Buffer.from([0, 255, 10, 128, 10]),
    Buffer.from('{"kind":"hello"}\n'),
    Buffer.from('{"kind":"hello","__proto__":{"a":1}}\n'),
    Buffer.from(`${'['.repeat(60_000)}\n`),
    Buffer.alloc(1 << 20, 'x'),
  ];
  for (const attack of attacks) {
    const socket = createConnection(other.address);
    socket.on('error', () => {});
    socket.resume();
    socket.write(attack);
    await once(socket, 'close');
  }
  expect(other.refused).toBe(attacks.length);
  const report = await runMaster({ slaves: [other.address], algorithm: 'beat', algorithms, timeLimit: 0.01 });
  expect(report).toMatchObject({ stoppedBy: 'time', crashed: [] });
});

describe('a symmetric start', () => {
  /** Every process must know them beforehand. */
  async function freeAddresses(n: number): Promise<Address[]> {
    const addresses: Address[] = [];
    for (let i = 0; i < n; i++) addresses.push({ host: LOOPBACK, port: await freePort() });
    return addresses;
  }

  test('connects processes with the same setup, in any order', async () => {
    const addresses = await freeAddresses(3);
    const common = { addresses, algorithms, algorithm: 'stream', parameters: { count: 10 } };
    const [report, ...others] = await Promise.all([0, 1, 2].map((id) => runSymmetric({ ...common, id })));
    expect(report).toMatchObject({ stoppedBy: 'shutdown', crashed: [] });
    expect(others).toMatchObject([
      { id: 1, stoppedBy: 'closed' },
      { id: 2, stoppedBy: 'closed' },
    ]);
  });

  test('refuses a process with another setup', async () => {
    const addresses = await freeAddresses(2);
    const common = { addresses, algorithms, algorithm: 'stream', parameters: { count: 10 } };
    const problems = await Promise.all([
      messageOf(runSymmetric({ ...common, id: 0 })),
      messageOf(runSymmetric({ ...common, id: 1, seed: 7 })),
    ]);
    const difference = 'p0 has seed = 0, this process has 7: start all with the same';
    expect(problems).toEqual([expect.stringContaining(`refused: ${difference}`), `p1 took no part: ${difference}`]);
  });

  test('does not wait forever for process 0', async () => {
    const addresses = await freeAddresses(2);
    const options = { addresses, algorithms, algorithm: 'beat', id: 1, limits: { startMs: 50 } };
    expect(await messageOf(runSymmetric(options))).toBe('p1 took no part: p0 did not connect within 50 ms');
  });
});
