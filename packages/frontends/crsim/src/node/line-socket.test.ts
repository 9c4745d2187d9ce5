import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { LineSocket } from './line-socket.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A line socket and its other end. */
async function connected(): Promise<{ readonly socket: LineSocket; readonly peer: Socket }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const peer = createConnection({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const [inner] = await accepted;
  closers.push(() => {
    peer.destroy();
    server.close();
  });
  return { socket: new LineSocket(inner), peer };
}

/** Collects lines; `reach` resolves when a number of them have arrived. */
function collecting(socket: LineSocket, onLine: (lines: readonly string[]) => void = () => {}) {
  const lines: string[] = [];
  let notify = (): void => {};
  socket.listen({
    line: (text) => {
      lines.push(text);
      onLine(lines);
      notify();
    },
    bad: (why) => lines.push(`bad: ${why}`),
    closed: () => {},
  });
  const reach = (count: number): Promise<void> =>
    new Promise((resolve) => {
      notify = () => void (lines.length >= count && resolve());
      notify();
    });
  return { lines, reach };
}

test('a text that arrives again is the same lines again, also after others and in pieces', async () => {
  const { socket, peer } = await connected();
  const { lines, reach } = collecting(socket);
  const expected: string[] = [];
  for (const text of [
    '{"a":1}\n {"b":2} \n',
    '{"a":1}\n {"b":2} \n',
    '{"c":3}\n',
    '{"a":1}\n {"b":2} \n',
    '{"ü":4}\n',
  ]) {
    peer.write(text);
    expected.push(
      ...text
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    );
    await reach(expected.length);
  }
  for (const piece of ['{"d', '":5}\n', '{"d', '":5}\n']) peer.write(piece);
  expected.push('{"d":5}', '{"d":5}');
  await reach(expected.length);
  expect(lines).toEqual(expected);
});

test('lines that wait while the flow is closed are read once it is open, also if the same text arrives again', async () => {
  const { socket, peer } = await connected();
  const { lines, reach } = collecting(socket, ({ length }) => {
    if (length % 2 === 1) socket.setFlow(false);
  });
  const text = '{"a":1}\n{"b":2}\n';
  for (let i = 1; i <= 3; i++) {
    peer.write(text);
    await reach(2 * i - 1);
    socket.setFlow(true);
    await reach(2 * i);
  }
  expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"a":1}', '{"b":2}', '{"a":1}', '{"b":2}']);
});

test('a text of many lines is read completely each time', async () => {
  const { socket, peer } = await connected();
  const { lines, reach } = collecting(socket);
  const many = Array.from({ length: 100 }, (_, i) => `{"n":${i}}`);
  for (let i = 1; i <= 2; i++) {
    peer.write(`${many.join('\n')}\n`);
    await reach(100 * i);
  }
  expect(lines).toEqual([...many, ...many]);
});
