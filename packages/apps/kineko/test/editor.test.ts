/** The world editor in a real browser, with real files behind it. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EditorNews, placed, type Shape, tidyPoint, type WorldDocument } from '@kineko/editor';
import type { Page } from 'playwright-core';
import { type FormatName, openWorld, WORLD_FORMATS } from '../src/page/world-formats.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { type Files, REPOSITORY, type Workspace } from './command-line.js';
import { edited, ROOM } from './editor-kit.js';
import { faintTexts, namelessControls, pictureFits } from './page-checks.js';

/** State that the page exposes to tests. */
declare const kineko: {
  readonly shown: { readonly value: WorldDocument };
  readonly selected: { readonly value: ReadonlySet<number> };
  readonly isChecked: { readonly value: boolean };
  readonly isDirty: { readonly value: boolean };
  readonly problems: { readonly value: (EditorNews & { readonly type: 'checked' })['problems'] };
  readonly view: { readonly value: { x: number; y: number; pixelsPerMetre: number; width: number; height: number } };
  select(ids: Iterable<number>): void;
  flipped(point: { x: number; y: number }): { x: number; y: number };
};

/** The files that the page has opened. */
declare const sockets: WebSocket[];

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

async function inPage(
  files: Files,
  file: string,
  look: (page: Page, workspace: Workspace) => Promise<void>,
  flags: readonly string[] = [],
): Promise<void> {
  const { workspace, url, stop } = await edited(files, [file, ...flags]);
  const page = await browser.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.addInitScript(() => {
    const opened: unknown[] = [];
    const Watched = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        opened.push(this);
      }
    };
    Object.assign(globalThis, { WebSocket: Watched, sockets: opened });
  });
  try {
    await page.goto(url);
    await checked(page);
    await look(page, workspace);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
    expect((await stop()).code).toBe(0);
  }
}

const checked = (page: Page): Promise<unknown> => page.waitForFunction(() => kineko.isChecked.value);
const documentOf = (page: Page): Promise<WorldDocument> => page.evaluate(() => kineko.shown.value);
const messageIs = (page: Page, text: string): Promise<void> => page.locator('#message', { hasText: text }).waitFor();

/** Screen position of a place in the world. */
async function onScreen(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  await pictureFits(page);
  const box = (await page.locator('.stage').boundingBox())!;
  const pixel = await page.evaluate(
    ([atX, atY]) => {
      const view = kineko.view.value;
      const point = kineko.flipped({ x: atX!, y: atY! });
      const scale = view.pixelsPerMetre;
      return { x: view.width / 2 + (point.x - view.x) * scale, y: view.height / 2 - (point.y - view.y) * scale };
    },
    [x, y],
  );
  return { x: box.x + pixel.x, y: box.y + pixel.y };
}

async function click(page: Page, x: number, y: number): Promise<void> {
  const at = await onScreen(page, x, y);
  await page.mouse.click(at.x, at.y);
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const [a, b] = [await onScreen(page, ...from), await onScreen(page, ...to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
  await page.mouse.move(b.x, b.y);
  await page.mouse.up();
}

/** The things of a world, however the file writes them. */
function geometry({ shapes, format }: WorldDocument): unknown[] {
  const groups = ['children', 'robots', 'obstacles', 'objects'];
  const groupOf = (shape: Shape): number =>
    format === 'crsim'
      ? 0
      : groups.indexOf(WORLD_FORMATS[format as FormatName].kinds.find(({ name }) => name === shape.kind)!.group);
  const where = (shape: Shape): unknown => {
    const { form } = shape;
    if (form.kind === 'path') return placed(shape, form.points).map(tidyPoint);
    if (form.kind === 'polygons') return form.parts.map((part) => placed(shape, part).map(tidyPoint));
    return { ...tidyPoint(shape), angle: Math.round(((shape.angle + 360) % 360) * 1000) / 1000, form };
  };
  return shapes
    .toSorted((a, b) => groupOf(a) - groupOf(b))
    .map((shape) => ({ kind: shape.kind, where: where(shape), properties: shape.properties }));
}

const example = (path: string): string => readFileSync(`${REPOSITORY}examples/${path}`, 'utf8');

/** A file of each format, with room for a wall and a robot, and the distance that the robot moves. */
const CASES: readonly {
  readonly format: FormatName;
  readonly file: string;
  readonly text: string;
  readonly wall: readonly (readonly [number, number])[];
  readonly robot: readonly [number, number];
  readonly step: number;
}[] = [
  {
    format: 'chirp',
    file: 'world.json',
    text: example('chirp/push/world.json'),
    wall: [
      [60, 60],
      [100, 60],
      [100, 100],
    ],
    robot: [60, -60],
    step: 20,
  },
  {
    format: 'crsim',
    file: 'model.xml',
    text: example('crsim/search.xml'),
    wall: [
      [30, 10],
      [40, 10],
      [40, 20],
    ],
    robot: [70, 50],
    step: 8,
  },
  {
    format: 'robotsim',
    file: 'room.yaml',
    text: ROOM,
    wall: [
      [20, 20],
      [120, 20],
      [120, 60],
    ],
    robot: [200, 100],
    step: 50,
  },
  { format: 'deeco', file: 'scenario.xml', text: example('deeco/simple-1.xml'), wall: [], robot: [25, 25], step: 5 },
];

describe.each(CASES)('$format', ({ format, file, text, wall, robot, step }) => {
  test('saves what is drawn, dragged, turned, undone and redone, and opens it again', () =>
    inPage({ [file]: text }, file, async (page, workspace) => {
      const before = await documentOf(page);
      await page.locator('[data-tool="wall"]').click({ force: true });
      for (const [x, y] of wall) await click(page, x, y);
      if (wall.length > 0) await page.keyboard.press('Enter');
      await page.locator('[data-tool="robot"]').click();
      await click(page, ...robot);
      await page.locator('[data-tool="select"]').click();
      const [x, y] = robot;
      await drag(page, robot, [x + step, y]);
      await page.keyboard.press('{');
      const done = await documentOf(page);
      const walls = wall.length === 0 ? 0 : format === 'crsim' ? wall.length - 1 : 1;
      expect(done.shapes).toHaveLength(before.shapes.length + walls + 1);
      const drawn = done.shapes.at(-1)!;
      expect(drawn).toMatchObject({ x: x + step, y });
      expect(Math.abs(drawn.angle)).toBe(15);
      const steps = wall.length > 0 ? 4 : 3;
      for (let k = 0; k < steps; k++) await page.locator('#undo').click();
      expect(await documentOf(page)).toEqual(before);
      for (let k = 0; k < steps; k++) await page.locator('#redo').click();
      expect(await documentOf(page)).toEqual(done);
      await checked(page);
      expect(await page.evaluate(() => kineko.problems.value)).toEqual([]);
      await page.keyboard.press('Control+s');
      await messageIs(page, `Saved as ${file}`);
      expect(await page.evaluate(() => kineko.isDirty.value)).toBe(false);
      const saved = await openWorld(format, workspace.text(file), file);
      expect(geometry(saved.document)).toEqual(geometry(done));
      await page.reload();
      await checked(page);
      expect(geometry(await documentOf(page))).toEqual(geometry(done));
      expect((await workspace.kineko(['validate', file])).code).toBe(0);
      expect(readdirSync(workspace.path).filter((name) => name.startsWith('.'))).toEqual([]);
    }));
});

/** A run that does not end before it is stopped. */
const LONG = ROOM.replace('simulation.time: 5', 'simulation.time: 1000000');

describe('the page', () => {
  test('shows problems of the loader at their shapes, with links, and explains missing tools', () =>
    inPage({ 'room.yaml': ROOM }, 'room.yaml', async (page) => {
      await drag(page, [100, 200], [330, 310]);
      const said = 'robot 0 at (330, 310) with radius 5 overlaps';
      await page.locator('.problems button', { hasText: said }).waitFor();
      const shape = page.locator('[data-shape="0"]');
      expect(await shape.getAttribute('class')).toContain('bad');
      expect(await shape.locator('title').textContent()).toContain(said);
      expect(await page.locator('[data-shape="1"]').getAttribute('class')).toContain('bad');
      await page.evaluate(() => kineko.select([]));
      await page.locator('.problems button', { hasText: said }).click();
      expect(await page.evaluate(() => [...kineko.selected.value])).toEqual([0]);
      await page.locator('[data-field="place.x"]').fill('50');
      await page.locator('[data-field="place.x"]').press('Enter');
      await page.locator('h2', { hasText: 'No problems' }).waitFor();
      await page.locator('[data-field="place.x"]').fill('nowhere');
      await page.locator('[data-field="place.x"]').press('Enter');
      await page.locator('.field [role="alert"]', { hasText: 'a number from' }).waitFor();
      const gas = page.locator('[data-tool="gas"]');
      expect([await gas.getAttribute('aria-disabled'), await gas.getAttribute('title')]).toEqual([
        'true',
        'Robots of these simulations sense heat and light, but no gas.',
      ]);
      await gas.click({ force: true });
      expect(await page.locator('[data-tool="select"]').getAttribute('aria-pressed')).toBe('true');
    }));

  test('saves with Ctrl-S while a text field has the focus, also with Caps Lock', () =>
    inPage({ 'world.json': example('chirp/push/world.json') }, 'world.json', async (page) => {
      for (const [x, key] of [
        ['-59', 's'],
        ['-58', 'S'],
      ] as const) {
        await page.evaluate(() => kineko.select([5]));
        const field = page.locator('[data-field="place.x"]');
        await field.fill(x);
        await field.press('Enter');
        await field.focus();
        expect(await page.evaluate(() => kineko.isDirty.value)).toBe(true);
        await field.press(`Control+${key}`);
        await page.waitForFunction(() => !kineko.isDirty.value);
      }
    }));

  test('rotates by handle, copies, aligns, deletes, and is accessible', () =>
    inPage({ 'world.json': example('chirp/push/world.json') }, 'world.json', async (page) => {
      await page.evaluate(() => kineko.select([5]));
      const handle = (await page.locator('[data-handle="turn"]').boundingBox())!;
      const middle = await onScreen(page, -60, 8);
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await page.mouse.down();
      await page.keyboard.down('Shift');
      await page.mouse.move(middle.x - 40, middle.y - 38);
      await page.mouse.up();
      await page.keyboard.up('Shift');
      expect((await documentOf(page)).shapes[5]).toMatchObject({ x: -60, y: 8, angle: 45 });
      await page.keyboard.press('Control+d');
      const copy = (await documentOf(page)).shapes.at(-1)!;
      expect(copy).toMatchObject({
        like: 5,
        x: -55,
        y: 13,
        properties: { id: 2, controller: 'python3 controllers/push.py 2' },
      });
      await page.keyboard.press('ArrowUp');
      expect((await documentOf(page)).shapes.at(-1)).toMatchObject({ x: -55, y: 18 });
      await page.evaluate((id) => kineko.select([4, 5, id]), copy.id);
      await page.locator('[data-align="left"]').click();
      const { shapes } = await documentOf(page);
      expect([shapes[4]!.x, shapes[5]!.x, shapes.at(-1)!.x]).toEqual([-55, -60, -60]);
      await page.keyboard.press('Delete');
      expect((await documentOf(page)).shapes).toHaveLength(5);
      await page.locator('.stage').press('?');
      await page.getByRole('dialog', { name: 'Keys and pointer' }).waitFor();
      expect(await namelessControls(page)).toEqual([]);
      for (const theme of ['dark', 'light']) {
        expect(await faintTexts(page)).toEqual([]);
        await page.getByRole('button', { name: `${theme} theme` }).click();
      }
      await page.setViewportSize({ width: 420, height: 800 });
      // The fields are below the picture.
      expect((await page.locator('.picture').boundingBox())!.width).toBe(420);
    }));

  test('does not overwrite the changes of another program unless confirmed; saves under another name', () =>
    inPage({ 'room.yaml': ROOM }, 'room.yaml', async (page, workspace) => {
      await drag(page, [100, 200], [150, 200]);
      const theirs = ROOM.replace('seed: 1', 'seed: 2');
      workspace.write({ 'room.yaml': theirs });
      await page.locator('#save').click();
      await page.locator('#conflict', { hasText: 'room.yaml has been changed by another program' }).waitFor();
      expect(workspace.text('room.yaml')).toBe(theirs);
      await page.getByRole('button', { name: 'save anyway' }).click();
      await messageIs(page, 'Saved as room.yaml');
      expect(workspace.text('room.yaml')).toBe(ROOM.replace('[100, 200]', '[150, 200]'));
      workspace.write({ 'room.yaml': theirs });
      await page.locator('#reload').click();
      await messageIs(page, 'was reloaded');
      expect((await documentOf(page)).shapes[0]!.x).toBe(100);
      await drag(page, [100, 200], [110, 200]);
      await page.getByRole('button', { name: 'save as …' }).click();
      await page.locator('#save-name').fill('../other.yaml');
      await page.locator('#save-name').press('Enter');
      await messageIs(page, 'expected a file name in the same folder');
      await page.locator('#save-name').fill('other.yaml');
      await page.locator('#save-name').press('Enter');
      await messageIs(page, 'Saved as other.yaml');
      expect(workspace.text('other.yaml')).toBe(theirs.replace('[100, 200]', '[110, 200]'));
      expect(workspace.text('room.yaml')).toBe(theirs);
      expect(await page.locator('h1').textContent()).toBe('other.yaml');
      // A break: unsaved changes stay, and so does the file.
      await drag(page, [110, 200], [120, 200]);
      // At once: half a second later the page tries again without the button.
      await page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const socket = sockets.at(-1)!;
            socket.addEventListener('close', () => {
              document.querySelector<HTMLButtonElement>('[role="alert"] button')!.click();
              resolve();
            });
            socket.close();
          }),
      );
      await page.locator('[role="alert"]').waitFor({ state: 'detached' });
      expect((await documentOf(page)).shapes[0]!.x).toBe(120);
      await page.locator('#save').click();
      await page.waitForFunction(() => !kineko.isDirty.value);
      expect(workspace.text('other.yaml')).toBe(theirs.replace('[100, 200]', '[120, 200]'));
      expect(workspace.text('room.yaml')).toBe(theirs);
    }));

  test('shows the colours and names of things and robots in an environment while they are edited', () =>
    inPage({ 'search.xml': example('crsim/search.xml') }, 'search.xml', async (page) => {
      const fillOf = (name: string): Promise<string> =>
        page.evaluate((wanted) => {
          const { id } = kineko.shown.value.shapes.find(({ properties }) => properties['name'] === wanted)!;
          const form = document.querySelector(`[data-shape="${id}"] > :is(circle, rect, polygon)`)!;
          return getComputedStyle(form).fill;
        }, name);
      expect(await fillOf('crate')).toBe('rgb(153, 102, 51)');
      expect(await fillOf('shelf')).toBe('rgb(102, 77, 51)');
      expect(await fillOf('red')).toBe('rgb(255, 0, 0)');
      const names = (): Promise<string[]> => page.locator('.stage .names text').allTextContents();
      const { shapes } = await documentOf(page);
      expect(await names()).toEqual(shapes.map(({ properties }) => properties['name']));
      await page.evaluate(() => kineko.select([0]));
      await page.getByLabel('colour').fill('0 0.5 1');
      await page.keyboard.press('Enter');
      await page.getByLabel('name', { exact: true }).fill('chest');
      await page.keyboard.press('Enter');
      expect(await fillOf('chest')).toBe('rgb(0, 128, 255)');
      expect(await names()).toContain('chest');
      // An invalid colour is reported, and the colour of the theme is shown.
      await page.getByLabel('colour').fill('red');
      await page.keyboard.press('Enter');
      await page.locator('.problems', { hasText: 'color' }).waitFor();
      expect(await fillOf('chest')).not.toBe('rgb(0, 128, 255)');
      for (const theme of ['dark', 'light']) {
        expect(await faintTexts(page)).toEqual([]);
        await page.getByRole('button', { name: `${theme} theme` }).click();
      }
    }));

  test('traces obstacles from a picture', () =>
    inPage(
      { 'room.yaml': ROOM, 'map.png': readFileSync(`${REPOSITORY}examples/deeco/maps/map01.png`) },
      'room.yaml',
      async (page, workspace) => {
        await page.getByRole('button', { name: 'picture …' }).click();
        await page.locator('#picture').setInputFiles(workspace.of('map.png'));
        await page.locator('#traced', { hasText: /\d+ rectangles/ }).waitFor();
        const count = Number(/(\d+) rectangles/.exec((await page.locator('#traced').textContent())!)![1]);
        expect(count).toBeGreaterThan(1);
        await page.locator('#picture-scale').fill('2');
        await page.getByRole('button', { name: 'as obstacles' }).click();
        expect((await documentOf(page)).shapes).toHaveLength(2 + count);
        await page.locator('#save').click();
        await messageIs(page, 'Saved');
        const again = await openWorld('robotsim', workspace.text('room.yaml'), 'room.yaml');
        expect(again.document.shapes.filter(({ kind }) => kind === 'box')).toHaveLength(1 + count);
      },
    ));

  test('offers to start controllers only with --controllers, and explains why', async () => {
    const files = { 'world.json': example('chirp/push/world.json') };
    await inPage(files, 'world.json', async (page) => {
      await page.locator('#no-controllers', { hasText: 'kineko edit --controllers' }).waitFor();
      expect(await page.locator('#controllers').count()).toBe(0);
      for (const theme of ['dark', 'light']) {
        expect(await faintTexts(page)).toEqual([]);
        await page.getByRole('button', { name: `${theme} theme` }).click();
      }
    });
    const look = async (page: Page): Promise<void> => {
      expect(await page.locator('#controllers').isChecked()).toBe(false);
      expect(await page.locator('#no-controllers').count()).toBe(0);
    };
    await inPage(files, 'world.json', look, ['--controllers']);
  });

  test('runs the current world, saved or not, and shows it in the viewer', () =>
    inPage({ 'room.yaml': LONG }, 'room.yaml', async (page, workspace) => {
      await drag(page, [100, 200], [150, 200]);
      const [viewer] = await Promise.all([browser.context.waitForEvent('page'), page.locator('#run').click()]);
      await viewer.waitForFunction(() => {
        const { kineko: shown } = globalThis as unknown as {
          readonly kineko?: { readonly scene: { readonly value: { readonly robots: ReadonlyMap<number, unknown> } } };
        };
        return shown?.scene.value.robots.size === 1;
      });
      await viewer.close();
      await page.locator('#stop').click();
      await messageIs(page, 'The run is over');
      expect(workspace.text('room.yaml')).toBe(LONG);
      expect(readdirSync(workspace.path).filter((name) => name.startsWith('.'))).toEqual([]);
    }));
});
