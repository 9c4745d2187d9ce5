/** Each limit of a server, as a client experiences it. Limits of viewers are tested in hub.test.ts, those of messages in viewer-messages.test.ts. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { WebSocket } from 'ws';
import { FakeClock } from '../test/fake-clock.js';
import { ask, type RawRequest, UPGRADE } from '../test/raw-request.js';
import { Bucket } from './bucket.js';
import { LIMITS, limitsWith, type ServerLimits } from './limits.js';
import { readPages } from './pages.js';
import type { PeerListener, SocketService } from './peer.js';
import { type RunningServer, startServer } from './serve.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Started {
  readonly server: RunningServer;
  readonly clock: FakeClock;
  /** Messages received over sockets. */
  readonly heard: (string | Uint8Array)[];
  /** Resolves when this number of messages has arrived. */
  hears(count: number): Promise<void>;
}

async function start(limits: Partial<ServerLimits>): Promise<Started> {
  const clock = new FakeClock();
  const heard: (string | Uint8Array)[] = [];
  let check = (): void => {};
  const service: SocketService = (): PeerListener => ({
    message: (data) => {
      heard.push(data);
      check();
    },
    closed: () => {},
  });
  const server = await startServer({
    port: 0,
    limits,
    clock,
    pages: [{ path: '/index.html', body: 'hello' }],
    routes: { fetch: async (request) => new Response(String((await request.text()).length)) },
    sockets: { '/socket': service },
  });
  open.push(server);
  const hears = (count: number): Promise<void> =>
    new Promise((resolve) => {
      check = () => {
        if (heard.length >= count) resolve();
      };
      check();
    });
  return { server, clock, heard, hears };
}

function raw(
  { port, token }: RunningServer,
  request: RawRequest = {},
  connection = 'close',
): Promise<{ status: number; body: string; socket: Socket }> {
  const headers: [string, string][] = [
    ['Host', `127.0.0.1:${port}`],
    ['Authorization', `Bearer ${token}`],
    ['Connection', connection],
  ];
  return ask(port, { ...request, headers: [...headers, ...(request.headers ?? [])] });
}

async function openSocket({ port, token }: RunningServer): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers: { Authorization: `Bearer ${token}` } });
  socket.on('error', () => {});
  open.push({ close: () => socket.terminate() });
  await once(socket, 'open');
  return socket;
}

function connection(server: RunningServer): Socket {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  open.push({ close: () => socket.destroy() });
  return socket;
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

test('connections: one more is closed at once', async () => {
  const { server } = await start({ connections: 2 });
  const sockets = [connection(server), connection(server)];
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await once(connection(server).resume(), 'close');
  expect(server.counts.refused).toBe(1);
  sockets[0]!.destroy();
  await once(sockets[0]!, 'close');
});

test('sockets: one more is refused', async () => {
  const { server } = await start({ sockets: 1 });
  const first = await openSocket(server);
  const upgrade = { path: '/socket', headers: UPGRADE.slice(1) };
  expect(await raw(server, upgrade, 'Upgrade')).toMatchObject({
    status: 503,
    body: 'too many connections: close another page of this server\n',
  });
  first.terminate();
});

test('headerBytes', async () => {
  const { server } = await start({ headerBytes: 1000 });
  expect((await raw(server, { headers: [['X', 'x'.repeat(500)]] })).status).toBe(200);
  expect((await raw(server, { headers: [['X', 'x'.repeat(1000)]] })).status).toBe(431);
});

test('targetCharacters', async () => {
  const { server } = await start({ targetCharacters: 10 });
  expect((await raw(server, { path: '/?12345678' })).status).toBe(200);
  expect((await raw(server, { path: '/?123456789' })).status).toBe(400);
});

test('bodyBytes: by Content-Length, which is required', async () => {
  const { server } = await start({ bodyBytes: 10 });
  const post = (body: string): RawRequest => {
    return { method: 'POST', path: '/api/x', headers: [['Content-Length', String(body.length)]], body };
  };
  expect(await raw(server, post('0123456789'))).toMatchObject({ status: 200 });
  expect(await raw(server, post('0123456789a'))).toMatchObject({ status: 413 });
  const headers = [['Transfer-Encoding', 'chunked']] as const;
  const chunked = { method: 'POST', path: '/api/x', headers, body: '1\r\nx\r\n0\r\n\r\n' };
  expect(await raw(server, chunked)).toMatchObject({ status: 411 });
});

test('requestBurst, requestsPerSecond: per connection; others are served', async () => {
  const { server, clock } = await start({ requestBurst: 3, requestsPerSecond: 1 });
  const socket = connection(server);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  const request = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
  socket.write(request.repeat(3));
  while (text.split('hello').length < 4) await once(socket, 'data');
  clock.advance(1000);
  socket.write(request.repeat(2));
  await once(socket, 'close');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(['200', '200', '200', '200', '429']);
  expect(server.counts.tooFast).toBe(1);
  expect((await raw(server)).status).toBe(200);
});

test('headersMs: a client that sends no headers is disconnected', async () => {
  const { server } = await start({ headersMs: 20 });
  const socket = connection(server);
  socket.write('GET / HTTP/1.1\r\nHost: ');
  const [text] = (await once(socket, 'data')) as [Buffer];
  expect(text.toString()).toMatch(/^HTTP\/1\.1 408 /);
  await once(socket, 'close');
});

test('requestMs: a client that does not finish its request is disconnected', async () => {
  const { server } = await start({ requestMs: 20, headersMs: 10 });
  const headers = [['Content-Length', '5']] as const;
  const { status } = await raw(server, { method: 'POST', path: '/api/x', headers, body: '1' });
  expect(status).toBe(408);
});

test('idleMs: a connection without requests is closed', async () => {
  const { server } = await start({ idleMs: 20 });
  const { status, socket } = await raw(server, {}, 'keep-alive');
  expect(status).toBe(200);
  expect(socket.destroyed).toBe(true);
});

test('messageBytes: a larger message ends the connection', async () => {
  const { server, heard, hears } = await start({ messageBytes: 1000 });
  const socket = await openSocket(server);
  socket.send('x'.repeat(1000));
  await hears(1);
  socket.send('x'.repeat(1001));
  expect(await closeCode(socket)).toBe(1009);
  expect(heard).toHaveLength(1);
  expect(server.counts.badMessages).toBe(1);
});

test('messageFragments: more fragments end the connection', async () => {
  const { server, heard } = await start({ messageFragments: 4 });
  const socket = await openSocket(server);
  for (let i = 0; i < 10; i++) socket.send('x', { fin: i === 9 });
  expect(await closeCode(socket)).toBe(1008);
  expect(heard).toEqual([]);
});

test('messagePieces: more unread chunks end the connection', async () => {
  const { server, heard } = await start({ messagePieces: 4, messageBytes: 1000 });
  const { socket } = await raw(server, { path: '/socket', headers: UPGRADE.slice(1) }, 'Upgrade');
  socket.setNoDelay();
  // The head of a frame of 100 bytes, then one byte at a time.
  socket.write(Buffer.from([0x82, 0x80 | 100, 0, 0, 0, 0]));
  while (!socket.destroyed) {
    socket.write(Buffer.from([1]));
    await Promise.race([once(socket, 'close'), new Promise((resolve) => setImmediate(resolve))]);
  }
  expect(heard).toEqual([]);
});

test('messageBurst, messagesPerSecond: messages that come too fast are ignored', async () => {
  const { server, clock, heard, hears } = await start({ messageBurst: 3, messagesPerSecond: 2 });
  const socket = await openSocket(server);
  for (let i = 0; i < 10; i++) socket.send(String(i));
  // Its pings are not answered either, so this answer follows all that was sent before.
  await hears(3);
  while (server.counts.tooFast < 7) await new Promise((resolve) => setImmediate(resolve));
  clock.advance(1000);
  for (let i = 10; i < 20; i++) socket.send(String(i));
  await hears(5);
  while (server.counts.tooFast < 15) await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual(['0', '1', '2', '10', '11']);
});

test('badMessages: one more ends the connection', async () => {
  const { server } = await start({ messageBurst: 1, badMessages: 5 });
  const socket = await openSocket(server);
  for (let i = 0; i < 7; i++) socket.send('x');
  expect(await closeCode(socket)).toBe(1008);
  expect(server.counts.tooFast).toBe(6);
});

test('viewerBytes: pings of a client that does not read are not answered without limit', async () => {
  const { server } = await start({ messageBurst: 5, messagesPerSecond: 0 });
  const socket = await openSocket(server);
  let pongs = 0;
  socket.on('pong', () => pongs++);
  for (let i = 0; i < 100; i++) socket.ping('x'.repeat(100));
  socket.close();
  await once(socket, 'close');
  expect(pongs).toBe(5);
});

test('pingMs: a client that does not answer is disconnected, one that does stays', async () => {
  const { server, clock } = await start({});
  const alive = await openSocket(server);
  const { socket: dead } = await raw(server, { path: '/socket', headers: UPGRADE.slice(1) }, 'Upgrade');
  const pinged = once(alive, 'ping');
  clock.advance(LIMITS.pingMs);
  await pinged;
  // Sent after the answer, so it arrives after it.
  alive.ping();
  await once(alive, 'pong');
  expect(dead.destroyed).toBe(false);
  clock.advance(LIMITS.pingMs);
  await once(dead, 'close');
  expect(alive.readyState).toBe(WebSocket.OPEN);
});

test('closeMs: a client that does not close is cut off', async () => {
  const { server, clock } = await start({});
  const { socket } = await raw(server, { path: '/socket', headers: UPGRADE.slice(1) }, 'Upgrade');
  const closed = server.close();
  await once(socket, 'data');
  clock.advance(LIMITS.closeMs);
  await expect(closed).resolves.toBeUndefined();
});

test('pageFiles, pageBytes: a larger folder is refused', async () => {
  const folder = temporaryFolder({ a: 'aaa', 'b/c': 'ccc', 'b/d': 'ddd' });
  await expect(readPages(folder, limitsWith({ pageFiles: 3, pageBytes: 9 }))).resolves.toHaveLength(3);
  const message = `${folder}: folder of pages too large: at most 2 files and 67108864 bytes`;
  await expect(readPages(folder, limitsWith({ pageFiles: 2 }))).rejects.toThrow(message);
  await expect(readPages(folder, limitsWith({ pageBytes: 8 }))).rejects.toThrow('and 8 bytes');
});

test('a bucket refills up to its burst', () => {
  const clock = new FakeClock();
  const bucket = new Bucket(2, 3, clock);
  const take = (count: number): boolean[] => Array.from({ length: count }, () => bucket.take());
  expect(take(4)).toEqual([true, true, true, false]);
  clock.advance(499);
  expect(take(1)).toEqual([false]);
  clock.advance(501);
  expect(take(3)).toEqual([true, true, false]);
  clock.advance(1e9);
  expect(take(4)).toEqual([true, true, true, false]);
});

test('every limit has a test', () => {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const text = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  expect(Object.keys(LIMITS).filter((name) => !text.includes(name))).toEqual([]);
});
