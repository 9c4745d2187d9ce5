/** A run that is watched: by programs, by one that reads nothing, and by a page that sends commands. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BinaryReader, BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { ViewerHub } from '@kineko/server';
import { WebSocket } from 'ws';
import { showInViewer } from '../src/viewer-server.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { type Answer, REPOSITORY, Workspace } from './command-line.js';

const CONFIG = `${REPOSITORY}examples/random-movement/robotsim.config`;
/** At this speed the run would take six minutes: it is paused before its end. */
const SLOW = '0.2';
const workspace = new Workspace();

/** State that the page exposes to tests. */
declare const kineko: {
  readonly phase: { readonly value: string };
  readonly message: { readonly value: string };
  readonly frame: {
    readonly value: { readonly robots: readonly { readonly id: number; readonly x: number; readonly tag: string }[] };
  };
  readonly time: { readonly value: number };
  readonly isLive: { readonly value: boolean; subscribe(listener: (isLive: boolean) => void): void };
  readonly span: { readonly value: { readonly end: number } };
  readonly view: { readonly value: { readonly x: number; readonly y: number } };
  readonly live: { readonly value: { readonly isPaused: boolean; readonly speed: number; readonly holder: string } };
};

interface Watched {
  /** Address of the page. */
  readonly url: URL;
  readonly answer: Promise<Answer>;
}

/** Starts `kineko run --watch`; resolves when its page can be opened, and the awaited output was printed. */
async function watched(args: readonly string[], until = /watch it: /, signal?: AbortSignal): Promise<Watched> {
  let begin: (text: string) => void;
  const begun = new Promise<string>((resolve) => {
    begin = resolve;
  });
  let said = '';
  const onOutput = (text: string): void => {
    said += text;
    const [, url] = /watch it: (\S+)/.exec(said) ?? [];
    if (url !== undefined && until.test(said)) begin(url);
  };
  const options = { onOutput, ...(signal && { signal }) };
  const answer = workspace.kineko(['run', ...args, '--watch', '--no-open', '--port', '0'], options);
  const failed = answer.then(({ stderr }): string => {
    throw new Error(stderr);
  });
  const url = await Promise.race([begun, failed]);
  return { url: new URL(url), answer };
}

/** A program that watches. */
class Spectator {
  readonly socket: WebSocket;
  readonly chunks: Uint8Array[] = [];
  readonly said: { readonly [key: string]: unknown; readonly type: string }[] = [];
  private readonly waiting: (() => void)[] = [];

  constructor({ host, hash }: URL) {
    const token = new URLSearchParams(hash.slice(1)).get('token')!;
    this.socket = new WebSocket(`ws://${host}/live`, ['kineko', `kineko.token.${token}`]);
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.chunks.push(data);
      else this.said.push(JSON.parse(data.toString('utf8')) as Spectator['said'][number]);
      for (const look of this.waiting.splice(0)) look();
    });
    this.socket.on('error', () => {});
  }

  /** The first message of a kind, from an index on. */
  async hears(type: string, members: object = {}): Promise<Spectator['said'][number]> {
    for (;;) {
      const found = this.said.findLast(
        (each) =>
          each.type === type && Object.entries(members).every(([key, value]) => Object.is(each[key], value as unknown)),
      );
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }
}

/** The records of a trace as bytes, without the header. */
function recordsOf(chunks: readonly Uint8Array[]): { readonly count: number; readonly bytes: Uint8Array } {
  const reader = new BinaryReader('trace');
  const writer = new BinaryWriter();
  let count = 0;
  for (const chunk of chunks) {
    reader.feed(chunk);
    for (let record = reader.next(); record !== undefined; record = reader.next()) {
      writer.append(record);
      count++;
    }
  }
  return { count, bytes: writer.take() };
}

describe('a run that is watched', () => {
  test('has the same result whatever viewers send or do not read; the others receive all of it', async () => {
    const plain = await workspace.kineko(['run', CONFIG, '--json', '--out', 'plain', '--log', 'trace']);
    const { url, answer } = await watched([CONFIG, '--json', '--out', 'seen', '--log', 'trace', '--speed', SLOW]);
    const [first, second, stalled] = [new Spectator(url), new Spectator(url), new Spectator(url)];
    await stalled.hears('welcome', { control: true });
    stalled.socket.pause();
    await Promise.all([first.hears('live'), second.hears('live')]);
    first.say({ type: 'pause', id: 1 });
    await first.hears('answer', { id: 1, done: true });
    await first.hears('status', { paused: true });
    await second.hears('control', { holder: 'another' });
    second.say({ type: 'resume', id: 2 });
    expect(await second.hears('answer', { id: 2 })).toMatchObject({
      done: false,
      reason: 'another viewer is in control',
    });
    first.say({ type: 'step', events: 3, id: 3 });
    await first.hears('answer', { id: 3, done: true });
    first.say({ type: 'speed', factor: null, id: 4 });
    first.say({ type: 'resume', id: 5 });
    await Promise.all([first.hears('end'), second.hears('end')]);
    stalled.socket.terminate();
    const { code, stdout } = await answer;
    expect(code).toBe(0);
    const hashOf = (text: string): unknown => (JSON.parse(text) as { readonly hash: string }).hash;
    expect(hashOf(stdout)).toBe(hashOf(plain.stdout));
    const trace = recordsOf([workspace.bytes('seen/trace.bin')]);
    expect(trace.count).toBeGreaterThan(1000);
    for (const { chunks } of [first, second]) {
      const { count, bytes } = recordsOf(chunks);
      expect(count).toBe(trace.count);
      expect(Buffer.compare(bytes, trace.bytes)).toBe(0);
    }
  });
});

describe('a run with --watch', () => {
  test('waits for the first page, with a note', async () => {
    const { url, answer } = await watched([CONFIG, '--out', 'waited', '--wait', '3600'], /waiting for a page/);
    expect(existsSync(workspace.of('waited'))).toBe(false);
    await new Spectator(url).hears('end');
    const { code, stderr } = await answer;
    expect([code, stderr]).toEqual([0, expect.stringContaining('the run starts without one in 3600 s')]);
    expect(existsSync(workspace.of('waited/manifest.json'))).toBe(true);
  });

  test('starts without a page after some time', async () => {
    const { answer } = await watched([CONFIG, '--wait', '0.1']);
    const { code, stderr } = await answer;
    expect([code, stderr]).toEqual([0, expect.stringContaining('no page was opened: the run starts without one')]);
  });

  test('ends when it is interrupted while it waits', async () => {
    const ending = new AbortController();
    const { answer } = await watched([CONFIG, '--wait', '3600'], /waiting for a page/, ending.signal);
    ending.abort();
    expect((await answer).code).toBe(130);
  });

  test.each(['-1', 'soon', 'Infinity'])('rejects --wait %s', async (wait) => {
    const { code, stderr } = await workspace.kineko(['run', CONFIG, '--watch', '--no-open', '--wait', wait]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--wait: expected seconds from 0 to')]);
  });
});

describe('a page that watches', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('pauses the run, moves by arrows, resumes it, and replays it after the end', async () => {
    const { url, answer } = await watched([CONFIG, '--json', '--speed', SLOW]);
    const page = await browser.context.newPage();
    const spectator = new Spectator(url);
    try {
      await page.goto(url.href);
      await page.waitForFunction(() => kineko.phase.value === 'ready' && kineko.span.value.end > 0);
      expect(await page.getByRole('button', { name: /play|pause|resume|hold/i }).count()).toBe(1);
      expect(await page.getByRole('combobox', { name: /^speed/ }).count()).toBe(1);
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.waitForFunction(() => kineko.live.value.isPaused && kineko.live.value.holder === 'you');
      const held = await page.evaluate(() => kineko.span.value.end);
      await page.locator('#stage').focus();
      const before = await page.evaluate(() => kineko.view.value);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowUp');
      const after = await page.evaluate(() => kineko.view.value);
      expect([after.x > before.x, after.y > before.y]).toEqual([true, true]);
      expect(await page.evaluate(() => kineko.time.value)).toBe(held);
      const { events } = await spectator.hears('status', { paused: true });
      await page.keyboard.press('.');
      await spectator.hears('status', { events: (events as number) + 1 });
      await page.keyboard.press(',');
      expect(await page.evaluate(() => kineko.time.value)).toBeLessThan(
        await page.evaluate(() => kineko.span.value.end),
      );
      await page.locator('#pace').selectOption('50');
      await page.waitForFunction(() => kineko.live.value.speed === 50);
      await page.locator('#pace').selectOption('fastest');
      await page.waitForFunction(() => kineko.live.value.speed === Infinity);
      await page.locator('#stage').focus();
      await page.keyboard.press('Space');
      await page.waitForFunction(() => !kineko.isLive.value);
      expect((await answer).code).toBe(0);
      expect(await page.evaluate(() => kineko.message.value)).toContain('the run is over');
      expect(await page.evaluate(() => kineko.span.value.end)).toBeGreaterThan(held);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => kineko.time.value)).toBe(0);
      await page.keyboard.press('ArrowRight');
      expect(await page.evaluate(() => kineko.time.value)).toBeGreaterThan(0);
    } finally {
      await page.close();
    }
  });

  test('and is closed while the run is paused resumes it, with a note on the terminal', async () => {
    const { url, answer } = await watched([CONFIG, '--json', '--speed', SLOW]);
    const page = await browser.context.newPage();
    await page.goto(url.href);
    await page.waitForFunction(() => kineko.phase.value === 'ready' && kineko.span.value.end > 0);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => kineko.live.value.isPaused);
    await page.locator('#pace').selectOption('fastest');
    await page.waitForFunction(() => kineko.live.value.speed === Infinity);
    await page.close();
    const { code, stderr } = await answer;
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /the last page was closed and the run is paused at t = [\d.]+ s: it resumes in 3 s unless a page is opened\nthe run has resumed\n/,
    );
  });

  test('that connects late shows the current state, and what follows', async () => {
    const hub = new ViewerHub({ limits: { historyBytes: 1 << 14 } });
    const writer = new BinaryWriter();
    const write = (...records: readonly TraceRecord[]): void => {
      for (const record of records) writer.append(record);
      hub.sink.write(writer.take());
    };
    write({ type: 'robot', time: 0, robot: 3, radius: 2, x: 5, y: 6, heading: 0, tag: 'here' });
    for (let time = 1; time <= 2000; time++) write({ type: 'warning', time, text: 'on and on and on' });
    const { url, close } = await showInViewer({ kind: 'live', hub, name: 'long' }, { port: 0 });
    const page = await browser.context.newPage();
    try {
      await page.goto(url);
      await page.waitForFunction(() => kineko.phase.value === 'ready' && kineko.time.value === 2000);
      expect(await page.evaluate(() => kineko.frame.value.robots.map(({ id, x, tag }) => [id, x, tag]))).toEqual([
        [3, 5, 'here'],
      ]);
      write({ type: 'effect', time: 2001, robot: 3, effector: 'tag', request: { tag: 'there' } });
      await page.waitForFunction(() => kineko.frame.value.robots[0]?.tag === 'there');
      expect(await page.evaluate(() => kineko.isLive.value)).toBe(true);
      // A connection that closes right after many records: the run becomes a replay when they are read.
      const end = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            kineko.isLive.subscribe((isLive) => {
              if (!isLive) resolve(kineko.span.value.end);
            });
          }),
      );
      write(
        ...Array.from({ length: 20_000 }, (_, k): TraceRecord => ({ type: 'warning', time: 2002 + k, text: 'more' })),
      );
      await hub.allSent();
      await hub.close();
      expect(await end).toBe(22_001);
    } finally {
      await page.close();
      await hub.close();
      await close();
    }
  });
});
