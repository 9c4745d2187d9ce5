/** Each limit of real networks, and the handling of incoming data: nodes in one OS process, without a master. */
import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { createConnection, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Protocol } from '@kineko/neko';
import { type Address, type RealLimits, runMaster, startSlave } from '@kineko/neko/real';
import { MAX_TEXT, type NetworkKind, readFrame } from '../src/networks/real/frames.js';
import { connectTo } from '../src/networks/real/handshake.js';
import { LIMITS, limitsWith } from '../src/networks/real/limits.js';
import type { LineConnection } from '../src/networks/real/lines.js';
import { RecordMerger } from '../src/networks/real/merge-records.js';
import { RealNode } from '../src/networks/real/node.js';
import { datagramProof, type Key, newToken, runKey } from '../src/networks/real/token.js';
import type { NekoRecord } from '../src/records.js';
import { algorithms } from './real-algorithms.js';

const HOST = '127.0.0.1';
const NEVER = new AbortController().signal;

class Talker extends Protocol<{ SAY: unknown }> {
  readonly heard: unknown[] = [];
  onHeard: () => void = () => {};
  protected readonly handlers = {
    SAY: (content: unknown) => {
      this.heard.push(content);
      this.onHeard();
    },
  };

  say(to: number[], content: unknown): void {
    this.sendTo(to, 'SAY', content);
  }

  /** Resolves when it has received a number of messages. */
  hears(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.onHeard = () => {
        if (this.heard.length >= count) resolve();
      };
      this.onHeard();
    });
  }
}

interface Party {
  readonly node: RealNode;
  readonly talker: Talker;
  readonly records: NekoRecord[];
  readonly port: number;
  /** Why it failed. */
  readonly failure: Promise<string>;
}

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const KEY: Key = runKey(undefined, newToken());

/** A process that sends what the test requests, not started yet. */
function partyOf(id: number, n: number, kind: NetworkKind, limits: RealLimits) {
  const records: NekoRecord[] = [];
  const talkers: Talker[] = [];
  const node = new RealNode({
    id,
    n,
    seed: 1,
    algorithm: (process) => {
      const talker = new Talker(process);
      talker.setId('talk');
      talker.setSender(process.network());
      talker.launch();
      talkers.push(talker);
    },
    context: { parameters: null, shutdown: () => {} },
    networks: [kind],
    host: HOST,
    key: KEY,
    limits,
    emit: (record) => void records.push(record),
  });
  open.push(node);
  const start = async (port: number): Promise<Party> => {
    const failure = node.run(0).then(
      () => 'none',
      (error: Error) => error.message,
    );
    while (talkers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return { node, records, talker: talkers[0]!, port, failure };
  };
  return { node, start };
}

/** Two processes that are connected. */
async function pair(kind: NetworkKind, changes: Partial<RealLimits> = {}): Promise<[Party, Party]> {
  const [a, b] = [0, 1].map((id) => partyOf(id, 2, kind, limitsWith(changes))) as [Made, Made];
  const ports = [...(await a.node.listen()), ...(await b.node.listen())];
  const addresses = ports.map((port) => ({ host: HOST, port }));
  await Promise.all([a.node.open([addresses]), b.node.open([addresses])]);
  return [await a.start(ports[0]!), await b.start(ports[1]!)];
}

type Made = ReturnType<typeof partyOf>;

/** Process 0 of three, without the others. */
async function alone(kind: NetworkKind, changes: Partial<RealLimits> = {}): Promise<Party> {
  const { node, start } = partyOf(0, 3, kind, limitsWith(changes));
  const [port] = await node.listen();
  return start(port!);
}

/** Runs a function within the run of a party. */
function within({ node }: Party, work: () => void): void {
  node.live.enterWork(0, 'the test', work);
}

/** A connection in the name of process 1 to process 0, whose lines the test writes. */
async function linkTo({ port }: Party, changes: Partial<RealLimits> = {}): Promise<LineConnection> {
  const greeting = { purpose: 'link', from: 1, to: 0 } as const;
  const { connection } = await connectTo({ host: HOST, port }, greeting, KEY, limitsWith(changes), NEVER);
  open.push({ close: () => connection.destroy() });
  return connection;
}

function line(changes: object = {}): string {
  const record = { type: 'send', time: 0, process: 1, message: 1, to: [0], protocol: 'talk', messageType: 'SAY' };
  return JSON.stringify({ ...record, content: 'hello', ...changes });
}

/** Something that accepts and never answers. */
async function wall(): Promise<Address> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  open.push({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  return { host: HOST, port: (server.address() as { port: number }).port };
}

test.each(['tcp', 'udp'] as const)('contents pass unchanged over %s, also to oneself', async (kind) => {
  const [a, b] = await pair(kind);
  const content = {
    numbers: [0, -0, NaN, Infinity, -Infinity, 1e308],
    text: '$ "\n\u2028é',
    nested: [[{}], null, true],
  };
  within(a, () => a.talker.say([0, 1], content));
  await Promise.all([a.talker.hears(1), b.talker.hears(1)]);
  expect([a.talker.heard, b.talker.heard]).toEqual([[content], [content]]);
  expect(Object.isFrozen((b.talker.heard[0] as typeof content).nested[0])).toBe(true);
});

describe('invalid data on a link are counted, and later messages are read', () => {
  const badLines: readonly (readonly [string, string | Buffer])[] = [
    ['no JSON', '1 nonsense'],
    ['no number', line()],
    ['an empty line', ''],
    ['bytes', Buffer.from([49, 32, 0xff, 0xfe, 0])],
    ['another record', `1 ${JSON.stringify({ type: 'crash', time: 0, process: 1 })}`],
    ["another's name", `1 ${line({ process: 2 })}`],
    ['its own name', `1 ${line({ process: 0 })}`],
    ['nobody', `1 ${line({ process: 17 })}`],
    ['for another process', `1 ${line({ to: [1] })}`],
    ['for an unknown process', `1 ${line({ to: [0, 99] })}`],
    ['no time', `1 ${line({ time: -1 })}`],
    ['a fraction', `1 ${line({ message: 1.5 })}`],
    ['a field too many', `1 ${line({ extra: 1 })}`],
    ['no text', `1 ${line({ protocol: 7 })}`],
    ['__proto__', `1 ${line().replace('"hello"', '{"__proto__":{"x":1}}')}`],
    ['depth', `1 ${line().replace('"hello"', `${'['.repeat(100)}${']'.repeat(100)}`)}`],
    ['length', `1 ${line({ content: 'x'.repeat(LIMITS.frameBytes) })}`],
  ];

  test.each(badLines)('over tcp: %s', async (_name, bad) => {
    const party = await alone('tcp');
    const connection = await linkTo(party);
    connection.socket.write(bad);
    connection.socket.write('\n');
    connection.write(`1 ${line()}`);
    await party.talker.hears(1);
    expect(party.talker.heard).toEqual(['hello']);
    expect(party.node.counts).toMatchObject({ badFrames: 1 });
  });

  test.each(badLines.filter(([name]) => name !== "another's name" && name !== 'no number'))(
    'over udp: %s',
    async (_name, bad) => {
      const party = await alone('udp');
      const socket = createSocket('udp4');
      open.push(socket);
      const send = (text: Buffer): void => socket.send([datagramProof(KEY, text), text], party.port, HOST);
      const bytes = Buffer.from(bad).subarray(bad.length > 2 ? 2 : 0, 60_000);
      send(bytes);
      // A datagram of another run, and an empty one.
      socket.send(
        [datagramProof(runKey(undefined, newToken()), Buffer.from(line())), Buffer.from(line())],
        party.port,
        HOST,
      );
      socket.send('', party.port, HOST);
      send(Buffer.from(line()));
      await party.talker.hears(1);
      expect(party.talker.heard).toEqual(['hello']);
      expect(party.node.counts).toMatchObject({ badFrames: 3 });
    },
  );

  test('a gap makes the sender begin again', async () => {
    const party = await alone('tcp');
    const connection = await linkTo(party);
    connection.write(`1 ${line()}`);
    connection.write(`3 ${line()}`);
    await once(connection.socket, 'close');
    const again = await linkTo(party);
    again.write(`1 ${line({ content: 'twice' })}`);
    again.write(`2 ${line({ content: 'second' })}`);
    await party.talker.hears(2);
    expect(party.talker.heard).toEqual(['hello', 'second']);
  });
});

describe('limits', () => {
  test('frameBytes: rejects a message that is too long for TCP', async () => {
    const [a] = await pair('tcp');
    within(a, () => a.talker.say([1], 'x'.repeat(LIMITS.frameBytes)));
    expect(await a.failure).toMatch(
      /p0, protocol 'talk', a message SAY: it takes 65\d{3} bytes, and the TCP network carries at most 65516: send it in parts$/,
    );
  });

  test('datagramBytes: rejects a message that is too long for UDP', async () => {
    const [a, b] = await pair('udp');
    within(a, () => a.talker.say([1], 'x'.repeat(1200)));
    await b.talker.hears(1);
    within(a, () => a.talker.say([1], 'x'.repeat(1400)));
    expect(await a.failure).toMatch(
      /it takes 15\d\d bytes, and the UDP network carries at most 1384: datagrams are not split; send it in parts, or over TCP$/,
    );
  });

  test.each([
    ['queuedMessages', { queuedMessages: 10 }, '10 messages wait for the receiver'],
    ['queuedBytes', { queuedBytes: 2000 }, '2000 bytes wait for the receiver'],
  ])('%s: messages beyond the limit for a slow reader are dropped and recorded', async (_name, changes, reason) => {
    const [a, b] = await pair('tcp', changes);
    within(a, () => {
      for (let k = 0; k < 100; k++) a.talker.say([1], k);
    });
    await b.talker.hears(5);
    await a.node.drained();
    const drops = a.records.filter((record) => record.type === 'drop');
    expect(new Set(drops.map((drop) => drop.reason))).toEqual(new Set([reason]));
    expect(a.node.counts.dropped).toBe(drops.length);
    expect(b.talker.heard).toEqual(Array.from({ length: 100 - drops.length }, (_, k) => k));
    // There is room again.
    within(a, () => a.talker.say([1], 'more'));
    await b.talker.hears(101 - drops.length);
  });

  test('the data waiting for a slow reader are bounded', async () => {
    const limits = { queuedMessages: 200, queuedBytes: 1 << 30 };
    const party = await slowReader(limits);
    within(party, () => {
      for (let k = 0; k < 300; k++) party.talker.say([1], 'x'.repeat(60_000));
    });
    await new Promise<void>((resolve) => within(party, resolve));
    expect(party.records.filter(({ type }) => type === 'drop')).toHaveLength(100);
    // Messages that were not dropped before are dropped at the end.
    party.node.close();
    expect(party.records.filter(({ type }) => type === 'drop')).toHaveLength(300);
  });

  test('unsentBytes: datagrams that cannot be sent in time are dropped and recorded', async () => {
    const [a] = await pair('udp', { unsentBytes: 500 });
    within(a, () => {
      for (let k = 0; k < 10; k++) a.talker.say([1], 'x'.repeat(100));
    });
    await a.node.drained();
    const drops = a.records.filter((record) => record.type === 'drop');
    expect(drops.map(({ reason }) => reason)).toContain('500 bytes wait to be sent');
  });

  test('queuedMessages: datagrams that come faster than they are delivered are dropped, on record', async () => {
    // Delivered an hour from now, the maximum clock difference: until then they wait.
    const [a, b] = await pair('udp', { queuedMessages: 3, clockSeconds: 3600 });
    const socket = createSocket('udp4');
    open.push(socket);
    const text = Buffer.from(line({ time: 1e9 }));
    for (let k = 0; k < 10; k++) socket.send([datagramProof(KEY, text), text], a.port, HOST);
    while (a.node.counts.dropped < 7) await new Promise((resolve) => setImmediate(resolve));
    const drops = a.records.filter((record) => record.type === 'drop');
    expect(drops.map(({ reason }) => reason)).toEqual(Array(7).fill('3 messages wait to be delivered'));
    expect([a.talker.heard, b.node.counts.dropped]).toEqual([[], 0]);
  });

  test('clockSeconds: a message is delivered after it was sent, but not much later than it came', async () => {
    const party = await alone('tcp', { clockSeconds: 0.2 });
    const connection = await linkTo(party);
    const sentAt = party.node.live.elapsed + 0.1;
    connection.write(`1 ${line({ time: sentAt })}`);
    connection.write(`2 ${line({ time: 1e9 })}`);
    await party.talker.hears(2);
    const times = party.records.filter(({ type }) => type === 'deliver').map(({ time }) => time);
    expect(times[0]).toBeGreaterThan(sentAt);
    expect(times[1]).toBeLessThan(1000);
  });

  test('handshakes: one newcomer too many is shown the door', async () => {
    const { port, node } = await alone('tcp', { handshakes: 2, handshakeMs: 3_600_000 });
    const sockets = [1, 2, 3].map(() => createConnection({ host: HOST, port }));
    for (const socket of sockets) open.push({ close: () => socket.destroy() });
    const refused = sockets.map((socket, index) => once(socket.resume(), 'close').then(() => index));
    expect(await Promise.race(refused)).toBe(2);
    expect(node.counts.refused).toBe(1);
  });

  test('handshakeMs: closes a silent connection', async () => {
    const { port, node } = await alone('tcp', { handshakeMs: 20 });
    const socket = createConnection({ host: HOST, port });
    await once(socket.resume(), 'close');
    expect(node.counts.refused).toBe(1);
  });

  test('startMs: names the peers that cannot be reached', async () => {
    const limits = { startMs: 600, handshakeMs: 500 };
    const { node } = partyOf(0, 2, 'tcp', limitsWith(limits));
    await node.listen();
    const problem = node.open([[await wall(), await wall()]]);
    await expect(problem).rejects.toThrow(/^p0 cannot reach p1 at 127\.0\.0\.1:\d+ \(.*challenge.*\) within 600 ms$/);
  });

  test('firstRetryMs, longestRetryMs: a link reconnects when there is a listener again', async () => {
    const limits = { firstRetryMs: 1, longestRetryMs: 4 };
    const [a, b] = await pair('tcp', limits);
    b.node.close();
    within(a, () => a.talker.say([1], 'kept'));
    // The new listener is another process, which has received nothing.
    const server = createServer((socket) => socket.destroy());
    open.push(server);
    let attempts = 0;
    server.on('connection', () => attempts++);
    server.listen(b.port, HOST);
    while (attempts < 5) await new Promise((resolve) => setImmediate(resolve));
    expect(a.records.filter(({ type }) => type === 'drop')).toEqual([]);
    a.node.peerGone(1);
    await a.node.drained();
    expect(a.records.filter(({ type }) => type === 'drop')).toMatchObject([
      { process: 1, reason: 'the receiver is gone' },
    ]);
  });

  test('processes', async () => {
    const slaves = Array.from({ length: LIMITS.processes }, () => ({ host: HOST, port: 1 }));
    await expect(runMaster({ slaves, algorithm: 'beat', algorithms })).rejects.toThrow(
      'number of processes: expected an integer from 1 to 256, got 257',
    );
  });

  test('records, unsentRecordBytes: records beyond the limit are left out and counted', async () => {
    for (const [own, others] of [
      [{ records: 5 }, {}],
      [{}, { unsentRecordBytes: 0 }],
    ]) {
      const slave = await startSlave({ algorithms, limits: others! });
      const options = { algorithm: 'stream', parameters: { count: 10 }, algorithms, limits: own! };
      const report = await runMaster({ slaves: [slave.address], ...options });
      expect(report).toMatchObject({ stoppedBy: 'shutdown', crashed: [] });
      expect(report.recordsLost).toBeGreaterThan(0);
    }
  });

  test('phaseMs: a process that does not come to its end is left behind', async () => {
    const slave = await startSlave({ algorithms });
    open.push(slave);
    // Its answers to the master are lost from the announcement of the end on.
    const between = await deafRelay(slave.address, '"kind":"announce"');
    const options = { algorithm: 'beat', algorithms, timeLimit: 0.01, limits: { phaseMs: 50 } };
    const report = await runMaster({ slaves: [between], ...options });
    expect(report).toMatchObject({ stoppedBy: 'time', crashed: [1] });
  });

  test('pulseMs, silenceMs: a silent process counts as gone', async () => {
    const slave = await startSlave({ algorithms });
    open.push(slave);
    const between = await deafRelay(slave.address, '"kind":"start"');
    const lost = new AbortController();
    const report = await runMaster({
      slaves: [between],
      algorithm: 'beat',
      algorithms,
      signal: lost.signal,
      onLost: () => lost.abort(),
      limits: { pulseMs: 10, silenceMs: 200 },
    });
    expect(report).toMatchObject({ stoppedBy: 'interrupted', crashed: [1] });
  });
});

/** Process 0 of two, whose link to process 1 is connected to a peer that never reads. */
async function slowReader(changes: Partial<RealLimits>): Promise<Party> {
  const [a, b] = await pair('tcp', changes);
  // Nothing is delivered there any more, so nothing is acknowledged.
  b.node.live.stop();
  return a;
}

/** Forwards everything until the master sends a word; from then on it drops what the slave sends. */
async function deafRelay(target: Address, word: string): Promise<Address> {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = createConnection(target);
    let isDeaf = false;
    near.on('data', (chunk) => {
      isDeaf ||= chunk.includes(word);
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!isDeaf) near.write(chunk);
    });
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}));
    near.on('close', () => far.destroy());
  });
  open.push({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  return { host: HOST, port: (server.address() as { port: number }).port };
}

describe('frames', () => {
  const read = (value: unknown): unknown => readFrame(Buffer.from(JSON.stringify(value)));

  test('are read back unchanged', () => {
    for (const frame of [
      { kind: 'start', age: 0.25 },
      { kind: 'closed', counts: { dropped: 3 } },
      { kind: 'connect', addresses: [[{ host: HOST, port: 7 }]] },
    ]) {
      expect(read(frame)).toEqual(frame);
    }
  });

  test.each([
    null,
    [],
    {},
    { kind: 'unknown' },
    { kind: 'toString' },
    { kind: 'start' },
    { kind: 'start', age: -1 },
    { kind: 'start', age: '1' },
    { kind: 'start', age: 1, more: 1 },
    { kind: 'gone', process: 0.5 },
    { kind: 'request', reason: 'x'.repeat(MAX_TEXT + 1) },
    { kind: 'connect', addresses: [[{ host: HOST, port: 65536 }]] },
    { kind: 'closed', counts: { constructor: 1 } },
  ])('rejects %j', (frame) => {
    expect(() => read(frame)).toThrow(/^a frame/);
  });
});

test('records of all are one log, by time and then by process', () => {
  const crash = (time: number, process: number): NekoRecord => ({ type: 'crash', time, process });
  const logs = [
    [crash(1, 0), crash(3, 0)],
    [crash(1, 1), crash(2, 1), crash(2, 1)],
    [crash(0, 2), crash(3, 2)],
  ];
  const merged: string[] = [];
  const merger = new RecordMerger(3, ({ time, process }) => void merged.push(`${time} p${process}`));
  for (const [process, log] of logs.entries()) for (const record of log) merger.add(process, record);
  // Nothing is released before all have passed its time.
  merger.pass(0, 5);
  merger.pass(1, 3);
  expect(merged).toEqual([]);
  merger.pass(2, 2);
  expect(merged).toEqual(['0 p2', '1 p0', '1 p1']);
  merger.finish();
  expect(merged).toEqual(['0 p2', '1 p0', '1 p1', '2 p1', '2 p1', '3 p0', '3 p2']);
});
