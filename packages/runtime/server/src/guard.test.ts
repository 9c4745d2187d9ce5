/** Requests of hostile pages and other unwelcome clients to a listening server. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, type RawRequest, UPGRADE } from '../test/raw-request.js';
import { type RunningServer, startServer } from './serve.js';
import { newToken } from './token.js';

let server: RunningServer;
/** Requests that were served. */
const served: string[] = [];

beforeAll(async () => {
  server = await startServer({
    port: 0,
    pages: [
      { path: '/index.html', body: '<!doctype html>' },
      { path: '/assets/page-a1b2c3d4.js', body: '"use strict";' },
    ],
    routes: {
      fetch: async (request) => {
        served.push(`${request.method} ${new URL(request.url).pathname}`);
        return new Response(await request.text());
      },
    },
    sockets: {
      '/live': () => {
        served.push('socket');
        return { message: () => {}, closed: () => {} };
      },
    },
  });
});

afterAll(() => server.close());

interface Case {
  readonly method?: string;
  readonly path?: string;
  readonly version?: string;
  readonly host?: string | readonly string[];
  readonly origin?: string | readonly string[];
  readonly token?: string;
  /** The token as a page sends it with a socket. */
  readonly protocols?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isSocket?: boolean;
}

/** `PORT` and `TOKEN` are replaced by those of the server. */
function requestOf({
  method,
  path,
  version,
  host,
  origin,
  token,
  protocols,
  headers,
  body,
  isSocket,
}: Case): RawRequest {
  const fill = (text: string): string => text.replaceAll('PORT', String(server.port)).replaceAll('TOKEN', server.token);
  const list = (value: string | readonly string[] | undefined, fallback: readonly string[]): readonly string[] =>
    value === undefined ? fallback : typeof value === 'string' ? [value] : value;
  const fields: [string, string][] = [
    ...list(host, ['127.0.0.1:PORT']).map((each): [string, string] => ['Host', each]),
    ...list(origin, []).map((each): [string, string] => ['Origin', each]),
    ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
    ...(protocols === undefined ? [] : [['Sec-WebSocket-Protocol', protocols] as [string, string]]),
    ...Object.entries(headers ?? {}),
    ...(isSocket === true
      ? UPGRADE.map(([name, value]): [string, string] => [name, value])
      : [['Connection', 'close'] as [string, string]]),
  ];
  return {
    ...(method === undefined ? {} : { method }),
    ...(version === undefined ? {} : { version }),
    ...(body === undefined ? {} : { body }),
    path: fill(path ?? (isSocket === true ? '/live' : '/')),
    headers: fields.map(([name, value]) => [name, fill(value)]),
  };
}

async function statusOf(given: Case): Promise<number> {
  const { status, socket } = await ask(server.port, requestOf(given));
  socket.destroy();
  return status;
}

const OURS = 'http://127.0.0.1:PORT';
const LISTED = 'kineko, kineko.token.TOKEN';
const post = { method: 'POST', path: '/api/order', headers: { 'Content-Length': '2' }, body: '{}' };

describe('refuses', () => {
  const cases: readonly (readonly [string, Case, number])[] = [
    // A foreign host name that resolves to this machine (DNS rebinding).
    ['a page by a foreign host name', { host: 'evil.example:PORT' }, 403],
    ['a page by a name without the port', { host: '127.0.0.1' }, 403],
    ['a page by the name of another port', { host: '127.0.0.1:1' }, 403],
    ['a page by a name that begins like ours', { host: '127.0.0.1.evil.example:PORT' }, 403],
    ['a page by a name that ends like ours', { host: 'evil.localhost:PORT' }, 403],
    ['a page by our name with a dot', { host: 'localhost.:PORT' }, 403],
    ['a page by an address that is not ours', { host: '192.0.2.7:PORT' }, 403],
    ['a page by another address of this machine', { host: '127.0.0.2:PORT' }, 403],
    ['a page by no address at all', { host: '0.0.0.0:PORT' }, 403],
    ['a page with a user part before our name', { host: 'evil.example@127.0.0.1:PORT' }, 403],
    ['a page by two names', { host: ['127.0.0.1:PORT', 'evil.example:PORT'] }, 403],
    ['a page by no name', { host: [] }, 400],
    ['a page by no name, in the old way', { host: [], version: '1.0' }, 403],
    ['data by a foreign host name', { path: '/api/x', host: 'evil.example:PORT', token: 'TOKEN' }, 403],
    ['a socket by a foreign host name', { isSocket: true, host: 'evil.example:PORT', protocols: LISTED }, 403],
    [
      'a socket by a foreign host name, from a page of that name',
      { isSocket: true, host: 'evil.example:PORT', origin: 'http://evil.example:PORT', protocols: LISTED },
      403,
    ],

    // From another site.
    ['a socket for another page', { isSocket: true, origin: 'http://evil.example', protocols: LISTED }, 403],
    ['a socket for a page without an origin', { isSocket: true, origin: 'null', protocols: LISTED }, 403],
    ['a socket for an empty origin', { isSocket: true, origin: '', protocols: LISTED }, 403],
    ['a socket for a page of another port', { isSocket: true, origin: 'http://127.0.0.1:1', protocols: LISTED }, 403],
    ['a socket for a page of any port', { isSocket: true, origin: 'http://127.0.0.1', protocols: LISTED }, 403],
    ['a socket for an encrypted page', { isSocket: true, origin: 'https://127.0.0.1:PORT', protocols: LISTED }, 403],
    [
      'a socket for our page by another of our names',
      { isSocket: true, origin: 'http://localhost:PORT', protocols: LISTED },
      403,
    ],
    [
      'a socket for a page that begins like ours',
      { isSocket: true, origin: `${OURS}.evil.example`, protocols: LISTED },
      403,
    ],
    ['a socket for a page with a path', { isSocket: true, origin: `${OURS}/`, protocols: LISTED }, 403],
    ['a socket for a page of any address', { isSocket: true, origin: 'http://192.0.2.7:PORT', protocols: LISTED }, 403],
    [
      'a socket for an extension of the browser',
      { isSocket: true, origin: 'chrome-extension://abc', protocols: LISTED },
      403,
    ],
    ['a socket for a file', { isSocket: true, origin: 'file://', protocols: LISTED }, 403],
    ['a socket for two pages', { isSocket: true, origin: [OURS, 'http://evil.example'], protocols: LISTED }, 403],
    ['data for another page', { path: '/api/x', origin: 'http://evil.example', token: 'TOKEN' }, 403],
    ['a command from another page', { ...post, origin: 'http://evil.example', token: 'TOKEN' }, 403],
    [
      'a question whether another page may ask',
      { method: 'OPTIONS', path: '/api/x', origin: 'http://evil.example' },
      405,
    ],
    [
      'a script of ours within another page',
      { path: '/assets/page-a1b2c3d4.js', headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' } },
      403,
    ],
    [
      'a script of ours within a page of another port',
      { path: '/assets/page-a1b2c3d4.js', headers: { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' } },
      403,
    ],
    [
      'a page of ours as a frame of another',
      { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' } },
      403,
    ],
    [
      'data that another page leads to',
      {
        path: '/api/x',
        token: 'TOKEN',
        headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
      },
      403,
    ],

    // Without the token.
    ['a socket without a token', { isSocket: true }, 401],
    ['a socket without a token for our own page', { isSocket: true, origin: OURS, protocols: 'kineko' }, 401],
    [
      'a socket with another token',
      { isSocket: true, origin: OURS, protocols: `kineko, kineko.token.${newToken()}` },
      401,
    ],
    [
      'a socket with half a token',
      { isSocket: true, origin: OURS, protocols: 'kineko, kineko.token.0123456789abcdef' },
      401,
    ],
    ['a socket with two tokens', { isSocket: true, protocols: `kineko.token.${newToken()}, kineko.token.TOKEN` }, 401],
    ['a socket with a token in its address', { isSocket: true, path: '/live?token=TOKEN' }, 401],
    ['a socket with a token in a cookie', { isSocket: true, headers: { Cookie: 'token=TOKEN' } }, 401],
    ['a socket with a token and more', { isSocket: true, token: 'TOKENTOKEN' }, 401],
    ['data without a token', { path: '/api/x' }, 401],
    ['data with another token', { path: '/api/x', token: newToken() }, 401],
    ['data with an empty token', { path: '/api/x', token: '' }, 401],
    ['data with a token for sockets', { path: '/api/x', protocols: LISTED }, 401],
    ['data with another kind of proof', { path: '/api/x', headers: { Authorization: 'Basic TOKEN' } }, 401],
    ['a command without a token', post, 401],
    ['data that is not there, without a token', { path: '/api/' }, 401],

    // Malformed requests.
    ['a page by a method that changes things', { method: 'POST', headers: { 'Content-Length': '0' } }, 405],
    ['a page by TRACE', { method: 'TRACE' }, 405],
    ['data by OPTIONS', { method: 'OPTIONS', path: '/api/x', token: 'TOKEN' }, 405],
    ['a socket by POST', { isSocket: true, method: 'POST', token: 'TOKEN' }, 405],
    ['a tunnel', { method: 'CONNECT', path: '127.0.0.1:PORT' }, 0],
    ['what is no method', { method: 'HACK' }, 400],
    ['a way up', { path: '/../../etc/passwd' }, 400],
    ['a way up in the middle', { path: '/assets/../../etc/passwd' }, 400],
    ['a way up in other letters', { path: '/%2e%2e/%2e%2e/etc/passwd' }, 400],
    ['a way up with other bars', { path: '/..%5c..%5cetc/passwd' }, 400],
    ['a way up with bars in other letters', { path: '/..%2f..%2fetc/passwd' }, 400],
    ['a way up in letters of letters', { path: '/%252e%252e/etc/passwd' }, 404],
    ['a way up past the data', { path: '/api/../index.html', token: 'TOKEN' }, 400],
    ['a name with a NUL', { path: '/index.html%00.js' }, 400],
    ['a name with half a letter', { path: '/%e0%a4%a' }, 400],
    ['another server', { path: '//evil.example/' }, 400],
    ['another server in full', { path: 'http://evil.example/' }, 400],
    ['our own server in full', { path: 'http://127.0.0.1:PORT/' }, 400],
    ['everything', { method: 'OPTIONS', path: '*' }, 400],
    ['what is not there', { path: '/package.json' }, 404],
    ['what every object has', { path: '/constructor' }, 404],
    ['a socket where there is none', { isSocket: true, path: '/other', token: 'TOKEN' }, 404],
    ['a socket where every object has something', { isSocket: true, path: '/__proto__', token: 'TOKEN' }, 404],
    [
      'a socket of another kind',
      { token: 'TOKEN', path: '/live', headers: { Connection: 'Upgrade', Upgrade: 'h2c' } },
      400,
    ],
  ];

  test.each(cases)('%s', async (_name, given, status) => {
    const before = served.length;
    expect(await statusOf(given)).toBe(status);
    expect(served).toHaveLength(before);
  });

  test('has at least 60 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
  });

  test('names the reason, repeats nothing of the request and allows no other origin', async () => {
    const { body, headers } = await ask(
      server.port,
      requestOf({ path: '/api/x?<script>', origin: 'http://evil.example' }),
    );
    expect(body).toBe('request from another site\n');
    expect(headers.get('connection')).toBe('close');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('serves', () => {
  const cases: readonly (readonly [string, Case, number])[] = [
    ['a page', {}, 200],
    ['a page by its file', { path: '/index.html' }, 200],
    ['a page as localhost', { host: 'localhost:PORT' }, 200],
    ['a page as LocalHost', { host: 'LocalHost:PORT' }, 200],
    ['a page as [::1]', { host: '[::1]:PORT' }, 200],
    [
      'a page for itself',
      { path: '/assets/page-a1b2c3d4.js', origin: OURS, headers: { 'Sec-Fetch-Site': 'same-origin' } },
      200,
    ],
    ['a page whose address was typed', { headers: { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' } }, 200],
    [
      'a page that a link leads to',
      { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' } },
      200,
    ],
    ['the head of a page', { method: 'HEAD' }, 200],
    ['data for our page', { path: '/api/x?y=1', origin: OURS, token: 'TOKEN' }, 200],
    ['data for a program', { path: '/api/x', token: 'TOKEN' }, 200],
    ['a command from our page', { ...post, origin: OURS, token: 'TOKEN' }, 200],
    ['a socket for our page', { isSocket: true, origin: OURS, protocols: LISTED }, 101],
    [
      'a socket for our page as localhost',
      { isSocket: true, host: 'localhost:PORT', origin: 'http://localhost:PORT', protocols: LISTED },
      101,
    ],
    ['a socket for a program', { isSocket: true, token: 'TOKEN' }, 101],
    ['a socket for a program that lists the token', { isSocket: true, protocols: LISTED }, 101],
    ['a socket with something behind its path', { isSocket: true, path: '/live?run=1', token: 'TOKEN' }, 101],
  ];

  test.each(cases)('%s', async (_name, given, status) => {
    expect(await statusOf(given)).toBe(status);
  });

  test('a socket without repeating the token among its protocols', async () => {
    const { headers, socket } = await ask(server.port, requestOf({ isSocket: true, protocols: LISTED }));
    socket.destroy();
    expect(headers.get('sec-websocket-protocol')).toBe('kineko');
  });

  test.each(['/', '/api/x'])('%s with security headers', async (path) => {
    const { headers } = await ask(server.port, requestOf({ path, token: 'TOKEN' }));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        `^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; .*connect-src 'self' ws://127.0.0.1:${server.port};.*frame-ancestors 'none'$`,
      ),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': path === '/' ? 'no-cache' : 'no-store',
    });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control') || name === 'set-cookie')).toEqual(
      [],
    );
  });
});
