/** DEECo runs in a real browser, which look as in their playground by default. */
import { pathToFileURL } from 'node:url';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { runConfig } from '../src/testing.js';
import { binaryHeader, BinaryWriter } from '@kineko/formats/trace';
import { startBrowser, type TestBrowser } from './browser.js';
import { REPOSITORY, Workspace } from './command-line.js';
import { colorAt, faintTexts, pictureFits } from './page-checks.js';
import { shownFile } from './shown-run.js';

const LOG = `${REPOSITORY}packages/frontends/deeco/test/data/logs/seed42/simple-1.txt`;

/** State that the page exposes to tests. */
declare const kineko: {
  readonly phase: { readonly value: string };
  readonly title: { readonly value: string };
  readonly style: { readonly value: { readonly labels: string; readonly robotColors: unknown } };
  readonly frame: { readonly value: { readonly robots: readonly { x: number; y: number }[] } };
  readonly view: { readonly value: { x: number; y: number; pixelsPerMetre: number; width: number; height: number } };
  goTo(t: number): void;
};

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const inPage = (path: string, look: (page: Page) => Promise<void>): Promise<void> => shownFile(browser, path, look);

/** Colour at the centre of the first robot. */
async function robotColor(page: Page): Promise<readonly number[]> {
  await pictureFits(page);
  const { x, y } = await page.evaluate(() => {
    const [robot] = kineko.frame.value.robots;
    const { x: middleX, y: middleY, pixelsPerMetre, width, height } = kineko.view.value;
    return {
      x: width / 2 + (robot!.x - middleX) * pixelsPerMetre,
      y: height / 2 - (robot!.y - middleY) * pixelsPerMetre,
    };
  });
  return colorAt(page, '.stage', x, y);
}

test('a DEECo log has red circles, cycles and pixels, and the next run has its usual look', () =>
  inPage(LOG, async (page) => {
    await page.evaluate(() => kineko.goTo(7));
    expect(await robotColor(page)).toEqual([255, 0, 0]);
    expect(await page.locator('#clock').textContent()).toMatch(/^7 \/ \d+ cycles$/);
    expect(await page.locator('#zoom option').first().textContent()).toMatch(/^× [\d.]+$/);
    expect(await page.evaluate(() => kineko.style.value.labels)).toBe('none');
    await page.keyboard.press('n');
    await page.locator('dd', { hasText: /, [\d.]+ px$/ }).waitFor();
    for (const name of ['Dark', 'Light']) {
      expect(await faintTexts(page)).toEqual([]);
      await page.getByRole('button', { name, exact: true }).click();
    }
    const { records } = await runConfig(pathToFileURL(`${REPOSITORY}examples/gathering/robotsim.config`));
    const writer = new BinaryWriter();
    for (const record of records) writer.append(record);
    const buffer = Buffer.concat([binaryHeader(), writer.take()]);
    await page.locator('#open').setInputFiles({ name: 'other.bin', mimeType: 'application/octet-stream', buffer });
    await page.waitForFunction(() => kineko.title.value === 'other.bin' && kineko.phase.value === 'ready');
    expect(await page.locator('#clock').textContent()).toMatch(/ s$/);
    expect(await page.evaluate(() => [kineko.style.value.labels, kineko.style.value.robotColors])).toEqual([
      'ids',
      undefined,
    ]);
  }));

test('a visualization file overrides the default, and transparent things have no outline', () =>
  inPage(LOG, async (page) => {
    const file = (color: string) => ({
      name: 'look.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(
        `<visualization><robots><tag-based><default color="${color}"/></tag-based></robots></visualization>`,
      ),
    });
    await page.evaluate(() => kineko.goTo(0));
    await page.locator('#open').setInputFiles(file('blue'));
    await page.waitForFunction(() => JSON.stringify(kineko.style.value.robotColors).includes('0000ff'));
    expect(await robotColor(page)).toEqual([0, 0, 255]);
    await page.locator('#open').setInputFiles(file('transparent'));
    await page.waitForFunction(() => JSON.stringify(kineko.style.value.robotColors).includes('00000000'));
    // Only the white ground is left.
    const others = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas') ?? document.querySelector('canvas')!;
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const [robot] = kineko.frame.value.robots;
      const { x, y, pixelsPerMetre, width: wide, height: high } = kineko.view.value;
      const ratio = width / wide;
      const [left, top] = [
        ratio * (wide / 2 + (robot!.x - x) * pixelsPerMetre),
        ratio * (high / 2 - (robot!.y - y) * pixelsPerMetre),
      ];
      const reach = Math.ceil(4 * pixelsPerMetre * ratio);
      const colors = new Set<number>();
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dx = -reach; dx <= reach; dx++) {
          const at = 4 * (Math.round(top + dy) * width + Math.round(left + dx));
          colors.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
        }
      }
      return [...colors];
    });
    expect(others).toEqual([0xffffff]);
  }));

test('reports the line of an invalid first cycle, and shows the rest', async () => {
  const workspace = new Workspace({});
  const lines = readFileSync(LOG, 'utf8').split('\n');
  const first = lines.lastIndexOf('---') + 1;
  lines[first] = lines[first]!.replace(/,,[\d.]+,,/, ',,abc,,');
  writeFileSync(workspace.of('bad.txt'), lines.join('\n'));
  await inPage(workspace.of('bad.txt'), async (page) => {
    await page.getByText(new RegExp(`run:${first + 1}:\\d+: y of robot 0: expected a number`)).waitFor();
    await page.evaluate(() => kineko.goTo(1));
    expect(await page.evaluate(() => kineko.frame.value.robots.length)).toBe(11);
  });
});
