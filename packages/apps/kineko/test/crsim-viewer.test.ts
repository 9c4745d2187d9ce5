/** The viewer of an environment in a real browser: early and late, in the plan and in 3-D, live and recorded. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser.js';
import { OBJECTS, updateAt } from './crsim-objects.js';
import { StubEnvironment } from './crsim-stub.js';
import {
  colorAt,
  faintTexts,
  namelessControls,
  pictureFits,
  pictureSizes,
  pressBeforeFirstFrame,
  reachedByTab,
  requestsFrames,
} from './page-checks.js';

/** State that the page exposes to tests. */
declare const kineko: {
  readonly things: {
    readonly value: readonly { name: string; heat: number; place: { x: number; y: number; z: number } }[];
  };
  readonly span: { readonly value: { start: number; end: number } };
  readonly step: { readonly value: number };
  readonly selected: { readonly value: string | undefined };
  readonly projection: { readonly value: string };
  readonly infrared: { readonly value: string };
  readonly isPlaying: { readonly value: boolean };
  readonly isAtNewest: { readonly value: boolean };
  readonly link: { readonly value: { readonly phase: string } };
  readonly orbit: { readonly value: { yaw: number; pitch: number; distance: number; target: readonly number[] } };
  readonly view: { readonly value: { x: number; y: number; pixelsPerMetre: number } };
  pixelAt(x: number, y: number, z: number): { x: number; y: number } | undefined;
  goTo(step: number): void;
};

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

interface Shown {
  readonly environment: StubEnvironment;
  open(more?: string): Promise<Page>;
}

/** Runs a test with an environment and its pages, and closes all of them; pages must not fail. */
async function shown(look: (shown: Shown) => Promise<void>, given = OBJECTS): Promise<void> {
  const environment = new StubEnvironment(given);
  await environment.open();
  const pages: Page[] = [];
  const errors: string[] = [];
  try {
    await look({
      environment,
      open: async (more) => {
        const page = await browser.context.newPage();
        pages.push(page);
        page.on('pageerror', (error) => errors.push(error.message));
        await page.goto(environment.urlOf('space.html', more));
        await page.waitForFunction(() => kineko.link.value.phase === 'open');
        return page;
      },
    });
    expect(errors).toEqual([]);
  } finally {
    for (const page of pages) await page.close();
    await environment.close();
  }
}

const walk = (environment: StubEnvironment, from: number, to: number): void => {
  for (let step = from; step < to; step++) environment.move(updateAt(step));
};
const hasSeen = (page: Page, step: number): Promise<unknown> =>
  page.waitForFunction((end) => kineko.span.value.end === end, step);
const placeOf = (page: Page, name: string) =>
  page.evaluate((wanted) => kineko.things.value.find((thing) => thing.name === wanted)?.place, name);
/** Position of a thing on the page. */
async function pixelOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  await pictureFits(page);
  const { x, y } = await page.evaluate((wanted) => {
    const { place } = kineko.things.value.find((thing) => thing.name === wanted)!;
    return kineko.pixelAt(place.x, place.y, place.z)!;
  }, name);
  return { x, y };
}
async function clickOn(page: Page, name: string): Promise<void> {
  const { x, y } = await pixelOf(page, name);
  const box = (await page.locator('#stage').boundingBox())!;
  await page.mouse.click(box.x + x, box.y + y);
}

describe('the viewer of an environment', () => {
  test('waits until the objects are sent; a late viewer shows the same', () =>
    shown(async ({ environment, open }) => {
      const early = await open();
      expect(await early.locator('#waiting').textContent()).toContain('has not sent its objects yet');
      environment.begin();
      walk(environment, 0, 4);
      await hasSeen(early, 3);
      expect(await early.locator('#waiting').count()).toBe(0);
      const late = await open('&view=3d');
      walk(environment, 4, 8);
      for (const page of [early, late]) {
        await hasSeen(page, 7);
        expect(await placeOf(page, 'r1')).toEqual({ x: 15, y: 0.5, z: 7, orientation: Math.PI / 2 });
      }
      expect(await late.evaluate(() => kineko.span.value.start)).toBe(3);
    }));

  test('draws things in their colours and places, in the plan and in 3-D', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      environment.begin();
      walk(environment, 0, 1);
      await hasSeen(page, 0);
      await page.keyboard.press('l');
      const plan = await pixelOf(page, 'crate');
      expect(await colorAt(page, '#stage', plan.x, plan.y)).toEqual([153, 102, 51]);
      await page.keyboard.press('v');
      expect(await page.evaluate(() => kineko.projection.value)).toBe('space');
      const inSpace = await pixelOf(page, 'crate');
      const [red, green, blue] = await colorAt(page, '#stage', inSpace.x, inSpace.y);
      // Lit from the side it is darker, with the same hue.
      expect(red / 153).toBeLessThan(1);
      expect(red / 153).toBeGreaterThan(0.4);
      expect(green / red).toBeCloseTo(2 / 3, 1);
      expect(blue / red).toBeCloseTo(1 / 3, 1);
    }));

  test('shows heat in infrared, with a legend, and tagged things go cold', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      environment.begin();
      walk(environment, 0, 1);
      await hasSeen(page, 0);
      await page.keyboard.press('l');
      await page.keyboard.press('i');
      expect(await page.locator('#legend').textContent()).toBe('Heat (infrared output)012.52537.550');
      const colorOf = async (name: string) => {
        const { x, y } = await pixelOf(page, name);
        return colorAt(page, '#stage', x, y);
      };
      const [lamp, crate] = [await colorOf('lamp'), await colorOf('crate')];
      expect(lamp).toEqual([250, 153, 33]);
      expect(crate).toEqual([26, 23, 61]);
      environment.move({ objectName: 'lamp', x: 60, y: 1, z: 40, orientation: 0, heat: 0 });
      await hasSeen(page, 1);
      expect(await colorOf('lamp')).toEqual(crate);
      await page.keyboard.press('i');
      expect(await page.locator('#legend').textContent()).toBe('Infrared reflectance00.250.50.751');
      await page.keyboard.press('i');
      expect(await page.locator('#legend').count()).toBe(0);
    }));

  test('takes keys, and knows the size of its picture, before the first frame', () =>
    shown(async ({ environment }) => {
      const page = await browser.context.newPage();
      try {
        await pressBeforeFirstFrame(page, environment.urlOf('space.html'), 'v');
        expect(await page.evaluate(() => kineko.projection.value)).toBe('space');
        const [known, real] = await pictureSizes(page);
        expect(known).toEqual(real);
      } finally {
        await page.close();
      }
    }));

  test('selects an object by a click in either view, and by keys', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      environment.begin();
      walk(environment, 0, 3);
      await hasSeen(page, 2);
      await clickOn(page, 'beacon');
      expect(await page.locator('#chosen-name').textContent()).toBe('beacon');
      expect(await page.locator('#chosen-facts').textContent()).toContain('cylinder, radius 0.5, height 3 and sphere');
      await page.keyboard.press('v');
      await clickOn(page, 'r1');
      expect(await page.locator('#chosen-facts').textContent()).toContain('13, 0.5, 10');
      walk(environment, 3, 4);
      await hasSeen(page, 3);
      expect(await page.locator('#chosen-facts').textContent()).toContain('14, 0.5, 10');
      await page.locator('#stage').focus();
      await page.keyboard.press('n');
      expect(await page.evaluate(() => kineko.selected.value)).toBe('beacon');
      await page.keyboard.press('Escape');
      expect(await page.evaluate(() => kineko.selected.value)).toBeUndefined();
    }));

  test('moves its cameras by mouse and keys, and follows', () =>
    shown(async ({ environment, open }) => {
      const page = await open('&view=3d');
      environment.begin();
      walk(environment, 0, 3);
      await hasSeen(page, 2);
      const orbit = () => page.evaluate(() => kineko.orbit.value);
      const first = await orbit();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('+');
      const second = await orbit();
      expect(second.yaw).toBeGreaterThan(first.yaw);
      expect(second.pitch).toBeGreaterThan(first.pitch);
      expect(second.distance).toBeCloseTo(first.distance / 1.25, 6);
      const box = (await page.locator('#stage').boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const drag = async (): Promise<void> => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 60, y + 10, { steps: 3 });
        await page.mouse.up();
      };
      await drag();
      const third = await orbit();
      expect(third.yaw).toBeLessThan(second.yaw);
      expect(third.target).toEqual(second.target);
      await page.keyboard.down('Shift');
      await drag();
      await page.keyboard.up('Shift');
      expect((await orbit()).target).not.toEqual(second.target);
      await page.mouse.wheel(0, -200);
      await page.waitForFunction((distance) => kineko.orbit.value.distance < distance, third.distance);
      await page.keyboard.press('0');
      expect(await orbit()).toEqual(first);
      for (const key of ['n', 'n', 'n', 'f']) await page.keyboard.press(key);
      expect((await orbit()).target).toEqual([13, 0.5, 10]);
      await page.keyboard.press('v');
      const { x: planX, y: planY } = await page.evaluate(() => kineko.view.value);
      expect([planX, planY]).toEqual([13, -10]);
    }));

  test('turns, moves and zooms the camera by touch', () =>
    shown(async ({ environment, open }) => {
      const page = await open('&view=3d');
      environment.begin();
      walk(environment, 0, 1);
      await hasSeen(page, 0);
      const orbit = () => page.evaluate(() => kineko.orbit.value);
      const session = await page.context().newCDPSession(page);
      const touch = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        ...places: readonly (readonly [number, number])[]
      ) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: places.map(([x, y], id) => ({ x, y, id })),
        });
      const first = await orbit();
      await touch('touchStart', [300, 300]);
      await touch('touchMove', [340, 300]);
      await touch('touchEnd');
      await page.waitForFunction((yaw) => kineko.orbit.value.yaw < yaw, first.yaw);
      const second = await orbit();
      expect(second.distance).toBe(first.distance);
      await touch('touchStart', [300, 300], [400, 300]);
      await touch('touchMove', [250, 300], [450, 300]);
      await touch('touchEnd');
      await page.waitForFunction((distance) => kineko.orbit.value.distance < 0.6 * distance, first.distance);
      expect((await orbit()).yaw).toBe(second.yaw);
    }));

  test('replays, saves and opens a recording', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      environment.begin();
      walk(environment, 0, 9);
      await hasSeen(page, 8);
      const placesIn = async (): Promise<unknown[]> => {
        const places: unknown[] = [];
        for (const step of [-1, 0, 2.5, 4.5, 8]) {
          await page.evaluate((at) => kineko.goTo(at), step);
          places.push(await placeOf(page, 'r1'));
        }
        return places;
      };
      await page.keyboard.press('Home');
      expect(await page.evaluate(() => kineko.step.value)).toBe(-1);
      const live = await placesIn();
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
      expect(download.suggestedFilename()).toBe('environment.crsim.jsonl');
      const file = await download.path();
      expect(JSON.parse((await readFile(file, 'utf8')).split('\n')[1]!)).toMatchObject({
        environment: { width: 80 },
      });
      await page.locator('#open').setInputFiles({
        name: 'walk.jsonl',
        mimeType: 'application/jsonl',
        buffer: await readFile(file),
      });
      await page.getByRole('heading', { name: 'walk.jsonl' }).waitFor();
      expect(await placesIn()).toEqual(live);
      await page.keyboard.press('Home');
      await page.keyboard.press('.');
      expect(await page.evaluate(() => kineko.step.value)).toBe(0);
      await page.keyboard.press(' ');
      await page.waitForFunction(() => kineko.step.value === 8 && !kineko.isPlaying.value);
      expect(await requestsFrames(page)).toBe(false);
      await page.getByRole('button', { name: 'Back to live' }).click();
      walk(environment, 9, 10);
      await hasSeen(page, 9);
      expect(await page.evaluate(() => kineko.isAtNewest.value)).toBe(true);
      await page
        .locator('#open')
        .setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
      expect(await page.locator('.remark').textContent()).toContain('x.txt: expected a recording');
    }));

  test('reports a broken connection, reconnects, and keeps the earlier run', () =>
    shown(async ({ environment, open }) => {
      const page = await open();
      environment.begin();
      walk(environment, 0, 5);
      await hasSeen(page, 4);
      const { port } = environment;
      await environment.close();
      await page.locator('#link', { hasText: 'The connection to the environment is broken' }).waitFor();
      await environment.open(port);
      await page.waitForFunction(() => kineko.link.value.phase === 'open');
      expect(await page.locator('#link').count()).toBe(0);
      walk(environment, 5, 7);
      await hasSeen(page, 6);
      expect(await page.evaluate(() => kineko.span.value.start)).toBe(4);
      await page.getByRole('button', { name: 'Previous run' }).click();
      expect(await page.evaluate(() => kineko.span.value)).toEqual({ start: -1, end: 4 });
    }));

  test('explains what to do about an invalid or missing token', () =>
    shown(async ({ environment }) => {
      const page = await browser.context.newPage();
      try {
        for (const [fragment, text] of [
          [`#token=${'f'.repeat(32)}`, 'does not accept the token'],
          ['', 'has no token'],
        ] as const) {
          await page.goto('about:blank');
          await page.goto(`http://127.0.0.1:${environment.port}/space.html${fragment}`);
          await page.waitForFunction(() => kineko.link.value.phase === 'refused');
          expect(await page.getByRole('alert').textContent()).toContain(text);
          expect(await page.getByRole('alert').textContent()).toContain('that kineko serve printed');
        }
        // The same address with another token after its # is opened again.
        await page.goto(environment.urlOf('space.html'));
        // Only the fragment has changed, so this does not wait until the script has run again.
        await page.waitForFunction(() => 'kineko' in globalThis && kineko.link.value.phase === 'open');
      } finally {
        await page.close();
      }
    }));

  test('shows foreign text as text, and skips and reports invalid messages', () => {
    const name = '<img src=x onerror="globalThis.hacked=true">';
    const given = [...OBJECTS, { ...OBJECTS[0]!, name, xpos: 50 }];
    return shown(async ({ environment, open }) => {
      const page = await open();
      environment.begin();
      await page.waitForFunction(() => kineko.things.value.length === 5);
      await page.keyboard.press('p');
      expect(await page.locator('#chosen-name').textContent()).toBe(name);
      expect(await page.locator('img').count()).toBe(0);
      environment.toViewers('{"objectName":"r1","timestep":"soon"}\ntorn\n');
      await page.getByText('2 so far').waitFor();
      walk(environment, 0, 1);
      await hasSeen(page, 0);
    }, given);
  });

  test.each(['light', 'dark'] as const)(
    'in the %s all texts can be read, and everything has a name and is reached by keys',
    (theme) =>
      shown(async ({ environment, open }) => {
        const page = await open('&infrared=heat');
        environment.begin();
        walk(environment, 0, 3);
        await hasSeen(page, 2);
        if (theme === 'dark') await page.getByRole('button', { name: 'Dark' }).click();
        await page.locator('#stage').focus();
        await page.keyboard.press('n');
        await page.keyboard.press('?');
        expect(await page.getByRole('dialog', { name: 'keys' }).textContent()).toContain('plan or 3-D');
        expect(await faintTexts(page)).toEqual([]);
        expect(await namelessControls(page)).toEqual([]);
        const { reached, all } = await reachedByTab(page);
        expect(reached).toBe(all);
        expect(await page.locator('#stage').getAttribute('aria-label')).toBe(
          'plan of the environment in infrared (heat) at step 2: 4 objects',
        );
      }),
  );
});
