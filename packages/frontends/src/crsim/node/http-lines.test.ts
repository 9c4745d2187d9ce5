/** A page that the user visits can have the browser send HTTP requests to any port: on those for lines they come to nothing. */
import { createConnection } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { closeAll, serveTest } from '../../../test/served-environment.js';

afterEach(closeAll);

const MODEL = '<environment width="100" depth="100"><robot name="r1" x="20" z="50" radius="1"/></environment>';

const HELLO = '{"id":1,"requests":[{"method":"hello","params":["observer"]}]}';

/** Sends a text; all that comes back until the connection is closed. */
function answerTo(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = createConnection({ host: '127.0.0.1', port }, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (heard += chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
  });
}

test.each([
  ['POST', `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\n${HELLO}\r\n${HELLO}\n`],
  ['POST with one write per line', `POST /panel?x=1 HTTP/1.0\n${HELLO}\n`],
  ['GET', `GET /${encodeURIComponent(HELLO)} HTTP/1.1\r\n\r\n${HELLO}\n`],
  ['a proxy', `CONNECT 127.0.0.1:9000 HTTP/1.1\r\n\r\n${HELLO}\n`],
  ['HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HELLO}\n`],
  ['a later line', `\r\nPOST / HTTP/1.1\r\n\r\n${HELLO}\n`],
])('%s closes the connection, unanswered, and makes no observer', async (_, text) => {
  const served = await serveTest(MODEL);
  expect(await answerTo(served.ports.get('panel')!, text)).toBe('');
  for (const port of ['robot', 'viewer'] as const) {
    expect(await answerTo(served.ports.get(port)!, text)).not.toContain('"role"');
  }
  expect(served.panels.size).toBe(0);
});
