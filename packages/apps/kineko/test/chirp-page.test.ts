/** The page of a served Chirp world in a real browser: continuing time, its speed, and worlds that are opened there. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser.js';
import { type Answer, Workspace } from './command-line.js';
import { colorAt, pictureFits } from './page-checks.js';

/** State that the page exposes to tests. */
declare const kineko: {
  readonly scene: { readonly value: { readonly robots: ReadonlyMap<number, unknown> } };
  readonly frame: { readonly value: { readonly robots: readonly { readonly id: number; readonly x: number }[] } };
  readonly span: { readonly value: { readonly end: number } };
  readonly title: { readonly value: string };
  readonly isLive: { readonly value: boolean };
  readonly live: { readonly value: { readonly speed: number; readonly isPaused: boolean } };
  readonly view: {
    readonly value: { x: number; y: number; pixelsPerMetre: number; width: number; height: number };
  };
};

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const chirp = (id: number, x: number, y = 0): object => ({ type: 'Chirp', id, position: { x, y }, angle: 0 });
const box = (type: string, x: number, y: number): object => ({
  type,
  position: { x, y },
  ...(type === 'PushableObject' && { density: 1 }),
  hulls: [
    [
      { x: -10, y: -10 },
      { x: 10, y: -10 },
      { x: 10, y: 10 },
      { x: -10, y: 10 },
    ],
  ],
});
const world = (...children: readonly object[]): string => JSON.stringify({ children });

interface Served {
  readonly page: Page;
  readonly workspace: Workspace;
  readonly said: () => string;
  /** Sends a controller's request and resolves to the reply. */
  ask(request: string): Promise<string>;
}

/** Serves `world.json` with its page open until `look` ends; returns the output. */
async function served(
  files: Readonly<Record<string, string>>,
  look: (served: Served) => Promise<void>,
  flags: readonly string[] = [],
): Promise<Answer> {
  const workspace = new Workspace(files);
  const end = new AbortController();
  let said = '';
  let tell: () => void;
  const ready = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const over = workspace.kineko(['serve', 'world.json', '--watch', '--no-open', '--port', '0', ...flags], {
    signal: end.signal,
    env: { PATH: process.env['PATH']! },
    onOutput: (text) => {
      said += text;
      if (/udp \S+:\d+/.test(said) && /watch it: /.test(said)) tell();
    },
  });
  await Promise.race([ready, over]);
  const page = await browser.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const port = Number(/udp \S+:(\d+)/.exec(said)?.[1]);
  try {
    await page.goto(/watch it: (\S+)/.exec(said)![1]!);
    await page.waitForFunction(() => kineko.scene.value.robots.size > 0);
    await look({ page, workspace, said: () => said, ask: (request) => ask(port, request) });
    expect(errors).toEqual([]);
  } finally {
    await page.close();
    end.abort();
  }
  return over;
}

async function ask(port: number, request: string): Promise<string> {
  const socket = createSocket('udp4');
  socket.send(request, port, '127.0.0.1');
  const [reply] = (await once(socket, 'message')) as [Uint8Array];
  socket.close();
  return new TextDecoder().decode(reply);
}

const robotIsAt = (page: Page, id: number, least: number): Promise<unknown> =>
  page.waitForFunction(
    ([wanted, from]) => kineko.frame.value.robots.some((robot) => robot.id === wanted && robot.x > from!),
    [id, least],
  );
/** The box for the speed of the view; that of the run where there are two. */
const speedBox = (page: Page) => page.locator('#pace, #run-speed').last();
const openFile = (page: Page, name: string, text: string): Promise<void> =>
  page.locator('#open').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

describe('the page of a served Chirp world', () => {
  test('shows moving robots between requests', () =>
    served({ 'world.json': world(chirp(0, 0)) }, async ({ page, ask: request }) => {
      expect(await request('0 setspeed 20 20')).toBe('ok');
      await robotIsAt(page, 0, 1);
      // The last event was the request: only the current time advances.
      const places = await page.evaluate(async () => {
        const seen = new Set<number>();
        while (seen.size < 15) {
          await new Promise(requestAnimationFrame);
          seen.add(kineko.frame.value.robots[0]!.x);
        }
        return [...seen];
      });
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }));

  test('controls the run by speed and pause', () =>
    served({ 'world.json': world(chirp(0, 0)) }, async ({ page, ask: request }) => {
      await speedBox(page).selectOption('20');
      await page.waitForFunction(() => kineko.live.value.speed === 20);
      expect(await request('0 setspeed 20 20')).toBe('ok');
      // At the speed of the wall clock this would take a minute.
      await robotIsAt(page, 0, 1200);
      await page.locator('.stage').first().press('Space');
      await page.waitForFunction(() => kineko.live.value.isPaused);
      const sensors = await request('0 getsensors');
      expect(sensors).toMatch(/^ok( \S+){8}$/);
      await page.locator('.stage').first().press('Space');
      await page.waitForFunction(() => !kineko.live.value.isPaused);
    }));

  test('shows pushable things in another colour than walls', () =>
    served({ 'world.json': world(chirp(0, 0), box('Wall', 60, 0), box('PushableObject', 0, 60)) }, async ({ page }) => {
      await pictureFits(page);
      const colors: unknown[] = [];
      for (const place of [
        { x: 60, y: 0 },
        { x: 0, y: 60 },
      ]) {
        const { x, y } = await page.evaluate((at) => {
          const { x: middleX, y: middleY, pixelsPerMetre, width, height } = kineko.view.value;
          return {
            x: width / 2 + (at.x - middleX) * pixelsPerMetre,
            y: height / 2 - (at.y - middleY) * pixelsPerMetre,
          };
        }, place);
        colors.push(await colorAt(page, '.stage', x, y));
      }
      expect(colors).toEqual([
        [0x5b, 0x64, 0x70],
        [0xb0, 0x71, 0x3a],
      ]);
    }));

  test('opens another world, on the same port, in every page; reports all problems of an invalid one', async () => {
    const { code, stdout } = await served(
      { 'world.json': world(chirp(0, 0)) },
      async ({ page, ask: request, said }) => {
        const other = await browser.context.newPage();
        await other.goto(page.url());
        await other.waitForFunction(() => kineko.scene.value.robots.size === 1);
        await page.bringToFront();
        await openFile(page, 'bad.json', '{"children": [{"type": "Chrip"}]}');
        await page.getByText('bad.json was not opened').waitFor();
        await page.getByText("$.children[0].type: unknown type 'Chrip'; did you mean 'Chirp'?").waitFor();
        expect(await request('0 getsensors')).toMatch(/^ok /);
        await openFile(page, 'three.json', world(chirp(5, 0), chirp(6, 20), chirp(7, 40)));
        for (const each of [page, other]) {
          await each.waitForFunction(
            () => kineko.scene.value.robots.size === 3 && kineko.isLive.value && kineko.title.value === 'three',
          );
        }
        expect(await request('0 getsensors')).toMatch(/^error/);
        expect(await request('7 setspeed 10 10')).toBe('ok');
        await robotIsAt(page, 7, 41);
        expect(said()).toContain('three: 3 robots on udp');
        await other.close();
      },
      ['--out', 'r', '--log', 'trace', '--seed', '4', '--json'],
    );
    expect(code).toBe(0);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(results).toMatchObject([
      { folder: 'r', stoppedBy: 'shutdown' },
      { folder: 'r-2', stoppedBy: 'shutdown' },
    ]);
  });

  test('starts no program and loads no code of a world that was opened there', async () => {
    const command = [process.execPath, '-e', "require('node:fs').writeFileSync('started', '')"];
    const opened = JSON.stringify({ children: [chirp(1, 0)], controllers: [{ robot: 1, command }] });
    const { stderr } = await served(
      {
        'world.json': world(chirp(0, 0)),
        'evil.ts': "import { writeFileSync } from 'node:fs'; writeFileSync('started', '');",
      },
      async ({ page, workspace }) => {
        await openFile(page, '../../\u001b[31mnamed.json', opened);
        await page.waitForFunction(() => kineko.title.value.endsWith('named'));
        // A file that is no Chirp world is not passed to another front end.
        const status = await page.evaluate(async () => {
          const token = new URLSearchParams(location.hash.slice(1)).get('token')!;
          const body = 'process.num: 1\nrobot.algorithm: ./evil.ts\nsimulation.time: 1\n';
          const headers = { authorization: `Bearer ${token}` };
          const answer = await fetch('/api/world?name=a.config', { method: 'POST', headers, body });
          const stranger = await fetch('/api/world?name=a.config', { method: 'POST', body });
          return [answer.status, stranger.status];
        });
        expect(status).toEqual([422, 401]);
        expect(existsSync(workspace.of('started'))).toBe(false);
      },
      ['--controllers'],
    );
    expect(stderr).toContain('names 1 controllers, which are not started: it was opened in the page');
    expect(stderr).not.toContain('\u001b[31m');
  });
});
