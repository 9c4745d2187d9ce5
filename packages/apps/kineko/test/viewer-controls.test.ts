/// <reference lib="dom" />
/** Charts and keys of the viewer in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { binaryHeader, BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { ViewerHub } from '@kineko/server';
import type { Findings } from '@kineko/viewer';
import type { Page } from 'playwright-core';
import { findingsIn, firstDifference, propertiesOf } from '../src/findings.js';
import { showInViewer } from '../src/viewer-server.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { Workspace } from './command-line.js';
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
  readonly size: { readonly value: { readonly width: number } };
  readonly view: { readonly value: { readonly y: number; readonly pixelsPerMetre: number; readonly height: number } };
  readonly style: { readonly value: unknown };
  otherEntries(style: unknown): readonly { readonly text: string }[];
  readonly bounds: { readonly value: { readonly minY: number } };
  goTo(t: number): void;
  togglePlaying(): void;
  setLayer(name: string, change: { readonly isVisible: boolean }): void;
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

/** Robots that touch at 2 s and at 6 s; another one crashes at 4 s. */
const INCIDENTS: readonly TraceRecord[] = [
  ...ROBOTS,
  { type: 'touch', time: 2, robot: 1, other: { kind: 'robot', id: 2 } },
  { type: 'crash', time: 4, process: 3 },
  { type: 'touch', time: 6, robot: 0, other: { kind: 'obstacle', id: 5 } },
  { type: 'warning', time: 10, text: 'the end' },
];

describe('the transport bar', () => {
  test('names the scenario, jumps from mark to mark, and shows the time under the pointer', async () => {
    await shownRun(
      browser,
      INCIDENTS,
      async (page) => {
        expect(await page.title()).toBe('crossing – Kineko');
        expect(await page.locator('h1').innerText()).toBe('crossing');
        const visited: string[] = [];
        for (const name of ['next mark', 'next mark', 'next mark', 'next mark', 'previous mark']) {
          await page.getByRole('button', { name }).click();
          visited.push(`${await timeOf(page)} ${await page.locator('#present-mark').innerText()}`);
        }
        expect(visited).toEqual([
          '2 robot 1 touches robot 2',
          '4 p3 crashes',
          '6 robot 0 touches obstacle 5',
          '6 robot 0 touches obstacle 5',
          '4 p3 crashes',
        ]);
        const box = (await page.locator('#timeline').boundingBox())!;
        // The axis has margins of half a thumb.
        const at = (t: number): number => box.x + 8 + (t / 10) * (box.width - 16);
        await page.mouse.move(at(5), box.y + 20);
        expect(await page.locator('#hover-time').innerText()).toBe('t = 5.000 s');
        await page.mouse.move(at(2) + 3, box.y + 20);
        expect(await page.locator('#hover-time').innerText()).toBe('t = 2.000 s: robot 1 touches robot 2');
        await page.mouse.down();
        await page.mouse.up();
        expect(await timeOf(page)).toBe(2);
      },
      { scenario: 'crossing' },
    );
  });

  test('plays a selected range again and again', async () => {
    await shownRun(browser, INCIDENTS, async (page) => {
      const box = (await page.locator('#timeline').boundingBox())!;
      const at = (t: number): number => box.x + 8 + (t / 10) * (box.width - 16);
      await page.keyboard.down('Shift');
      await page.mouse.move(at(3), box.y + 20);
      await page.mouse.down();
      await page.mouse.move(at(5), box.y + 20, { steps: 3 });
      await page.mouse.up();
      await page.keyboard.up('Shift');
      expect(await page.locator('#range').innerText()).toBe('3.00 to 5.00 s');
      expect(await page.locator('#loop').getAttribute('aria-pressed')).toBe('true');
      const passes = await page.evaluate(
        () =>
          new Promise<number[]>((resolve) => {
            const [seen, passed]: [number[], number[]] = [[], []];
            kineko.pace.value = 50;
            kineko.togglePlaying();
            const look = (): void => {
              const t = kineko.time.value;
              if (seen.length > 0 && t < seen.at(-1)!) passed.push(t);
              seen.push(t);
              if (passed.length < 2) requestAnimationFrame(look);
              else resolve([Math.min(...seen), Math.max(...seen)]);
            };
            look();
          }),
      );
      expect(passes[0]).toBeGreaterThanOrEqual(3 - 0.02);
      expect(passes[1]).toBeLessThanOrEqual(5 + 0.02);
      await page.getByRole('button', { name: 'clear the range' }).click();
      expect(await page.locator('#range').count()).toBe(0);
    });
  });

  test('has the thumb of the slider below the cursor', async () => {
    await shownRun(browser, INCIDENTS, async (page) => {
      for (const t of [0, 3.3, 10]) {
        await page.evaluate((time) => kineko.goTo(time), t);
        // The middle of the dark pixels of the cursor, and of the coloured ones of the thumb.
        const [cursor, thumb] = [await middleOf(page, '#timeline', 0.5), await middleOf(page, '#scrubber', 0.7)];
        expect(Math.abs(cursor - thumb)).toBeLessThanOrEqual(1.5);
      }
    });
  });
});

/** Middle of the columns of a screenshot's row that differ most from its background. */
async function middleOf(page: Page, selector: string, share: number): Promise<number> {
  const picture = await page.locator(selector).screenshot();
  return page.evaluate(
    async ([data, part]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data: row } = context.getImageData(0, Math.floor(part * image.height), image.width, 1);
      const columns = Array.from({ length: image.width }, (_, x) => x).filter((x) => row[4 * x]! < 60);
      return columns.reduce((sum, x) => sum + x, 0) / columns.length;
    },
    [picture.toString('base64'), share] as const,
  );
}

describe('a link', () => {
  test('leads to a moment, and one with unknown parts opens the default with a note', async () => {
    await shownRun(browser, INCIDENTS, async (page) => {
      await page.evaluate(() => {
        kineko.goTo(4);
        kineko.select(2);
        kineko.chart.value = 'plots';
      });
      await page.getByRole('button', { name: 'copy link' }).click();
      const ready = (): Promise<unknown> => page.locator('h1', { hasText: 'run' }).waitFor();
      const link = page.url();
      await page.goto('about:blank');
      await page.goto(link);
      await ready();
      await page.waitForFunction(() => kineko.time.value === 4);
      await page.locator('#robot-title', { hasText: 'Robot 2' }).waitFor();
      expect(await page.locator('#chart-choice').inputValue()).toBe('plots');
      for (const [part, note] of [
        ['panel=nowhere', 'unknown panel "nowhere" in the link'],
        ['v=99', 'the link is of version 99'],
        ['at=soon', 'at in the link: expected a number, got "soon"'],
      ] as const) {
        await page.goto('about:blank');
        await page.goto(`${link.replace(/&(?:v|panel|at|robot)=[^&]*/g, '')}&${part}`);
        await page.getByRole('status').filter({ hasText: note }).waitFor();
        expect(await page.locator('#chart-choice').inputValue()).toBe('none');
        expect(await timeOf(page)).toBe(0);
      }
    });
  });
});

describe('plots', () => {
  test('show the series of the selected pair, which can be hidden, and jump to a time', async () => {
    await shownRun(browser, [...INCIDENTS.slice(0, -1), ...chatter(10, 2), INCIDENTS.at(-1)!], async (page) => {
      await page.locator('#chart-choice').selectOption('both');
      await page.locator('#chart').waitFor();
      await page.evaluate(() => {
        kineko.select(1);
        kineko.select(2);
      });
      const key = page.getByRole('group', { name: 'series' });
      await key.getByText('gap of 2 and 1 (m)').waitFor();
      expect(await key.getByRole('checkbox').count()).toBe(6);
      await key.getByLabel('messages in flight').uncheck();
      const plot = page.locator('#plots .u-over');
      const { width, height } = (await plot.boundingBox())!;
      await plot.click({ position: { x: width / 2, y: height / 2 } });
      await page.waitForFunction(() => Math.abs(kineko.time.value - 5) < 0.2);
    });
  });
});

describe('findings of the server', () => {
  test('violations and the first difference to another run are marked, and the runs are shown together', async () => {
    const line = (vx: number): TraceRecord => {
      const leg = { kind: 'line', x: 20, y: 30, heading: 0, start: 0, end: 10, vx, vy: 0 } as const;
      return { type: 'leg', time: 0, robot: 0, leg };
    };
    const end: TraceRecord = { type: 'warning', time: 10, text: 'the end' };
    const traceOf = (...records: readonly TraceRecord[]): Buffer => {
      const writer = new BinaryWriter();
      for (const record of records) writer.append(record);
      return Buffer.concat([binaryHeader({ scenario: 'approach' }), writer.take()]);
    };
    const workspace = new Workspace({
      'a.bin': traceOf(...ROBOTS, line(1), end),
      'b.bin': traceOf(...ROBOTS, line(-1), end),
    });
    const [path, other] = [workspace.of('a.bin'), workspace.of('b.bin')];
    const properties = await propertiesOf(['separation=4'], path, {});
    const findings = (): Promise<Findings> => findingsIn({ path, properties, other });
    // The gap is 12 m at first and falls by 1 m/s.
    expect(await findings()).toMatchObject({
      lanes: [
        {
          name: 'separation=4',
          verdict: 'violated',
          spans: [
            { from: 0, to: 8, isHolding: true },
            { from: 8, to: 10, isHolding: false },
          ],
          threshold: { of: 'gap', metres: 4 },
        },
      ],
      marks: [
        { time: 8, kind: 'violation', who: [0, 1] },
        {
          time: 0,
          kind: 'difference',
          text: 'first difference, record 5: leg of robot 0 at t = 0 s: leg.vx 1 (other run: -1)',
        },
      ],
    });
    expect((await firstDifference(path, path)).text).toBe('the two runs have the same 6 records');
    await expect(propertiesOf(['separatoin=4'], path, {})).rejects.toThrow('separatoin');
    const { url, close } = await showInViewer({ kind: 'file', path, name: 'a.bin' }, { port: 0, findings, other });
    const page = await browser.context.newPage();
    try {
      await page.goto(url);
      await page.locator('.remark', { hasText: 'first difference, record 5' }).waitFor();
      await page.getByRole('button', { name: 'next mark' }).click();
      expect(await timeOf(page)).toBe(8);
      expect(await page.locator('#present-mark').innerText()).toContain('separation=4');
      await page.locator('#robot-title', { hasText: 'Robot 0' }).waitFor();
      // The legend names the other run while that is overlaid.
      expect(await page.evaluate(() => kineko.otherEntries(kineko.style.value))).toMatchObject([{ text: 'b.bin' }]);
      await page.getByRole('button', { name: 'side by side' }).click();
      await page.locator('#other-stage').waitFor();
      expect(await page.evaluate(() => kineko.otherEntries(kineko.style.value))).toEqual([]);
      const [left, right] = [
        await page.locator('#stage').boundingBox(),
        await page.locator('#other-stage').boundingBox(),
      ];
      expect(Math.abs(left!.width - right!.width)).toBeLessThanOrEqual(1);
      await page.getByRole('button', { name: 'side by side' }).click();
      await page.locator('#other-stage').waitFor({ state: 'detached' });
    } finally {
      await page.close();
      await close();
    }
  });
});

describe('the map', () => {
  test('has a grid, a scale and a legend that can be hidden, and shows the place under the pointer', async () => {
    await shownRun(browser, INCIDENTS, async (page) => {
      const box = (await page.locator('#stage').boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      expect(await page.locator('#cursor-place').innerText()).toMatch(/^\d+\.\d, \d+\.\d m$/);
      const corner = async (): Promise<string> => {
        const clip = { x: box.x, y: box.y + box.height - 80, width: 100, height: 80 };
        return (await page.screenshot({ clip })).toString('base64');
      };
      const withLegend = await corner();
      await page.getByRole('button', { name: 'legend' }).click();
      await page.locator('[aria-label="legend"][aria-pressed="false"]').waitFor();
      const without = await corner();
      expect(without).not.toBe(withLegend);
      await page.evaluate(() => kineko.setLayer('grid', { isVisible: false }));
      expect(await corner()).not.toBe(without);
    });
  });

  test('leaves room for the legend in a narrow window, until it is hidden', async () => {
    const world: TraceRecord = { type: 'world', time: 0, area: [0, 0, 160, 100], walled: false, response: 'stop' };
    await shownRun(browser, [world, ...ROBOTS, { type: 'crash', time: 1, process: 1 }], async (page) => {
      await page.setViewportSize({ width: 420, height: 800 });
      await page.waitForFunction(() => kineko.size.value.width === 420);
      const { width, height } = (await page.locator('#stage').boundingBox())!;
      const place = () =>
        page.evaluate(() => {
          const [{ y, pixelsPerMetre, height: high }, { minY }] = [kineko.view.value, kineko.bounds.value];
          return { pixelsPerMetre, bottom: high / 2 - (minY - y) * pixelsPerMetre };
        });
      const beside = await place();
      expect(width).toBe(420);
      await page.keyboard.press('g');
      const alone = await place();
      // A row of the legend and its margins.
      expect(beside.bottom).toBeLessThan(height - 42);
      expect(beside.bottom).toBeLessThan(alone.bottom);
    });
  });
});

describe('keys', () => {
  test('work after a click on any control', async () => {
    const clicks: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
      // First: after a key, the browser takes this focus for that of the keyboard.
      'a select': async (page) => {
        await page.locator('#pace').selectOption('1');
        await page.locator('#pace').focus();
      },
      'the slider': (page) => page.locator('#scrubber').click({ position: { x: 5, y: 5 } }),
      'a checkbox': (page) => page.getByLabel('follow').click(),
      'a button': (page) => page.getByRole('button', { name: 'Dark' }).click(),
    };
    await shownRun(browser, EVENTS, async (page) => {
      await page.evaluate(() => kineko.select(0));
      for (const [name, click] of Object.entries(clicks)) {
        await click(page);
        // So slowly that the run does not end before it is paused.
        await page.evaluate(() => (kineko.pace.value = 1e-6));
        const isFollowing = await page.evaluate(() => kineko.isFollowing.value);
        const visited: number[] = [];
        for (const key of ['End', 'Home', 'ArrowRight', 'ArrowLeft']) {
          await page.keyboard.press(key);
          visited.push(await timeOf(page));
        }
        expect([name, ...visited]).toEqual([name, 10, 0, expect.closeTo(0.1, 9), 0]);
        for (const isPlaying of [true, false]) {
          await page.keyboard.press('Space');
          expect([name, await page.evaluate(() => kineko.isPlaying.value)]).toEqual([name, isPlaying]);
        }
        expect([name, await page.evaluate(() => kineko.isFollowing.value)]).toEqual([name, isFollowing]);
      }
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
