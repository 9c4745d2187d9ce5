/// <reference lib="dom" />
/** Charts and keys of the viewer in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { ViewerHub } from '@kineko/server';
import type { Page } from 'playwright-core';
import { showInViewer } from '../src/viewer-server.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { pictureSizes, pressBeforeFirstFrame } from './page-checks.js';
import { shownRun } from './shown-run.js';

/** State that the page exposes to tests. */
declare const kineko: {
  readonly time: { readonly value: number };
  readonly isPlaying: { value: boolean };
  readonly chart: { value: string };
  readonly pace: { value: number };
  readonly isFollowing: { readonly value: boolean };
  readonly dialog: { readonly value: string };
  goTo(t: number): void;
  select(id: number): void;
};

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const ROBOTS = [0, 1, 2, 3].map((id): TraceRecord => ({
  type: 'robot',
  time: 0,
  robot: id,
  radius: 4,
  x: 20 + 20 * id,
  y: 30,
  heading: 0,
  tag: '',
}));

/** A number of messages per second, for some seconds, from each robot to the next. */
function chatter(seconds: number, rate: number): TraceRecord[] {
  const what = { protocol: 'app', messageType: 'PING', content: null };
  return Array.from({ length: seconds * rate }, (_, k) => {
    const [from, to, time] = [k % 4, (k + 1) % 4, k / rate];
    return [
      { type: 'send', time, process: from, message: k, to: [to], ...what },
      { type: 'deliver', time, process: to, message: k, from, to: [to], ...what },
    ] satisfies TraceRecord[];
  }).flat();
}

/** Number of pixels that are not background, for each tenth of the diagram. */
function inkOf(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('#chart')!;
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
    const ground = data.slice(0, 3);
    const ink = Array.from({ length: 10 }, () => 0);
    const [left, right] = [50, 12];
    for (let x = left; x < width - right; x++) {
      for (let y = 0; y < height - 20; y++) {
        const at = 4 * (y * width + x);
        const isInk = [0, 1, 2].some((part) => Math.abs(data[at + part]! - ground[part]!) > 60);
        if (isInk) ink[Math.floor(((x - left) / (width - left - right)) * 10)]! += 1;
      }
    }
    return ink;
  });
}

describe('the diagram of messages', () => {
  test('shows a busy run over the whole visible range, and the number of hidden messages', async () => {
    await shownRun(browser, [...ROBOTS, ...chatter(100, 200)], async (page) => {
      await page.evaluate(() => {
        kineko.pace.value = 5;
        kineko.goTo(50);
      });
      await page.locator('#chart-choice').selectOption('messages');
      expect(await page.locator('#chart-note').innerText()).toMatch(/^7,\d{3} of 8,001 messages hidden/);
      const ink = await inkOf(page);
      expect(ink.filter((pixels) => pixels < 500)).toEqual([]);
    });
  });

  test('hides nothing of a quiet run, and draws arrows that start before the visible range', async () => {
    await shownRun(browser, [...ROBOTS, ...chatter(40, 2)], async (page) => {
      await page.evaluate(() => {
        kineko.pace.value = 1;
        kineko.goTo(20);
      });
      await page.locator('#chart-choice').selectOption('messages');
      await page.locator('#chart').waitFor();
      expect(await page.locator('#chart-note').count()).toBe(0);
      expect((await inkOf(page)).filter((pixels) => pixels === 0)).toEqual([]);
    });
  });
});

const timeOf = (page: Page): Promise<number> => page.evaluate(() => kineko.time.value);
const EVENTS: readonly TraceRecord[] = [
  ...ROBOTS,
  ...[1, 2.5, 2.5, 7, 10].map((time): TraceRecord => ({ type: 'warning', time, text: 'now' })),
];

describe('keys', () => {
  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['the slider', (page) => page.locator('#scrubber').click({ position: { x: 5, y: 5 } })],
    ['a checkbox', (page) => page.getByLabel('follow').click()],
    [
      'a select',
      (page) =>
        page
          .locator('#pace')
          .selectOption('1')
          .then(() => page.locator('#pace').focus()),
    ],
    ['a button', (page) => page.getByRole('button', { name: 'Dark' }).click()],
  ])('work after a click on %s', async (_name, click) => {
    await shownRun(browser, EVENTS, async (page) => {
      await page.evaluate(() => kineko.select(0));
      await click(page);
      // So slowly that the run does not end before it is paused.
      await page.evaluate(() => (kineko.pace.value = 1e-6));
      await page.keyboard.press('End');
      expect(await timeOf(page)).toBe(10);
      await page.keyboard.press('Home');
      expect(await timeOf(page)).toBe(0);
      await page.keyboard.press('ArrowRight');
      expect(await timeOf(page)).toBeCloseTo(0.1, 9);
      await page.keyboard.press('ArrowLeft');
      expect(await timeOf(page)).toBe(0);
      const isFollowing = await page.evaluate(() => kineko.isFollowing.value);
      await page.keyboard.press('Space');
      expect(await page.evaluate(() => kineko.isPlaying.value)).toBe(true);
      await page.keyboard.press('Space');
      expect(await page.evaluate(() => kineko.isPlaying.value)).toBe(false);
      expect(await page.evaluate(() => kineko.isFollowing.value)).toBe(isFollowing);
    });
  });

  test('step through events by comma and full stop', async () => {
    await shownRun(browser, EVENTS, async (page) => {
      const visited: number[] = [];
      for (const key of ['.', '.', '.', '.', '.', ',', ',', ',', ',', ',']) {
        await page.keyboard.press(key);
        visited.push(await timeOf(page));
      }
      expect(visited).toEqual([1, 2.5, 7, 10, 10, 7, 2.5, 1, 0, 0]);
      await page.evaluate(() => {
        kineko.goTo(5);
        kineko.pace.value = 1e-6;
        kineko.isPlaying.value = true;
      });
      await page.keyboard.press(',');
      expect([await timeOf(page), await page.evaluate(() => kineko.isPlaying.value)]).toEqual([2.5, false]);
    });
  });

  test('are left to text fields, and to controls with keyboard focus', async () => {
    await shownRun(browser, EVENTS, async (page) => {
      await page.evaluate(() => {
        const field = document.body.appendChild(document.createElement('input'));
        field.id = 'typed';
        document.body.prepend(field);
      });
      await page.locator('#typed').click();
      await page.keyboard.type('a . l');
      await page.keyboard.press('End');
      expect(await page.locator('#typed').inputValue()).toBe('a . l');
      expect([await timeOf(page), await page.evaluate(() => kineko.dialog.value)]).toEqual([0, 'none']);
      await page.keyboard.press('Tab');
      while ((await page.evaluate(() => document.activeElement!.id)) !== 'pace') await page.keyboard.press('Tab');
      const before = await page.evaluate(() => kineko.pace.value);
      await page.keyboard.press('ArrowDown');
      expect(await page.evaluate(() => kineko.pace.value)).toBeGreaterThan(before);
      expect(await timeOf(page)).toBe(0);
    });
  });

  test('work, and the size of the picture is known, before the first frame', async () => {
    const { url, close } = await showInViewer({ kind: 'live', hub: new ViewerHub(), name: 'run' }, { port: 0 });
    const page = await browser.context.newPage();
    try {
      await pressBeforeFirstFrame(page, url, '?');
      expect(await page.evaluate(() => kineko.dialog.value)).toBe('help');
      const [known, real] = await pictureSizes(page);
      expect(known).toEqual(real);
    } finally {
      await page.close();
      await close();
    }
  });
});
