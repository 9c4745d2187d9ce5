/** The viewer in a real browser draws what was computed. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NekoLogWriter } from '@kineko/formats/neko-log';
import { binaryHeader, BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { ViewerHub } from '@kineko/server';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { Scene } from '@kineko/viewer';
import type { Page } from 'playwright-core';
import { runConfig } from '../src/testing.js';
import { showInViewer, type Viewer } from '../src/viewer-server.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { pictureFits, requestsFrames } from './page-checks.js';

const EXAMPLE = pathToFileURL(`${REPOSITORY}examples/ask-for-help/robotsim.config`);

/** State that the page exposes to tests. */
declare const kineko: {
  readonly frame: { readonly value: { readonly robots: readonly { id: number; x: number; y: number }[] } };
  readonly time: { value: number };
  readonly phase: { readonly value: string };
  readonly pace: { value: number };
  readonly view: { readonly value: { x: number; y: number; pixelsPerMetre: number } };
  readonly isPlaying: { readonly value: boolean };
  readonly selected: { readonly value: number | undefined };
  readonly style: { readonly value: { readonly layers: readonly { name: string; isVisible: boolean }[] } };
  goTo(t: number): void;
};

let browser: TestBrowser;
let folder: string;
let records: readonly TraceRecord[];
const files = { trace: '', log: '', bad: '' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kineko-viewer-'));
  ({ records } = await runConfig(EXAMPLE));
  const binary = new BinaryWriter();
  const text = new NekoLogWriter();
  for (const record of records) {
    binary.append(record);
    text.append(record);
  }
  files.trace = join(folder, 'trace.bin');
  files.log = join(folder, 'neko.log');
  files.bad = join(folder, 'bad.log');
  writeFileSync(files.trace, Buffer.concat([binaryHeader(), binary.take()]));
  const log = text.take();
  writeFileSync(files.log, log);
  const damaged = Buffer.concat([log.subarray(0, 2000), Buffer.from('\n12.3 p1 Event: | torn\n'), log.subarray(2000)]);
  writeFileSync(files.bad, damaged);
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page, runs a test, and closes it. */
async function shown(viewer: Promise<Viewer>, look: (page: Page) => Promise<void>): Promise<void> {
  const { url, close } = await viewer;
  const page = await browser.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.goto(url);
    await look(page);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
    await close();
  }
}

const fileOf = (path: string): Promise<Viewer> => showInViewer({ kind: 'file', path, name: 'run' }, { port: 0 });
const ready = (page: Page): Promise<unknown> => page.waitForFunction(() => kineko.phase.value === 'ready');

/** Positions of the robots in the page at a time, in the order of ids. */
async function placesAt(page: Page, t: number): Promise<{ id: number; x: number; y: number }[]> {
  return page.evaluate((time) => {
    kineko.goTo(time);
    return kineko.frame.value.robots.map(({ id, x, y }) => ({ id, x, y })).sort((a, b) => a.id - b.id);
  }, t);
}

describe('the viewer', () => {
  test.each([
    ['an exact trace', () => files.trace, 1e-9],
    ['a Neko log', () => files.log, 0.1],
  ])('draws %s exactly, forwards and backwards', async (_name, file, tolerance) => {
    const scene = new Scene();
    for (const record of records) scene.add(record);
    await shown(fileOf(file()), async (page) => {
      await ready(page);
      for (const t of [5, 31.4, 50, 12.25]) {
        const places = await placesAt(page, t);
        const right = [...scene.robots.values()].map((robot) => ({ id: robot.id, ...robot.poseAt(t)! }));
        for (const { id, x, y } of places) {
          const { x: rightX, y: rightY } = right.find((robot) => robot.id === id)!;
          expect(Math.hypot(x - rightX, y - rightY)).toBeLessThan(tolerance);
        }
        expect(places.length).toBeGreaterThan(0);
      }
    });
  });

  test('plays, pauses, scrubs, zooms and moves by keys', async () => {
    await shown(fileOf(files.trace), async (page) => {
      await ready(page);
      // So slowly that the run does not end before it is paused.
      await page.evaluate(() => (kineko.pace.value = 1e-6));
      await page.keyboard.press('Space');
      await page.waitForFunction(() => kineko.time.value > 0);
      expect(await requestsFrames(page)).toBe(true);
      await page.keyboard.press('Space');
      expect(await page.evaluate(() => kineko.isPlaying.value)).toBe(false);
      expect(await requestsFrames(page)).toBe(false);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => kineko.time.value)).toBe(0);
      await page.keyboard.press('ArrowRight');
      expect(await page.evaluate(() => kineko.time.value)).toBeGreaterThan(0);
      const pace = await page.evaluate(() => kineko.pace.value);
      await page.keyboard.press('ArrowUp');
      expect(await page.evaluate(() => kineko.pace.value)).toBeGreaterThan(pace);
      const before = await page.evaluate(() => kineko.view.value);
      await page.keyboard.press('+');
      await page.keyboard.press('Shift+ArrowRight');
      const after = await page.evaluate(() => kineko.view.value);
      expect(after.pixelsPerMetre).toBeGreaterThan(before.pixelsPerMetre);
      expect(after.x).toBeGreaterThan(before.x);
      await page.locator('#scrubber').fill('30');
      expect(await page.evaluate(() => kineko.time.value)).toBe(30);
    });
  });

  test('selects a robot by click and keys, follows it, and jumps to times in its log', async () => {
    await shown(fileOf(files.trace), async (page) => {
      await ready(page);
      const [robot] = await placesAt(page, 20);
      await pictureFits(page);
      const box = (await page.locator('#stage').boundingBox())!;
      const { x, y, pixelsPerMetre } = await page.evaluate(() => kineko.view.value);
      const place = {
        x: box.x + box.width / 2 + (robot!.x - x) * pixelsPerMetre,
        y: box.y + box.height / 2 - (robot!.y - y) * pixelsPerMetre,
      };
      await page.mouse.click(place.x, place.y);
      expect(await page.evaluate(() => kineko.selected.value)).toBe(robot!.id);
      expect(await page.textContent('#robot-facts')).toContain(`${robot!.x.toFixed(3)}, ${robot!.y.toFixed(3)} m`);
      await page.keyboard.press('f');
      const [followed] = await placesAt(page, 40);
      const view = await page.evaluate(() => kineko.view.value);
      expect([view.x, view.y]).toEqual([followed!.x, followed!.y]);
      await page.locator('.log button').first().click();
      expect(await page.evaluate(() => kineko.time.value)).toBeLessThan(5);
      await page.keyboard.press('n');
      expect(await page.evaluate(() => kineko.selected.value)).toBe(robot!.id + 1);
    });
  });

  test('hides and shows layers, and lists the keys', async () => {
    await shown(fileOf(files.trace), async (page) => {
      await ready(page);
      await page.keyboard.press('l');
      await page.getByLabel('robots', { exact: true }).uncheck();
      const layers = await page.evaluate(() => kineko.style.value.layers);
      expect(layers.find(({ name }) => name === 'robots')).toMatchObject({ isVisible: false });
      await page.keyboard.press('Escape');
      await page.locator('#stage').focus();
      await page.keyboard.press('?');
      expect(await page.getByRole('dialog', { name: 'keys' }).textContent()).toContain('play or pause');
    });
  });

  test('shows a damaged log with the skipped lines, and explains an unknown format', async () => {
    await shown(fileOf(files.bad), async (page) => {
      await ready(page);
      expect(await page.locator('.remark').textContent()).toMatch(/run:\d+/);
    });
    const picture = join(folder, 'picture.txt');
    writeFileSync(picture, 'not a log at all\n'.repeat(300));
    await shown(fileOf(picture), async (page) => {
      await page.waitForFunction(() => kineko.phase.value === 'failed');
      expect(await page.getByRole('alert').textContent()).toContain(
        'run: unrecognized file format: expected a Neko log, a trace or a DEECo log',
      );
    });
  });

  test('shows a live run to early and late viewers', async () => {
    const hub = new ViewerHub();
    const writer = new BinaryWriter();
    const write = (from: number, to: number): void => {
      for (const record of records.slice(from, to)) writer.append(record);
      hub.sink.write(writer.take());
    };
    const half = Math.floor(records.length / 2);
    const { url, close } = await showInViewer({ kind: 'live', hub, name: 'live' }, { port: 0 });
    const pages: Page[] = [];
    const open = async (): Promise<Page> => {
      const page = await browser.context.newPage();
      pages.push(page);
      await page.goto(url);
      return page;
    };
    try {
      const early = await open();
      write(0, half);
      await early.waitForFunction((t) => kineko.time.value === t, records[half - 1]!.time);
      const late = await open();
      write(half, records.length);
      for (const page of [early, late]) {
        await page.waitForFunction((t) => kineko.time.value === t, records.at(-1)!.time);
      }
      expect(await placesAt(late, 33)).toEqual(await placesAt(early, 33));
    } finally {
      for (const page of pages) await page.close();
      await hub.close();
      await close();
    }
  });
});
