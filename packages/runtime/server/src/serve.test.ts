import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { WebSocket } from 'ws';
import { ask } from '../test/raw-request.js';
import { exposureOf } from './exposure.js';
import { FIRST_PORT, listenOn } from './listening.js';
import type { SocketService } from './peer.js';
import { type RunningServer, type ServeOptions, startServer } from './serve.js';
import { newToken } from './token.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function start(options: ServeOptions = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, ...options });
  open.push(server);
  return server;
}

function fetchFrom(server: RunningServer, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${server.token}`, ...(init.headers as Record<string, string>) };
  return fetch(`http://127.0.0.1:${server.port}${path}`, { ...init, headers, redirect: 'manual' });
}

const echo: SocketService = (peer) => ({ message: (data) => peer.send(data), closed: () => {} });

function socketTo({ port, token }: RunningServer, path = '/echo'): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${port}${path}`, ['kineko', `kineko.token.${token}`]);
}

describe('the address', () => {
  test('has the token in its fragment, which browsers do not send', async () => {
    const server = await start();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/#token=${server.token}`);
    expect(server.token).toMatch(/^[0-9a-f]{32}$/);
    expect(server.warnings).toEqual([]);
    expect((await start()).token).not.toBe(server.token);
  });

  test('is loopback, IPv4 and IPv6', async () => {
    const { servers, port } = await listenOn({ ...exposureOf({}), port: 0, make: () => createServer() });
    open.push(...servers);
    const addresses = servers.map((server) => server.address() as { address: string; port: number });
    expect(addresses[0]).toMatchObject({ address: '127.0.0.1', port });
    // A machine may have no IPv6.
    for (const other of addresses.slice(1)) expect(other).toMatchObject({ address: '::1', port });
  });

  test('is refused if another program uses the port', async () => {
    const { port } = await start();
    const again = startServer({ port });
    await expect(again).rejects.toThrow(InputError);
    await expect(again).rejects.toThrow(
      `cannot listen on port ${port} of 127.0.0.1: another program uses it; choose another port, or 0 for any free one`,
    );
  });

  test('is refused if another program uses the port of one of two addresses', async () => {
    const { port } = await start({ listen: '127.0.0.1' });
    await expect(listenOn({ addresses: ['127.0.0.2', '127.0.0.1'], port, make: () => createServer() })).rejects.toThrow(
      /^cannot listen on port \d+ of 127\.0\.0\.[12]: /,
    );
  });

  test('has the next free port by default', async () => {
    const first = await start({ port: undefined });
    const second = await start({ port: undefined });
    expect(first.port).toBeGreaterThanOrEqual(FIRST_PORT);
    expect(second.port).not.toBe(first.port);
  });

  test.each([
    [{ port: 65536 }, 'port: expected an integer from 0 (any free port) to 65535, got 65536'],
    [{ port: 1.5 }, 'port: expected an integer from 0 (any free port) to 65535, got 1.5'],
    [{ listen: '0.0.0.0' }, 'listening on 0.0.0.0, which other machines may reach, needs a token'],
    [{ listen: '192.0.2.1' }, 'needs a token'],
    [{ listen: '::' }, 'needs a token'],
    [{ listen: 'example.org' }, 'needs a token'],
    [{ token: 'secret' }, 'token: expected 32 hexadecimal digits (0-9, a-f), got 6 characters'],
    [
      { listen: '192.0.2.1', token: '0123456789abcdef0123456789abcdef' },
      'cannot listen on port 0 of 192.0.2.1: this machine does not have that address',
    ],
  ])('rejects %j', async (options, message) => {
    await expect(startServer({ port: 0, ...options })).rejects.toThrow(InputError);
    await expect(startServer({ port: 0, ...options })).rejects.toThrow(message);
  });

  test('other than loopback accepts exactly its own names, and warns', () => {
    const token = newToken();
    const exposure = exposureOf({ listen: '192.0.2.7', token, hosts: ['Lab.example.org'] });
    expect([token, newToken(), ''].map(exposure.isToken)).toEqual([true, false, false]);
    expect(exposure).toEqual({
      addresses: ['192.0.2.7'],
      hosts: ['192.0.2.7', '127.0.0.1', '[::1]', 'localhost', 'lab.example.org'],
      warnings: [
        'listening on 192.0.2.7: other machines can reach it; everyone with the token can watch and control it, and traffic is not encrypted',
      ],
      token,
      isToken: exposure.isToken,
    });
    const { addresses, hosts, warnings } = exposureOf({ listen: '[::]', token });
    expect(addresses).toEqual(['::']);
    expect(hosts).toContain('127.0.0.1');
    expect(hosts).not.toContain('[::]');
    expect(warnings).toHaveLength(1);
    expect(exposureOf({ listen: '127.0.0.1' })).toMatchObject({ addresses: ['127.0.0.1'], warnings: [] });
    expect(exposureOf({ listen: 'localhost' })).toEqual({
      ...exposureOf({}),
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      isToken: expect.any(Function),
    });
  });

  test('uses the given token', async () => {
    const token = newToken();
    expect((await start({ token, listen: '127.0.0.1' })).token).toBe(token);
  });
});

describe('pages', () => {
  const files = {
    'index.html': '<!doctype html><title>Kineko</title>',
    'assets/viewer-Ab3_x9Qz.js': 'export {};',
    'assets/viewer-Ab3_x9Qz.css': 'body{}',
    'assets/hash.wasm': Uint8Array.of(0, 97, 115, 109),
    'assets/robot.svg': '<svg/>',
    'assets/robot.png': Uint8Array.of(137, 80, 78, 71),
    'assets/strange.qqq': 'x',
    'panel/index.html': 'panel',
    '.secret': 'x',
    '.git/config': 'x',
  };

  test('come from a folder, with their types, as read at the start', async () => {
    const folder = temporaryFolder(files);
    const outside = temporaryFolder({ 'outside.txt': 'outside' });
    symlinkSync(join(outside, 'outside.txt'), join(folder, 'link.txt'));
    symlinkSync(outside, join(folder, 'linked'));
    mkdirSync(join(folder, 'empty'));
    const server = await start({ pages: folder });
    writeFileSync(join(folder, 'index.html'), 'changed');
    const answers: Record<string, unknown> = {};
    const texts: Record<string, string> = {};
    for (const path of [...Object.keys(files), '', 'panel/', 'panel', 'link.txt', 'linked/outside.txt', 'empty']) {
      const answer = await fetchFrom(server, `/${path}`);
      answers[path] = [answer.status, answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')];
      texts[path] = await answer.text();
    }
    expect(texts['']).toBe(files['index.html']);
    const nothing = [404, 'text/plain; charset=UTF-8', 'no-store'];
    expect(answers).toEqual({
      'index.html': [200, 'text/html; charset=utf-8', 'no-cache'],
      '': [200, 'text/html; charset=utf-8', 'no-cache'],
      'assets/viewer-Ab3_x9Qz.js': [200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
      'assets/viewer-Ab3_x9Qz.css': [200, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
      'assets/hash.wasm': [200, 'application/wasm', 'no-cache'],
      'assets/robot.svg': [200, 'image/svg+xml; charset=utf-8', 'no-cache'],
      'assets/robot.png': [200, 'image/png', 'no-cache'],
      'assets/strange.qqq': [200, 'application/octet-stream', 'no-cache'],
      'panel/index.html': [200, 'text/html; charset=utf-8', 'no-cache'],
      'panel/': [200, 'text/html; charset=utf-8', 'no-cache'],
      panel: [308, null, 'no-store'],
      '.secret': nothing,
      '.git/config': nothing,
      'link.txt': nothing,
      'linked/outside.txt': nothing,
      empty: nothing,
    });
  });

  test('are not sent again if the ETag matches', async () => {
    const server = await start({ pages: [{ path: '/index.html', body: 'hello' }] });
    const first = await fetchFrom(server, '/');
    expect(await first.text()).toBe('hello');
    const again = await fetchFrom(server, '/', { headers: { 'If-None-Match': first.headers.get('ETag')! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('of a missing folder are an error that names it', async () => {
    const folder = join(temporaryFolder(), 'nowhere');
    await expect(startServer({ port: 0, pages: folder })).rejects.toThrow(`${folder}: cannot read the pages: `);
  });
});

describe('routes', () => {
  test('get requests below /api/ unchanged', async () => {
    const server = await start({
      routes: {
        fetch: async (request) =>
          Response.json({ url: request.url, method: request.method, body: await request.text() }),
      },
    });
    const answer = await fetchFrom(server, '/api/a%20b?c=1', { method: 'POST', body: 'hello' });
    expect(await answer.json()).toEqual({
      url: `http://127.0.0.1:${server.port}/api/a%20b?c=1`,
      method: 'POST',
      body: 'hello',
    });
  });

  test('that fail are answered with 500, counted and reported; the server continues', async () => {
    const failures: unknown[] = [];
    const server = await start({
      routes: {
        fetch: () => {
          throw new Error('secret');
        },
      },
      onFailure: (error) => failures.push(error),
    });
    const answer = await fetchFrom(server, '/api/x');
    expect([answer.status, await answer.text()]).toEqual([500, 'internal error\n']);
    expect(server.counts.failures).toBe(1);
    expect(failures).toEqual([new Error('secret')]);
    expect((await fetchFrom(server, '/')).status).toBe(404);
  });

  test('are optional', async () => {
    const server = await start();
    expect((await fetchFrom(server, '/api/x')).status).toBe(404);
  });
});

describe('sockets', () => {
  test('carry texts and bytes unchanged', async () => {
    const kinds: string[] = [];
    const service: SocketService = (peer) => ({
      message: (data) => {
        kinds.push(typeof data);
        peer.send(data);
      },
      closed: () => kinds.push('closed'),
    });
    const socket = socketTo(await start({ sockets: { '/echo': service } }));
    await once(socket, 'open');
    expect(socket.protocol).toBe('kineko');
    expect(socket.extensions).toBe('');
    socket.send('hällo');
    const [text, isBinary] = (await once(socket, 'message')) as [Buffer, boolean];
    expect([text.toString(), isBinary]).toEqual(['hällo', false]);
    socket.send(Uint8Array.of(1, 2, 3));
    const [bytes, isBytes] = (await once(socket, 'message')) as [Buffer, boolean];
    expect([[...bytes], isBytes]).toEqual([[1, 2, 3], true]);
    socket.close();
    await once(socket, 'close');
    expect(kinds.slice(0, 2)).toEqual(['string', 'object']);
  });

  test('count errors of a service and stay open', async () => {
    const service: SocketService = (peer) => ({
      message: (data) => {
        if (data === 'bad') throw new Error('no');
        peer.send('good');
      },
      closed: () => {},
    });
    const server = await start({ sockets: { '/echo': service } });
    const socket = socketTo(server);
    await once(socket, 'open');
    socket.send('bad');
    socket.send('bad');
    socket.send('well');
    await once(socket, 'message');
    expect(server.counts.badMessages).toBe(2);
    socket.terminate();
  });

  test('are closed if the service fails at once; others stay', async () => {
    let isFirst = true;
    const service: SocketService = (peer) => {
      if (isFirst) {
        isFirst = false;
        throw new Error('no');
      }
      return echo(peer);
    };
    const server = await start({ sockets: { '/echo': service } });
    const [code] = (await once(socketTo(server), 'close')) as [number];
    expect(code).toBe(1011);
    const second = socketTo(server);
    await once(second, 'open');
    second.send('x');
    await once(second, 'message');
    expect(server.counts.failures).toBe(1);
    second.terminate();
  });
});

describe('closing', () => {
  test('closes sockets, drops idle connections and frees the port', async () => {
    const server = await start({ sockets: { '/echo': echo }, pages: [{ path: '/index.html', body: 'x' }] });
    const socket = socketTo(server);
    await once(socket, 'open');
    const goodbye = once(socket, 'close');
    // A connection that is kept alive without a request.
    const kept = connect(server.port, '127.0.0.1');
    kept.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    await once(kept, 'data');
    await Promise.all([server.close(), server.close()]);
    const [code, reason] = (await goodbye) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1001, 'the server ends']);
    const { servers } = await listenOn({ addresses: ['127.0.0.1'], port: server.port, make: () => createServer() });
    open.push(...servers);
    kept.destroy();
  });

  test('does not wait for clients that do not answer', async () => {
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await start({
      sockets: { '/echo': echo },
      routes: {
        fetch: () => {
          asked();
          return new Promise(() => {});
        },
      },
      limits: { closeMs: 20 },
    });
    const headers = [
      ['Host', `127.0.0.1:${server.port}`],
      ['Authorization', `Bearer ${server.token}`],
    ] as const;
    const upgrade = [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
    ] as const;
    const key = ['Sec-WebSocket-Key', 'AAECAwQFBgcICQoLDA0ODw=='] as const;
    const { socket } = await ask(server.port, { path: '/echo', headers: [...headers, ...upgrade, key] });
    socket.pause();
    // A response that never comes.
    const waiting = get({ port: server.port, path: '/api/x', headers: Object.fromEntries(headers) });
    const isCut = once(waiting, 'error');
    await isAsked;
    await server.close();
    await expect(isCut).resolves.toBeDefined();
    socket.destroy();
  });

  test('refuses new connections', async () => {
    const server = await start();
    const late = connect(server.port, '127.0.0.1');
    await once(late, 'connect');
    const closed = server.close();
    late.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    late.on('error', () => {}).resume();
    await Promise.all([once(late, 'close'), closed]);
    expect(late.destroyed).toBe(true);
  });
});
