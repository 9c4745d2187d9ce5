/**
 * The viewer in a browser without a display: frames per second of crowds, cost of a frame in its own code,
 * time to open a log of two million lines, and memory. Wall time, with graphics in
 * software: with a graphics processor, frames are bound by the code alone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Alternative, Comparison, Target } from '@kineko/tools/bench/comparison';
import { LINES_A_ROUND, longNekoLog, longTrace } from '@kineko/tools/shared/long-log';
import type { CDPSession, Page } from 'playwright-core';
import { startBrowser } from '../test/browser.js';

// This file is built to build/packages/apps/kineko/bench.
const KINEKO = fileURLToPath(import.meta.resolve('../../../../../packages/apps/kineko/bin/kineko.js'));

const SIZES = [1e3, 1e4, 1e5];
const LOG = { robots: 100, rounds: 2860 };
const LINES = LOG.robots * LOG.rounds * LINES_A_ROUND;
const MINUTES = 5 * 60_000;
/** Seconds for which frames are counted. */
const SECONDS = 4;
/** Frames whose cost is measured. */
const FRAMES = 40;

type By = 'auto' | 'pixels' | 'paths' | 'gl';

/** State that the page exposes. */
declare const kineko: {
  readonly phase: { readonly value: string };
  readonly scene: { readonly value: { readonly isEmpty: boolean; readonly bytes: number } };
  readonly version: { readonly value: number };
  readonly time: { value: number };
  readonly pace: { value: number };
  readonly robotsBy: { value: By };
  goTo(t: number): void;
  togglePlaying(): void;
};
/** Declared by the page; this file is compiled for Node. */
declare const requestAnimationFrame: (next: () => void) => void;
declare const document: {
  readonly body: { innerHTML: string };
  getElementById(id: string): {
    readonly width: number;
    readonly height: number;
    getContext(kind: '2d'): { fillStyle: string; fillRect(...box: number[]): void };
  };
};
declare const CanvasRenderingContext2D: { readonly prototype: { drawImage: (...args: unknown[]) => void } };

const WAYS: readonly (readonly [string, By])[] = [
  ['as the page chooses', 'auto'],
  ['pixel by pixel', 'pixels'],
  ['by paths', 'paths'],
  ['by WebGL, made by software', 'gl'],
];
/** The upper bound on this machine, at this moment. */
const EMPTY = ['an empty canvas of the same size', 'empty'] as const;

const SMOOTH: Target = {
  figure: 'viewer in headless Chromium, 10,000 robots',
  compares: 'at least',
  must: 45,
  aim: 60,
};

export const comparisons: Comparison[] = [
  ...SIZES.map((n): Comparison => ({
    name: 'viewer: frames of playing',
    n,
    unit: 'frames/s',
    needsIdleMachine: true,
    alternatives: alternatives(
      [...WAYS, EMPTY],
      (by) => withPage(crowdFile(n), (page) => (by === 'empty' ? emptyFrames(page) : framesPerSecond(page, by))),
      n === 1e4 ? SMOOTH : undefined,
    ),
  })),
  ...SIZES.map((n): Comparison => ({
    name: "viewer: a frame's own code, median",
    n,
    unit: 'ms',
    needsIdleMachine: true,
    alternatives: alternatives(WAYS, (by) => withPage(crowdFile(n), (page) => ownMilliseconds(page, by))),
  })),
  {
    name: 'viewer: opening a Neko log, lines',
    n: LINES,
    unit: 's',
    needsIdleMachine: true,
    alternatives: alternatives(
      [
        ['to the first picture', 'first'],
        ['until all is read', 'all'],
      ],
      (when) => withPage(logFile(), async (_page, times) => times[when], when === 'all'),
    ),
  },
  {
    name: 'viewer: memory of a Neko log, lines',
    n: LINES,
    unit: 'bytes/line',
    alternatives: alternatives(
      [
        ['tables of the scene', 'scene'],
        ['heap of the page', 'page'],
        ['all of the process, with the worker', 'process'],
      ],
      (what) => withPage(logFile(), async (page) => (await memoryOf(page, what)) / LINES),
    ),
  },
];

function alternatives<const T extends string>(
  ways: readonly (readonly [string, T])[],
  figure: (way: T) => Promise<number>,
  target?: Target,
): [Alternative, ...Alternative[]] {
  return ways.map(([name, way], index) => ({
    name,
    setUp: () => () => figure(way),
    ...(index === 0 && target !== undefined && { target }),
  })) as [Alternative, ...Alternative[]];
}

const crowdFile = (robots: number): string =>
  madeOnce(`kineko-crowd-${robots}.bin`, () => longTrace({ robots, rounds: 3 }));
const logFile = (): string => madeOnce(`kineko-lines-${LINES}.log`, () => longNekoLog(LOG));

/** Large files are created once and kept. */
function madeOnce(name: string, pieces: () => Iterable<Uint8Array>): string {
  const path = join(tmpdir(), name);
  if (existsSync(path)) return path;
  const unfinished = `${path}.${process.pid}`;
  const file = openSync(unfinished, 'w');
  for (const piece of pieces()) writeSync(file, piece);
  closeSync(file);
  renameSync(unfinished, path);
  return path;
}

interface Times {
  /** Seconds. */
  readonly first: number;
  readonly all: number;
}

/** Shows a file as a user would, and measures the page. */
async function withPage(
  path: string,
  find: (page: Page, times: Times) => Promise<number>,
  waits = true,
): Promise<number> {
  const viewer = spawn(process.execPath, [KINEKO, 'view', path, '--no-open'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const browser = await startBrowser();
  try {
    const url = await firstLine(viewer);
    const page = await browser.context.newPage();
    const began = performance.now();
    const since = (): number => (performance.now() - began) / 1000;
    await page.goto(url);
    await page.waitForFunction(() => !kineko.scene.value.isEmpty && kineko.version.value > 1);
    const first = since();
    if (waits) await page.waitForFunction(() => kineko.phase.value === 'ready', undefined, { timeout: MINUTES });
    return await find(page, { first, all: since() });
  } finally {
    await browser.close();
    viewer.kill();
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) return line;
  throw new Error('kineko view has ended without an address');
}

function framesPerSecond(page: Page, by: By): Promise<number> {
  return page.evaluate(
    async ({ way, seconds }) => {
      kineko.robotsBy.value = way;
      kineko.goTo(2);
      kineko.pace.value = 0.25;
      kineko.togglePlaying();
      const next = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let k = 0; k < 5; k++) await next();
      const began = performance.now();
      let frames = 0;
      for (; performance.now() - began < 1000 * seconds; frames++) await next();
      return frames / ((performance.now() - began) / 1000);
    },
    { way: by, seconds: SECONDS },
  );
}

/** Frames per second of a page with a canvas as large as the picture, which is cleared for each frame. */
async function emptyFrames(page: Page): Promise<number> {
  return page.evaluate(async (seconds) => {
    const { width, height } = document.getElementById('stage');
    document.body.innerHTML = `<canvas id="empty" width="${width}" height="${height}"></canvas>`;
    const context = document.getElementById('empty').getContext('2d');
    const next = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(resolve));
    const began = performance.now();
    let frames = 0;
    for (; performance.now() - began < 1000 * seconds; frames++) {
      context.fillStyle = frames % 2 === 0 ? '#fff' : '#eee';
      context.fillRect(0, 0, width, height);
      await next();
    }
    return frames / ((performance.now() - began) / 1000);
  }, SECONDS);
}

/** Time of the main thread until all canvas calls are made, without waiting for WebGL. */
function ownMilliseconds(page: Page, by: By): Promise<number> {
  return page.evaluate(
    async ({ way, frames }) => {
      let waited = 0;
      const { prototype } = CanvasRenderingContext2D;
      const { drawImage } = prototype;
      prototype.drawImage = function timed(...args) {
        const began = performance.now();
        drawImage.apply(this, args);
        waited += performance.now() - began;
      };
      kineko.robotsBy.value = way;
      const costs: number[] = [];
      for (let k = 0; k < frames; k++) {
        waited = 0;
        const began = performance.now();
        kineko.time.value = 3 + k / 25;
        costs.push(performance.now() - began - waited);
        await new Promise<void>((resolve) => requestAnimationFrame(resolve));
      }
      return costs.sort((a, b) => a - b)[frames >> 1]!;
    },
    { way: by, frames: FRAMES },
  );
}

async function memoryOf(page: Page, what: 'scene' | 'page' | 'process'): Promise<number> {
  if (what === 'scene') return page.evaluate(() => kineko.scene.value.bytes);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  if (what === 'process') return processBytes(await page.context().browser()!.newBrowserCDPSession());
  const { usedSize, backingStorageSize } = (await session.send('Runtime.getHeapUsage')) as {
    readonly usedSize: number;
    readonly backingStorageSize: number;
  };
  return usedSize + backingStorageSize;
}

/** Memory of the largest renderer process, which is ours. */
async function processBytes(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return 1024 * Math.max(...sizes.map(Number));
}
