/** The panels around the picture in a real browser: the selected robot, scroll bars, menus; and all of it without a mouse. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser.js';
import { shownRun } from './shown-run.js';

/** State that the page exposes to tests. */
declare const kineko: {
  readonly time: { readonly value: number };
  readonly dialog: { readonly value: string };
  readonly view: { readonly value: { readonly x: number; readonly y: number; readonly pixelsPerMetre: number } };
  goTo(t: number): void;
  select(id: number): void;
};

const what = { protocol: 'app', messageType: 'ASK', content: { want: 3 } };
const RECORDS: readonly TraceRecord[] = [
  { type: 'world', time: 0, area: [0, 0, 100, 60], walled: true, response: 'stop' },
  ...[0, 1, 2].map((id): TraceRecord => ({
    type: 'robot',
    time: 0,
    robot: id,
    radius: 4,
    x: 20 + 30 * id,
    y: 30,
    heading: 0,
    tag: '',
  })),
  { type: 'motionRequest', time: 1, robot: 0, task: 1, kind: 'forward', request: { kind: 'forward', distance: 9 } },
  { type: 'sensorReply', time: 1, robot: 0, sensor: 'gps', reply: { x: 20, y: 30 } },
  { type: 'sensorEvent', time: 2, robot: 0, sensor: 'contact', reply: 'touched' },
  { type: 'send', time: 2, process: 1, message: 1, to: [0, 2], ...what },
  {
    type: 'drop',
    time: 2.5,
    process: 2,
    message: 1,
    from: 1,
    messageType: 'ASK',
    reason: 'the link is cut',
  },
  { type: 'deliver', time: 3, process: 0, message: 1, from: 1, to: [0, 2], ...what },
  { type: 'send', time: 4, process: 2, message: 1, to: [0], ...what },
  { type: 'motionEnd', time: 5, robot: 0, task: 1, status: 'stopped', x: 20, y: 30, heading: 0, by: 'itself' },
  { type: 'crash', time: 6, process: 2 },
];

let browser: TestBrowser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const shown = (look: (page: Page) => Promise<void>): Promise<void> =>
  shownRun(browser, RECORDS, look, { config: { 'process.num': '3', algorithm: 'Asker' } });

const viewOf = (page: Page) => page.evaluate(() => kineko.view.value);

/** Everything that can have the focus, with role and name. */
async function controlsOf(page: Page): Promise<{ role: string; name: string }[]> {
  const session = await browser.context.newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ properties }) => properties?.some(({ name, value }) => name === 'focusable' && value.value === true))
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '') }))
    .filter(({ role }) => role !== 'RootWebArea');
}

describe('the panel of the selected robot', () => {
  test('shows its motion, outcome, sensors and messages at the current time', async () => {
    await shown(async (page) => {
      await page.evaluate(() => {
        kineko.goTo(4.5);
        kineko.select(0);
      });
      // Its history comes from the worker that reads the file.
      await page.locator('#robot-sensors').waitFor();
      const facts = await page.textContent('#robot-facts');
      expect(facts).toContain('forward distance 9 m (t = 1.00 s)');
      expect(facts).toContain('last outcomenone');
      expect(facts).toContain('classAsker');
      const sensors = await page.textContent('#robot-sensors');
      expect(sensors).toContain('gpsx 20 m, y 30 m (t = 1.00 s)');
      expect(sensors).toContain('contact"touched" (event, t = 2.00 s)');
      expect(await page.textContent('#robot-inbox')).toBe('1 received, 1 on the way');
      const inbox = await page.getByRole('list', { name: 'messages to this robot' }).textContent();
      expect(inbox).toBe('ASK from 2, on the way since t = 4.00 sASK from 1, t = 3.00 s: want 3');
      await page.evaluate(() => kineko.goTo(6));
      expect(await page.textContent('#robot-facts')).toContain('last outcomestopped by itself (t = 5.00 s)');
      const current = page.locator('.log [aria-current]');
      expect(await current.textContent()).toBe('5.000 p0  motion stopped by itself ');
    });
  });

  test('shows which robots are cut off from it, and that it has crashed', async () => {
    await shown(async (page) => {
      await page.evaluate(() => {
        kineko.goTo(6);
        kineko.select(2);
      });
      const facts = await page.textContent('#robot-facts');
      expect(facts).toContain('cut off fromp1');
      expect(facts).toContain('statecrashed');
    });
  });
});

describe('the list of events', () => {
  test('puts events into words, filters them by kind, searches all robots, and jumps to the one that is clicked', async () => {
    await shown(async (page) => {
      const rows = page.getByRole('list', { name: 'events' }).getByRole('listitem');
      await rows.first().waitFor();
      expect(await rows.allInnerTexts()).toContain('1.000\np0\nrequests forward: distance 9 m');
      await page.getByRole('button', { name: 'message' }).click();
      await rows.filter({ hasText: 'motion stopped' }).waitFor({ state: 'detached' });
      await rows.first().waitFor();
      expect(await rows.allTextContents()).toEqual([
        '2.000 p1  sends ASK: want 3 to p0, p2',
        '2.500 p2  loses ASK (the link is cut) from p1',
        '3.000 p0  receives ASK: want 3 from p1',
        '4.000 p2  sends ASK: want 3 to p0',
      ]);
      await page.locator('#event-search').fill('LOSES');
      await rows.filter({ hasText: 'receives' }).waitFor({ state: 'detached' });
      await rows.first().waitFor();
      expect(await rows.count()).toBe(1);
      await rows.getByRole('button').click();
      expect(await page.evaluate(() => kineko.time.value)).toBe(2.5);
      await page.locator('#event-search').fill('nowhere');
      await page.getByText('no such events').waitFor();
    });
  });
});

describe('the picture can be moved', () => {
  test('by scroll bars, shown when not all is in view, with keys and by dragging', async () => {
    await shown(async (page) => {
      expect(await page.getByRole('scrollbar').count()).toBe(0);
      await page.locator('#zoom').selectOption('50');
      expect((await viewOf(page)).pixelsPerMetre).toBeCloseTo(50, 9);
      const bar = page.getByRole('scrollbar', { name: 'left and right' });
      expect(await bar.getAttribute('aria-controls')).toBe('stage');
      expect(await bar.getAttribute('aria-orientation')).toBe('horizontal');
      const before = await viewOf(page);
      await bar.focus();
      await page.keyboard.press('ArrowRight');
      const after = await viewOf(page);
      expect(after.x).toBeGreaterThan(before.x);
      expect(await page.evaluate(() => kineko.time.value)).toBe(0);
      await page.keyboard.press('Home');
      expect(await bar.getAttribute('aria-valuenow')).toBe('0');
      await page.keyboard.press('End');
      expect(await bar.getAttribute('aria-valuenow')).toBe(await bar.getAttribute('aria-valuemax'));
      const box = (await page.getByRole('scrollbar', { name: 'up and down' }).boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + 2);
      expect((await viewOf(page)).y).toBeGreaterThan(after.y);
      await page.locator('#zoom').selectOption('fit');
      expect(await page.getByRole('scrollbar').count()).toBe(0);
    });
  });
});

describe('without a mouse', () => {
  test('everything has a role and a name', async () => {
    await shown(async (page) => {
      await page.evaluate(() => kineko.select(0));
      await page.locator('#zoom').selectOption('50');
      await page.keyboard.press('Escape');
      for (const key of ['l', 'Escape', '?', 'n']) {
        await page.locator('#stage').focus();
        await page.keyboard.press(key);
        const controls = await controlsOf(page);
        expect(controls.length).toBeGreaterThan(10);
        expect(controls.filter(({ name }) => name === '')).toEqual([]);
      }
    });
  });

  test('the tab key reaches all of it, from top to bottom', async () => {
    await shown(async (page) => {
      await page.evaluate(() => kineko.select(0));
      const visited: string[] = [];
      for (let k = 0; k < 60; k++) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate<string>(
          `(() => { const e = document.activeElement; return e.id || e.getAttribute('aria-label') || e.textContent; })()`,
        );
        if (visited.includes(at)) break;
        visited.push(at);
      }
      const wanted = [
        'open',
        'zoom',
        'chart-choice',
        'Layers',
        'keys',
        'stage',
        'event-search',
        'play',
        'pace',
        'scrubber',
      ];
      expect(visited.filter((each) => wanted.includes(each))).toEqual(wanted);
    });
  });

  test('a dialog takes the focus, and returns it when it is closed', async () => {
    await shown(async (page) => {
      await page.locator('#stage').focus();
      await page.keyboard.press('l');
      const focused = (): Promise<string> =>
        page.evaluate<string>(`document.activeElement.id || document.activeElement.getAttribute('aria-label')`);
      expect(await focused()).toBe('close');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      expect(await page.getByLabel('status', { exact: true }).isChecked()).toBe(false);
      await page.keyboard.press('Escape');
      expect(await page.evaluate(() => kineko.dialog.value)).toBe('none');
      await page.locator('#stage:focus').waitFor();
    });
  });
});
