/** The control panel of an environment in a real browser: commands, locks, roles, and the selection that it shares with viewers. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser.js';
import { OBJECTS, updateAt } from './crsim-objects.js';
import { StubEnvironment } from './crsim-stub.js';
import { faintTexts, namelessControls, reachedByTab } from './page-checks.js';

/** State that the page exposes to tests. */
declare const kineko: {
  readonly link: { readonly value: { readonly phase: string } };
  readonly report: { readonly value: { readonly state: string } | undefined };
  readonly things: { readonly value: readonly { name: string; place: { x: number; y: number; z: number } }[] };
  readonly selected: { readonly value: string | undefined };
  pixelAt(x: number, y: number, z: number): { x: number; y: number } | undefined;
};

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

interface Shown {
  readonly environment: StubEnvironment;
  open(name?: string, more?: string): Promise<Page>;
}

async function shown(look: (shown: Shown) => Promise<void>, prepare?: (environment: StubEnvironment) => void) {
  const environment = new StubEnvironment(OBJECTS);
  prepare?.(environment);
  await environment.open();
  const pages: Page[] = [];
  const errors: string[] = [];
  try {
    await look({
      environment,
      open: async (name = 'panel.html', more) => {
        const page = await browser.context.newPage();
        pages.push(page);
        page.on('pageerror', (error) => errors.push(error.message));
        await page.goto(environment.urlOf(name, more));
        await page.waitForFunction(() => kineko.link.value.phase === 'open');
        if (name === 'panel.html') await page.waitForFunction(() => kineko.report.value !== undefined);
        return page;
      },
    });
    expect(errors).toEqual([]);
  } finally {
    for (const page of pages) await page.close();
    await environment.close();
  }
}

const stateIs = (page: Page, state: string): Promise<void> =>
  page.locator('.states [aria-current="step"]', { hasText: state }).waitFor();
const roleIs = (page: Page, role: string): Promise<void> => page.locator('#role', { hasText: role }).waitFor();
const outcomeIs = (page: Page, text: string): Promise<void> => page.locator('#outcome', { hasText: text }).waitFor();
/** By keys: a click would miss a button that moves when the page shows a new state. */
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).press('Enter');

/** Why a field or button is disabled, as a screen reader would announce it. */
async function reasonFor(page: Page, selector: string): Promise<string> {
  const id = await page.locator(selector).getAttribute('aria-describedby');
  return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
}

describe('the control panel', () => {
  test('loads, starts, pauses, steps, resumes and stops, all by keys', () =>
    shown(
      async ({ environment, open }) => {
        const page = await open();
        await stateIs(page, 'INITIAL');
        await roleIs(page, 'master');
        const use = async (command: string): Promise<void> => {
          await page.locator(`[data-command="${command}"]:not([aria-disabled="true"])`).focus();
          await page.keyboard.press('Enter');
        };
        await page.locator('#file').focus();
        await page.keyboard.type('nowhere.xml');
        await page.keyboard.press('Enter');
        await outcomeIs(page, 'load: nowhere.xml: no such file');
        await page.locator('#file').fill('world.xml');
        await use('load');
        await stateIs(page, 'LOADED');
        await use('start');
        await stateIs(page, 'RUNNING');
        await use('pause');
        await stateIs(page, 'RUNNING (paused)');
        await use('step');
        await outcomeIs(page, 'step: done');
        await use('start');
        await page.locator('.states [aria-current="step"]:not(:has-text("paused"))').waitFor();
        await use('stop');
        await stateIs(page, 'LOADED');
        expect(environment.orders).toEqual([
          'load "nowhere.xml"',
          'load "world.xml"',
          'start',
          'pause',
          'step',
          'start',
          'stop',
        ]);
        const lines = await page.locator('#statuses li').allTextContents();
        expect(lines).toContain('0(0 seconds) - Environment changed state: 0 --> 1');
        expect(lines).toContain('0(0 seconds) - Environment changed state: 3 --> 4');
      },
      (environment) => {
        environment.state = 0;
      },
    ));

  test('shows why a field or a command is locked, and unlocks it in the right state', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      await stateIs(page, 'LOADED');
      expect(await page.locator('[name="millisPerStep"]').isEditable()).toBe(true);
      environment.begin();
      await stateIs(page, 'RUNNING');
      for (const field of ['[name="millisPerStep"]', '[name="port-robot"]', '[name="delay"]', '[name="network"]']) {
        expect(await reasonFor(page, field)).toBe(
          'Locked: it can be set in LOADED only, got RUNNING: stop the run first.',
        );
      }
      expect(await page.locator('[name="port-robot"]').isEditable()).toBe(false);
      expect(await page.locator('[name="stepPauseTime"]').isEditable()).toBe(true);
      expect(await reasonFor(page, '[data-command="start"]')).toBe('the run is not paused');
      await press(page, 'Start');
      await outcomeIs(page, 'start: the run is not paused');
      expect(environment.orders).toEqual([]);
    }));

  test('sets time step, ports, pause and communications, and reports invalid values', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      await stateIs(page, 'LOADED');
      const set = async (name: string, value: string): Promise<void> => {
        await page.locator(`[name="${name}"]`).fill(value);
        await page.keyboard.press('Enter');
      };
      await set('millisPerStep', '50');
      await outcomeIs(page, 'time-step: done');
      await set('port-robot', '8001');
      await outcomeIs(page, 'port for robots: done');
      await set('stepPauseTime', 'soon');
      await outcomeIs(page, 'Pause after each step: expected a number, got "soon"');
      await set('stepPauseTime', '20');
      await outcomeIs(page, 'pause after each step: done');
      await page.locator('[name="network"]').selectOption('random');
      await page.locator('#communications-enabled').click();
      await set('range', '30');
      // At once: a text that is typed before the answer to the last one arrives is kept.
      await set('range', '');
      while (!environment.orders.includes('setcommunications {"range":null}')) await page.waitForTimeout(10);
      expect(environment.orders).toEqual([
        'setmillisperstep 50',
        'setport "robot" 8001',
        'setsteppausetime 20',
        'setcommunications {"network":"random"}',
        'setcommunications {"enabled":false}',
        'setcommunications {"range":30}',
        'setcommunications {"range":null}',
      ]);
      expect(await page.locator('[name="millisPerStep"]').inputValue()).toBe('50');
      expect(await page.locator('[name="network"]').inputValue()).toBe('random');
      expect(await page.locator('#communications-enabled').isChecked()).toBe(false);
    }));

  test('keeps a number that has been set in its field until the environment reports it', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      await roleIs(page, 'master');
      environment.isSilent = true;
      await page.locator('[name="range"]').fill('30');
      await page.keyboard.press('Enter');
      await outcomeIs(page, 'communications: done');
      expect(await page.locator('[name="range"]').inputValue()).toBe('30');
    }));

  test('has one master, whose changes others see at once; the lease is free when its holder leaves', () =>
    shown(async ({ environment, open }) => {
      const first = await open();
      await roleIs(first, 'master');
      const second = await open();
      await roleIs(second, 'observer');
      expect(await second.locator('#role-problem').textContent()).toContain('another panel is master');
      expect(await reasonFor(second, '[name="millisPerStep"]')).toContain('only the master may change the environment');
      await press(second, 'Start');
      await outcomeIs(second, 'start: only the master may change the environment: become master first');
      expect(environment.orders).toEqual([]);
      await press(first, 'Start');
      await stateIs(second, 'RUNNING');
      await press(second, 'Become master');
      // The problem is shown since the first request, so wait until the second one has arrived.
      while (environment.refusals < 2) await second.waitForTimeout(10);
      await press(first, 'Give up mastership');
      await roleIs(first, 'observer');
      await press(second, 'Become master');
      await roleIs(second, 'master');
      await second.close();
      // The environment notices it a little later than the browser.
      while (environment.panels > 1) await first.waitForTimeout(10);
      await press(first, 'Become master');
      await roleIs(first, 'master');
    }));

  test('can follow one robot', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      await page.locator('#follow').selectOption('r1');
      await roleIs(page, 'robot panel of r1');
      environment.begin();
      environment.move(updateAt(0));
      await page.locator('#facts dd', { hasText: /^11$/ }).waitFor();
      expect(await page.locator('#chosen-title').textContent()).toBe('Chosen: r1');
    }));

  test('shows the properties of an object that is clicked in a viewer, and selects it there', () =>
    shown(async ({ environment, open }) => {
      const panel = await open();
      environment.begin();
      const [viewer] = await Promise.all([
        browser.context.waitForEvent('page'),
        panel.getByRole('link', { name: 'open 3-D view' }).click(),
      ]);
      try {
        // The browser shows a page that a link has opened before its script has run.
        await viewer.waitForFunction(() => 'kineko' in globalThis && kineko.things.value.length === 4);
        // Again, if the picture has moved between the look and the click.
        while ((await viewer.evaluate(() => kineko.selected.value)) !== 'r1') {
          const { x, y } = await viewer.evaluate(() => {
            const { place } = kineko.things.value.find(({ name }) => name === 'r1')!;
            return kineko.pixelAt(place.x, place.y, place.z)!;
          });
          const box = (await viewer.locator('#stage').boundingBox())!;
          await viewer.mouse.click(box.x + x, box.y + y);
        }
        await panel.locator('#chosen-title', { hasText: 'r1' }).waitFor();
        await panel.locator('#facts dd', { hasText: /^10$/ }).first().waitFor();
        environment.move(updateAt(0));
        await panel.locator('#facts dd', { hasText: /^11$/ }).waitFor();
        await panel.locator('#robots td', { hasText: '11.00' }).waitFor();
        await panel.locator('#objects').getByRole('button', { name: 'lamp' }).click();
        await viewer.waitForFunction(() => kineko.selected.value === 'lamp');
        expect(await viewer.locator('#chosen-name').textContent()).toBe('lamp');
      } finally {
        await viewer.close();
      }
    }));

  test('reports a broken connection, reconnects with its role, and does not retry an invalid token', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      await roleIs(page, 'master');
      const { port } = environment;
      await environment.close();
      // In between it shows that it connects again.
      await page.locator('#link', { hasText: 'The connection to the environment is broken' }).waitFor();
      expect(await reasonFor(page, '[data-command="start"]')).toBe('no connection to the environment');
      await environment.open(port);
      await page.waitForFunction(() => kineko.link.value.phase === 'open');
      await roleIs(page, 'master');
      await page.locator('#link').waitFor({ state: 'detached' });
      await environment.close();
      await environment.open(port, 'f'.repeat(32));
      await page.waitForFunction(() => kineko.link.value.phase === 'refused');
      expect(await page.locator('#link').textContent()).toContain('does not accept the token');
    }));

  test.each(['light', 'dark'] as const)(
    'in the %s all texts can be read, and everything has a name and is reached by keys',
    (theme) =>
      shown(async ({ environment, open }) => {
        const page = await open();
        if (theme === 'dark') await press(page, 'Dark');
        environment.begin();
        await stateIs(page, 'RUNNING');
        await press(page, 'lamp');
        await page.locator('#facts').waitFor();
        await press(page, 'Start');
        expect(await faintTexts(page)).toEqual([]);
        expect(await namelessControls(page)).toEqual([]);
        const { reached, all } = await reachedByTab(page);
        expect(reached).toBe(all);
      }),
  );
});
