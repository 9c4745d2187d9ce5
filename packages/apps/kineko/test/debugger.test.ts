/** The debugger of delivery schedules in a real browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkers, Protocol, wire } from '@kineko/neko';
import type { Page } from 'playwright-core';
import { showInDebugger } from '../src/exploring/debugger.js';
import type { Viewer } from '../src/viewer-server.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { Workspace } from './command-line.js';
import { faintTexts, namelessControls, reachedByTab } from './page-checks.js';

class Eager extends Protocol<{ NEWS: string }> {
  delivered = 0;
  protected readonly handlers = {
    NEWS: () => {
      this.delivered++;
      if (this.process.id === 1 && this.delivered === 1) this.process.stable.write('news', true);
      this.note('deliver', { message: '0;0' });
    },
  };

  broadcast(): void {
    this.note('broadcast', { message: '0;0' });
    this.sendTo(this.process.all, 'NEWS', 'x');
  }
}

const COUNTEREXAMPLE = ['act p0 broadcast', 'crash p0', 'lose 0>1 eager NEWS "x"', 'deliver 0>2 eager NEWS "x"'];

let browser: TestBrowser;
let viewer: Viewer;
const errors: string[] = [];

beforeAll(async () => {
  browser = await startBrowser();
  viewer = await showInDebugger(
    {
      name: 'eager',
      system: {
        n: 3,
        wire: (process) => wire(new Eager(process), 'eager', process.network()),
        actions: [{ process: 0, name: 'broadcast', run: (protocol) => (protocol as Eager).broadcast() }],
      },
      checkers: [checkers.reliableBroadcast({ protocol: 'eager' })],
      steps: COUNTEREXAMPLE,
    },
    0,
  );
});
afterAll(async () => {
  await browser.close();
  await viewer.close();
  expect(errors).toEqual([]);
});

async function opened(): Promise<Page> {
  const page = await browser.context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(viewer.url);
  await page.locator('#diagram').waitFor();
  return page;
}

const position = (page: Page, text: string) => page.locator('#position', { hasText: text }).waitFor();
const stateOf = (page: Page, id: number) => page.getByRole('region', { name: `state of p${id}` });

test('follows a counterexample forward and back, with states, events and messages under way', async () => {
  const page = await opened();
  await position(page, 'step 0 of 4');
  expect(await page.locator('#diagram .arrow').count()).toBe(3);
  await page.keyboard.press('ArrowRight');
  await position(page, 'step 1 of 4');
  expect(await page.getByRole('heading', { name: 'Messages under way: 3' }).isVisible()).toBe(true);
  expect(await page.locator('#diagram .arrow.now').count()).toBe(3);
  await page.keyboard.press('End');
  await position(page, 'step 4 of 4');
  expect(await page.getByRole('alert').textContent()).toContain('p2 delivered 0;0 at t = 4, and p1');
  expect(await page.locator('#diagram .number.violated').textContent()).toBe('4 violated');
  expect(await stateOf(page, 0).textContent()).toContain('crashed');
  expect(await stateOf(page, 2).textContent()).toContain('delivered1');
  expect(await page.getByRole('region', { name: 'events of this step' }).textContent()).toContain('p2 receives NEWS');
  await page.keyboard.press(',');
  await position(page, 'step 3 of 4');
  expect(await stateOf(page, 2).textContent()).toContain('delivered0');
  await page.getByRole('button', { name: 'previous step' }).click();
  await position(page, 'step 2 of 4');
  // A click into the picture moves the cursor.
  const { x, y } = (await page.locator('#diagram .number').first().boundingBox())!;
  await page.mouse.click(x, y - 20);
  await position(page, 'step 0 of 4');
  await page.close();
});

test('branches from any step, and exports the branch as a schedule that can be run', async () => {
  const page = await opened();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await position(page, 'step 2 of 4');
  await page.getByRole('button', { name: 'deliver 0>1 eager NEWS "x"' }).click();
  await position(page, 'step 3 of 3');
  expect(await page.locator('#branch').inputValue()).toBe('1');
  expect(await stateOf(page, 1).textContent()).toContain('stable storagenewstrue');
  // The first of the numbered steps, then crashes that keep unsynced writes.
  await page.keyboard.press('1');
  await position(page, 'step 4 of 4');
  await page.getByRole('button', { name: 'crash p1 keeping 1' }).click();
  await position(page, 'step 5 of 5');
  await page.getByRole('button', { name: 'recover p1' }).click();
  await position(page, 'step 6 of 6');
  expect(await stateOf(page, 1).textContent()).toContain('delivered0');
  expect(await stateOf(page, 1).textContent()).toContain('newstrue');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
  expect(download.suggestedFilename()).toBe('eager.deliveries');
  const schedule = readFileSync(await download.path(), 'utf8');
  const steps = schedule.split('\n').filter((line) => !/^(?:kineko|#|links|$)/.test(line));
  expect(steps).toEqual([
    'act p0 broadcast',
    'crash p0',
    'deliver 0>1 eager NEWS "x"',
    'deliver 0>0 eager NEWS "x"',
    'crash p1 keeping 1',
    'recover p1',
  ]);
  // The first branch is still there.
  await page.keyboard.press('b');
  await position(page, 'of 4');
  expect(await page.locator('#branch').inputValue()).toBe('0');
  await page.close();

  const workspace = new Workspace({ 'eager.ts': EAGER });
  writeFileSync(workspace.of('branch.deliveries'), schedule);
  const again = await workspace.kineko(['run', 'eager.ts', '--deliveries', 'branch.deliveries', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ events: 6 });
});

const EAGER = `
  import { Protocol } from 'kineko';
  class Eager extends Protocol {
    delivered = 0;
    handlers = { NEWS: () => { if (this.process.id === 1) this.process.stable.write('news', true); } };
  }
  export const system = {
    wire: (process) => {
      const protocol = new Eager(process);
      protocol.setId('eager');
      protocol.setSender(process.network());
      protocol.launch();
      return protocol;
    },
    actions: [{ process: 0, name: 'broadcast', run: (each) => each.sendTo([0, 1, 2], 'NEWS', 'x') }],
  };`;

test('is readable in light and dark colours, and can be used without a mouse', async () => {
  const page = await opened();
  await page.keyboard.press('End');
  await position(page, 'step 4 of 4');
  expect(await faintTexts(page)).toEqual([]);
  expect(await namelessControls(page)).toEqual([]);
  const { reached, all } = await reachedByTab(page);
  expect(reached).toBe(all);
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.locator('.app[data-theme=dark]').waitFor();
  expect(await faintTexts(page)).toEqual([]);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'keys' }).waitFor({ state: 'detached' });
  await page.close();
});

test('answers only with the token, and refuses steps that are not possible', async () => {
  const { origin, hash } = new URL(viewer.url);
  const ask = (body: string | undefined, token = new URLSearchParams(hash.slice(1)).get('token')!) =>
    fetch(`${origin}/api/branch`, {
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { method: 'POST', body }),
    });
  expect((await ask(undefined, '0'.repeat(32))).status).toBe(401);
  expect((await ask('{')).status).toBe(400);
  expect((await ask('[1]')).status).toBe(400);
  const impossible = await ask('["deliver 0>1"]');
  expect(impossible.status).toBe(422);
  expect(await impossible.text()).toContain('"deliver 0>1" cannot happen here; possible steps: act p0 broadcast');
  expect(((await (await ask('["act p0 broadcast"]')).json()) as { moments: unknown[] }).moments).toHaveLength(2);
});
