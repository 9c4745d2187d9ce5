/** `kineko serve` with its own pages: the panel loads a model, a robot connects, viewers watch. */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser.js';
import { Workspace } from './command-line.js';
import { colorAt, pictureFits } from './page-checks.js';

/** The lamp consists of two shapes, none of them at its centre. */
const MODEL = `<environment width="40" depth="30" timeStepMillis="100">
  <object name="lamp" x="30" y="1" z="20" rotation="1" heat="40">
    <shape type="CYLINDER" x="2" radius="0.5" height="2"/>
    <shape type="SPHERE" x="2" y="1.5" radius="0.5"/>
  </object>
  <robot name="r1" type="CYLINDER" x="10" y="0.5" z="10" rotation="0" radius="1" height="1" color="1 0 0"/>
</environment>`;

/** State that the page exposes to tests. */
declare const kineko: {
  readonly link: { readonly value: { readonly phase: string } };
  readonly projection: { readonly value: string };
  readonly isWaiting: { readonly value: boolean };
  readonly span: { readonly value: { readonly end: number } };
  readonly things: {
    readonly value: readonly {
      name: string;
      isRobot: boolean;
      heat: number;
      place: { x: number; y: number; z: number; orientation: number };
      shapes: readonly { place: { x: number; y: number; z: number } }[];
    }[];
  };
  pixelAt(x: number, y: number, z: number): { x: number; y: number } | undefined;
};

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** A robot that follows commands, one step at a time. */
class Robot {
  private readonly socket: Socket;
  private steps = 0;
  private told: (() => void) | undefined;

  constructor(port: number, name: string) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.write(`${JSON.stringify({ name })}\n`);
    createInterface({ input: this.socket }).on('line', (line) => {
      if (!('timestep' in (JSON.parse(line) as object))) return;
      this.steps++;
      this.told?.();
    });
  }

  async step(messageAction: string, messageAmount: number): Promise<void> {
    while (this.steps === 0) await new Promise<void>((resolve) => (this.told = resolve));
    this.steps--;
    const request = { type: 'ACTIONEVENT', messageAction, messageAmount, last: true };
    this.socket.write(`${JSON.stringify(request)}\n`);
  }

  leave(): void {
    this.socket.destroy();
  }
}

interface Served {
  readonly panel: string;
  readonly viewer: string;
  readonly robots: number;
}

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Starts `kineko serve` in a folder with a model, and stops it afterwards. */
async function served(look: (served: Served) => Promise<void>, { files, args: more = [] }: Given = {}): Promise<void> {
  const workspace = new Workspace({ 'world.xml': MODEL, ...files });
  const stop = new AbortController();
  let output = '';
  let end: Promise<unknown> | undefined;
  const ready = new Promise<void>((resolve) => {
    const args = [
      'serve',
      '--robots',
      '0',
      '--viewers',
      '0',
      '--panels',
      '0',
      '--web',
      '0',
      '--deadline',
      '3600000',
      ...more,
    ];
    end = workspace.kineko(args, {
      signal: stop.signal,
      onOutput: (text) => {
        output += text;
        if (output.includes('Ctrl-C ends it')) resolve();
      },
    });
  });
  await Promise.race([ready, end]);
  const [, robots] = /^robots +\S+:(\d+)/m.exec(output)!;
  const [, panel] = /(http\S+) +control panel$/m.exec(output)!;
  const [, viewer] = /(http\S+) +viewer$/m.exec(output)!;
  try {
    await look({ panel: panel!, viewer: viewer!, robots: Number(robots) });
  } finally {
    stop.abort();
    await end;
  }
}

async function opened(url: string, errors: string[]): Promise<Page> {
  const page = await browser.context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  await page.waitForFunction(() => kineko.link.value.phase === 'open');
  return page;
}

const stateIs = (page: Page, state: string): Promise<void> =>
  page.locator('.states [aria-current="step"]', { hasText: state }).waitFor();
/** When the panel allows it. By keys: a click would miss a button that moves when the page shows a new state. */
const press = (page: Page, command: string): Promise<void> =>
  page.locator(`[data-command="${command}"]:not([aria-disabled="true"])`).press('Enter');
const thingIn = (page: Page, name: string) =>
  page.evaluate((wanted) => kineko.things.value.find((thing) => thing.name === wanted)!, name);
const hasSeen = (page: Page, step: number): Promise<unknown> =>
  page.waitForFunction((end) => kineko.span.value.end >= end, step);

test('the pages load, watch, pause, step and stop a real environment', () =>
  served(async ({ panel: panelUrl, viewer: viewerUrl, robots }) => {
    const errors: string[] = [];
    const panel = await opened(panelUrl, errors);
    const early = await opened(viewerUrl, errors);
    await stateIs(panel, 'INITIAL');
    await panel.locator('#file').fill('../world.xml');
    await press(panel, 'load');
    await panel.locator('#outcome.bad', { hasText: 'load: ' }).waitFor();
    await panel.locator('#file').fill('world.xml');
    await press(panel, 'load');
    await stateIs(panel, 'LOADED');
    await panel.locator('#missing', { hasText: 'r1' }).waitFor();
    expect(await early.evaluate(() => kineko.isWaiting.value)).toBe(true);
    await panel.locator('[name="millisPerStep"]').fill('50');
    await panel.keyboard.press('Enter');
    await panel.locator('#statuses', { hasText: 'Time-step is 50 ms' }).waitFor();

    const robot = new Robot(robots, 'r1');
    await stateIs(panel, 'RUNNING');
    await early.waitForFunction(() => kineko.things.value.length === 2);
    // It has a heading before it moves.
    expect(await thingIn(early, 'r1')).toMatchObject({ isRobot: true, place: { x: 10, z: 10 } });
    await robot.step('MOVE', 3);
    await robot.step('TURNLEFT', Math.PI / 2);
    await hasSeen(early, 1);
    const late = await opened(`${viewerUrl}&view=3d`, errors);
    await late.waitForFunction(() => kineko.things.value.length === 2);
    for (const page of [early, late]) {
      const { place } = await thingIn(page, 'r1');
      expect(place.x).toBeCloseTo(13, 9);
      expect(place.orientation).toBeCloseTo(Math.PI / 2, 9);
    }
    // A tagged lamp goes cold, and stays in place.
    await robot.step('TAG', 100);
    for (const page of [early, late]) {
      await hasSeen(page, 2);
      const { place, heat, shapes } = await thingIn(page, 'lamp');
      expect({ place, heat }).toEqual({ place: { x: 30, y: 1, z: 20, orientation: 1 }, heat: 0 });
      const across = shapes.map((shape) => [shape.place.x, shape.place.z].map((part) => Math.round(part * 1e9) / 1e9));
      expect(across).toEqual([
        [2, 0],
        [2, 0],
      ]);
    }
    await panel.locator('#robots').getByRole('button', { name: 'r1' }).press('Enter');
    await panel.locator('#facts dd', { hasText: /^13$/ }).first().waitFor();

    await press(panel, 'pause');
    await stateIs(panel, 'RUNNING (paused)');
    await press(panel, 'stop');
    await stateIs(panel, 'LOADED');
    robot.leave();
    await panel.locator('#robots td', { hasText: 'no' }).waitFor();
    await press(panel, 'start');
    await stateIs(panel, 'RUNNING');
    await early.waitForFunction(() => kineko.things.value.find(({ name }) => name === 'r1')?.place.x === 10);
    expect(errors).toEqual([]);
    for (const page of [panel, early, late]) await page.close();
  }));

const WALLED = MODEL.replace('timeStepMillis', 'walls="true" timeStepMillis');
/** Connects, and stays. */
const ROBOT_JS = `const socket = require('node:net').connect(process.env.KINEKO_PORT, process.env.KINEKO_HOST);
socket.write(JSON.stringify({ name: process.argv[2] }) + '\\n');
socket.on('data', () => {});
`;

/** Loads a model from the panel and starts it without robots. */
async function begin(panel: Page): Promise<void> {
  await panel.locator('#file').fill('world.xml');
  await press(panel, 'load');
  await stateIs(panel, 'LOADED');
  await press(panel, 'start');
  await stateIs(panel, 'RUNNING');
}

test('walls around the ground are drawn in the plan and in 3-D, only where there are any', async () => {
  /** In the plan and in 3-D: the centre of the far wall, which is 0.4 thick, and the ground before it. */
  const colors = async (model: string): Promise<(readonly number[])[]> => {
    const found: (readonly number[])[] = [];
    await served(
      async ({ panel: panelUrl, viewer: viewerUrl }) => {
        const errors: string[] = [];
        const panel = await opened(panelUrl, errors);
        await begin(panel);
        // Otherwise the page draws every step, although nothing moves.
        await press(panel, 'pause');
        await stateIs(panel, 'RUNNING (paused)');
        const viewer = await opened(viewerUrl, errors);
        await viewer.bringToFront();
        await viewer.waitForFunction(() => kineko.things.value.length === 2);
        for (const height of [0, 0.8]) {
          for (const place of [
            { y: height, z: -0.2 },
            { y: 0, z: 1.7 },
          ]) {
            await pictureFits(viewer);
            const at = await viewer.evaluate(({ y, z }) => kineko.pixelAt(20.9, y, z)!, place);
            found.push(await colorAt(viewer, '#stage', at.x, at.y));
          }
          if (height > 0) break;
          await viewer.keyboard.press('v');
          await viewer.waitForFunction(() => kineko.projection.value === 'space');
        }
        expect(errors).toEqual([]);
        for (const page of [panel, viewer]) await page.close();
      },
      { files: { 'world.xml': model } },
    );
    return found;
  };
  const [ground, background] = [
    [0xff, 0xff, 0xff],
    [0xf4, 0xf5, 0xf7],
  ];
  const walled = await colors(WALLED);
  expect(walled).toEqual([[0x5b, 0x64, 0x70], ground, expect.anything(), ground]);
  expect(Math.max(...walled[2]!)).toBeLessThan(0x80);
  expect(await colors(MODEL)).toEqual([background, ground, background, ground]);
});

test('a model that is loaded from the panel starts the robots of --spawn, and a late panel shows the state', () =>
  served(
    async ({ panel: panelUrl }) => {
      const errors: string[] = [];
      const panel = await opened(panelUrl, errors);
      await panel.locator('#file').fill('world.xml');
      await press(panel, 'load');
      await stateIs(panel, 'RUNNING');
      const late = await opened(panelUrl, errors);
      await late.locator('#statuses li', { hasText: 'Robot r1 connected' }).waitFor();
      await late.locator('#statuses li', { hasText: 'Environment changed state: 3 --> 4' }).first().waitFor();
      const lines = await late.locator('#statuses li').allTextContents();
      expect(lines.filter((line) => line.includes('Environment changed state: 0 --> 1'))).toHaveLength(1);
      expect(lines.filter((line) => line.includes('Environment changed state: 3 --> 4'))).toHaveLength(1);
      expect(errors).toEqual([]);
      for (const page of [panel, late]) await page.close();
    },
    { files: { 'robot.cjs': ROBOT_JS }, args: ['--spawn', `"${process.execPath}" robot.cjs {name}`] },
  ));
