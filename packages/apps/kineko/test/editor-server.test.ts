/** The server of the world editor, with hostile clients, and the command that starts it. */
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { EditorNews } from '@kineko/editor';
import { WebSocket } from 'ws';
import { WORLD_FORMATS } from '../src/page/world-formats.js';
import { type Files, REPOSITORY, Workspace } from './command-line.js';
import { edited, type Edited, ROOM } from './editor-kit.js';

/** A client in place of the page. */
class Stranger {
  readonly socket: WebSocket;
  private readonly heard: EditorNews[] = [];
  private readonly waiting: (() => void)[] = [];

  constructor(url: string) {
    const { host, hash } = new URL(url);
    const token = new URLSearchParams(hash.slice(1)).get('token')!;
    this.socket = new WebSocket(`ws://${host}/editor`, ['kineko', `kineko.token.${token}`]);
    this.socket.on('message', (data: Buffer) => {
      this.heard.push(JSON.parse(data.toString('utf8')) as EditorNews);
      for (const look of this.waiting.splice(0)) look();
    });
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next message of a kind. */
  async hears<T extends EditorNews['type']>(type: T): Promise<EditorNews & { readonly type: T }> {
    for (;;) {
      const index = this.heard.findIndex((news) => news.type === type);
      if (index >= 0) return this.heard.splice(index, 1)[0] as EditorNews & { readonly type: T };
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }
}

async function spoken(
  files: Files,
  file: string,
  talk: (stranger: Stranger, edited: Edited) => Promise<void>,
  flags: readonly string[] = [],
): Promise<void> {
  const opened = await edited(files, [file, ...flags]);
  const stranger = new Stranger(opened.url);
  try {
    await talk(stranger, opened);
  } finally {
    stranger.socket.terminate();
    await opened.stop();
  }
}

describe('the server', () => {
  test('answers invalid requests with the reason, and changes nothing', () =>
    spoken({ 'room.yaml': ROOM }, 'room.yaml', async (stranger, { workspace, url }) => {
      const { document } = await stranger.hears('opened');
      for (const [message, why] of [
        ['{', 'expected JSON, got "{"'],
        ['[]', 'expected an object, got an empty list'],
        [{ type: 'format', id: 1 }, "type: unknown type 'format'; expected check, save, reload, resume, run or stop"],
        [{ type: 'stop' }, 'id: expected an integer from 0 on, got nothing'],
        [{ type: 'stop', id: 1, path: '/' }, "unknown key 'path'; expected type or id"],
        [
          { type: 'save', id: 1, document: { ...document, shapes: 7 } },
          'document.shapes: expected a list of at most 20000, got 7',
        ],
        [{ type: 'save', id: 1, document, name: 5 }, 'name: expected a string, got 5'],
        [
          { type: 'save', id: 1, document: { ...document, format: 'chirp' } },
          'document.format: expected robotsim, for robot simulations, got "chirp"',
        ],
      ] as const) {
        stranger.say(message);
        expect((await stranger.hears('failed')).text).toContain(why);
      }
      for (const name of ['../x.yaml', '/etc/x', '.hidden', 'a/b', 'a\\b', 'C:x', '', ' x', 'x\n', 'x'.repeat(300)]) {
        stranger.say({ type: 'save', id: 2, document, name });
        expect((await stranger.hears('failed')).text).toContain('expected a file name in the same folder');
      }
      expect(workspace.text('room.yaml')).toBe(ROOM);
      const { origin, hash } = new URL(url);
      const headers = { authorization: `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}` };
      for (const name of ['room.yaml', '../room.yaml', '/etc/passwd']) {
        const answer = await fetch(`${origin}/api/picture?name=${encodeURIComponent(name)}`, { headers });
        expect(answer.status).toBe(404);
      }
      expect((await fetch(`${origin}/api/picture?name=x`)).status).toBe(401);
    }));

  test('serves the pictures of a world, and no other file', () =>
    spoken(
      {
        'scenario.xml': '<simulation cycles="1" logfile="a" bitmap="map.png"/>',
        'map.png': readFileSync(`${REPOSITORY}examples/deeco/maps/map01.png`),
      },
      'scenario.xml',
      async (stranger, { url, workspace }) => {
        expect((await stranger.hears('opened')).pictures).toEqual(['map.png']);
        const { origin, hash } = new URL(url);
        const headers = { authorization: `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}` };
        const answer = await fetch(`${origin}/api/picture?name=map.png`, { headers });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
        expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(workspace.bytes('map.png')));
      },
    ));

  test('does not overwrite a file that is gone, or another file', () =>
    spoken({ 'room.yaml': ROOM, 'theirs.yaml': 'theirs' }, 'room.yaml', async (stranger, { workspace }) => {
      const { document } = await stranger.hears('opened');
      stranger.say({ type: 'save', id: 1, document, name: 'theirs.yaml' });
      expect((await stranger.hears('conflict')).text).toBe('theirs.yaml exists already');
      expect(workspace.text('theirs.yaml')).toBe('theirs');
      rmSync(workspace.of('room.yaml'));
      stranger.say({ type: 'save', id: 2, document });
      expect((await stranger.hears('conflict')).text).toContain('room.yaml has been removed or renamed');
      stranger.say({ type: 'save', id: 3, document, isForced: true });
      expect((await stranger.hears('saved')).name).toBe('room.yaml');
      expect(workspace.text('room.yaml')).toBe(ROOM);
    }));

  test('continues a page after a break, and rejects unknown openings', () =>
    spoken({ 'room.yaml': ROOM }, 'room.yaml', async (stranger, { workspace, url }) => {
      const { document, opening } = await stranger.hears('opened');
      stranger.say({ type: 'save', id: 1, document, name: 'copy.yaml' });
      await stranger.hears('saved');
      stranger.socket.terminate();
      const again = new Stranger(url);
      await again.hears('opened');
      again.say({ type: 'resume', id: 2, opening: opening + 7 });
      expect((await again.hears('failed')).text).toContain('no longer known');
      again.say({ type: 'resume', id: 3, opening });
      await again.hears('resumed');
      const [robot, ...others] = document.shapes;
      again.say({ type: 'save', id: 4, document: { ...document, shapes: [{ ...robot, x: 110 }, ...others] } });
      expect((await again.hears('saved')).name).toBe('copy.yaml');
      again.socket.terminate();
      expect(workspace.text('copy.yaml')).toBe(ROOM.replace('[100, 200]', '[110, 200]'));
      expect(workspace.text('room.yaml')).toBe(ROOM);
    }));

  test('saves through links, keeps permissions, and does not overwrite read-only files', () =>
    spoken({ 'real/room.yaml': ROOM, 'other.yaml': 'theirs' }, 'real/room.yaml', async (stranger, { workspace }) => {
      const { document } = await stranger.hears('opened');
      const [real, link] = [workspace.of('real/room.yaml'), workspace.of('real/link.yaml')];
      chmodSync(workspace.of('other.yaml'), 0o600);
      symlinkSync('../other.yaml', link);
      stranger.say({ type: 'save', id: 1, document, name: 'link.yaml', isForced: true });
      await stranger.hears('saved');
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect([workspace.text('other.yaml'), statSync(link).mode & 0o777]).toEqual([ROOM, 0o600]);
      chmodSync(real, 0o444);
      stranger.say({ type: 'save', id: 2, document, name: 'room.yaml', isForced: true });
      expect((await stranger.hears('failed')).text).toBe('room.yaml is read-only');
      expect(readdirSync(workspace.of('real')).toSorted()).toEqual(['link.yaml', 'room.yaml']);
    }));

  test.each([
    ['world.json', WORLD_FORMATS.chirp.fresh, /1 robot on udp/],
    ['model.xml', WORLD_FORMATS.crsim.fresh, /waiting for r1/],
    ['scenario.xml', WORLD_FORMATS.deeco.fresh, undefined],
  ])('runs %s until it is stopped', (file, text, said) =>
    spoken({ [file]: text }, file, async (stranger) => {
      const { document } = await stranger.hears('opened');
      stranger.say({ type: 'run', id: 1, document, hasControllers: false });
      const { url } = await stranger.hears('running');
      expect((await fetch(url)).status).toBe(200);
      for (let line = ''; said !== undefined && !said.test(line);) line = (await stranger.hears('told')).text;
      stranger.say({ type: 'stop', id: 2 });
      expect(await stranger.hears('stopped')).toEqual({ type: 'stopped', id: 2 });
      expect((await stranger.hears('ended')).isBad).toBe(false);
    }),
  );

  describe('controllers', () => {
    /** Leaves a file when it is started. */
    const command = JSON.stringify([process.execPath, '-e', "require('node:fs').writeFileSync('started', '')", '0']);
    const world = (controller: string): string =>
      `{"children": [{"type": "Chirp", "id": 0, "position": {"x": 0, "y": 0}, "angle": 0}],
        "controllers": [{"robot": 0, "command": ${controller}}]}`;
    const isStarted = (workspace: Workspace): boolean => existsSync(workspace.of('started'));

    test('are not started without --controllers, whatever a client requests', () =>
      spoken({ 'world.json': world(command) }, 'world.json', async (stranger, { workspace }) => {
        const { document, controllers } = await stranger.hears('opened');
        expect(controllers).toBe(false);
        stranger.say({ type: 'run', id: 1, document, hasControllers: true });
        expect(await stranger.hears('failed')).toEqual({
          type: 'failed',
          id: 1,
          text: 'to start controllers, start the editor with --controllers',
        });
        stranger.say({ type: 'run', id: 2, document, hasControllers: false });
        await stranger.hears('running');
        stranger.say({ type: 'stop', id: 3 });
        await stranger.hears('ended');
        expect(isStarted(workspace)).toBe(false);
      }));

    test('are started with --controllers, if a client requests it', () =>
      spoken(
        { 'world.json': world(command) },
        'world.json',
        async (stranger, { workspace }) => {
          const { document, controllers } = await stranger.hears('opened');
          expect(controllers).toBe(true);
          stranger.say({ type: 'run', id: 1, document, hasControllers: true });
          await stranger.hears('running');
          // The run reports that the program has ended.
          for (let line = ''; !/controller/.test(line);) line = (await stranger.hears('told')).text;
          while (!isStarted(workspace)) await new Promise((resolve) => void setTimeout(resolve, 10));
        },
        ['--controllers'],
      ));

    test.each(['0.0.0.0', '[::]', '192.0.2.7', 'lab.example.org'])(
      'cannot be allowed together with %s',
      async (host) => {
        const workspace = new Workspace({ 'world.json': world(command) });
        const env = { KINEKO_TOKEN: '0123456789abcdef0123456789abcdef' };
        const args = ['edit', 'world.json', '--no-open', '--port', '0', '--controllers', '--host', host];
        const { code, stderr } = await workspace.kineko(args, { env });
        expect([code, stderr]).toEqual([
          2,
          expect.stringContaining(`--controllers with --host ${host}: anyone with the token`),
        ]);
      },
    );

    test.each(['localhost', '127.0.0.1'])('may be allowed together with %s', (host) =>
      spoken(
        { 'world.json': world(command) },
        'world.json',
        async (stranger) => expect((await stranger.hears('opened')).controllers).toBe(true),
        ['--controllers', '--host', host],
      ),
    );
  });

  test('saves worlds, and no file from which a program would be loaded', () =>
    spoken({ 'room.yaml': ROOM }, 'room.yaml', async (stranger, { workspace }) => {
      const { document } = await stranger.hears('opened');
      for (const name of ['room.ts', 'room.js', 'room.mjs', 'room', 'room.yaml.sh', 'Makefile']) {
        stranger.say({ type: 'save', id: 1, document, name });
        expect((await stranger.hears('failed')).text).toBe(
          `"${name}": expected a file name that ends in .config or .yaml or .yml`,
        );
      }
      stranger.say({ type: 'save', id: 2, document, name: 'room.config' });
      await stranger.hears('saved');
      const saved = readdirSync(workspace.path).filter((name) => /room|make/i.test(name));
      expect(saved.toSorted()).toEqual(['room.config', 'room.yaml']);
    }));

  test('reports why a world cannot be run', () =>
    spoken({ 'room.yaml': ROOM.replace('[100, 200]', '[330, 310]') }, 'room.yaml', async (stranger) => {
      const { document } = await stranger.hears('opened');
      stranger.say({ type: 'run', id: 1, document, hasControllers: false });
      expect((await stranger.hears('told')).text).toContain('robot 0 at (330, 310) with radius 5 overlaps');
      expect(await stranger.hears('failed')).toEqual({ type: 'failed', id: 1, text: 'the run failed to start' });
      expect((await stranger.hears('ended')).isBad).toBe(true);
    }));
});

describe('the command', () => {
  test.each(Object.values(WORLD_FORMATS))('creates a valid world of $name', async ({ name, endings }) => {
    const file = `new${endings[0]}`;
    const { workspace, stop } = await edited({}, ['--new', name, file]);
    await stop();
    const { code, stdout } = await workspace.kineko(['validate', file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(': ok')]);
    const again = await workspace.kineko(['edit', '--new', name, file]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already exists; open it without --new')]);
  });

  test.each([
    ['nothing.json', 'no such file; to create it: kineko edit --new chirp '],
    ['nothing.xml', 'no such file; to create it: kineko edit --new crsim|deeco '],
    ['nothing.config', 'no such file; to create it: kineko edit --new robotsim '],
    ['text.txt', 'unrecognized file format; supported: Chirp worlds,'],
    ['latin.json', 'latin.json is not UTF-8; convert it first'],
    ['broken.xml', 'cannot be edited: not well-formed XML (see kineko validate)'],
  ])('rejects %s with the reason', async (file, why) => {
    const workspace = new Workspace({
      'text.txt': 'hello',
      'broken.xml': '<environment width="1"><a></environment>',
      'latin.json': Uint8Array.from(Buffer.from('{"children": [{"type": "\u00e9"}]}', 'latin1')),
    });
    const { code, stderr } = await workspace.kineko(['edit', file, '--no-open']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });
});
