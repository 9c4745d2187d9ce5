/** The viewer in a real browser: the worker reads each kind of file, and crowds look the same however they are drawn. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { JsonWriter, jsonHeader } from '@kineko/formats/trace';
import { longNekoLog, longRun, longTrace } from '@kineko/tools/shared/long-log';
import { folderOf } from '@kineko/tools/shared/workspaces';
import { type Embedded, EMBEDDED_ID } from '@kineko/viewer';
import type { Page } from 'playwright-core';
import { showInViewer } from '../src/viewer-server.js';
import { startBrowser, type TestBrowser } from './browser.js';

const PAGE = pathToFileURL(`${folderOf('kineko')}/page/`);

/** State that the page exposes to tests. */
declare const kineko: {
  readonly frame: { readonly value: { readonly robots: readonly { id: number; x: number; y: number }[] } };
  readonly phase: { readonly value: string };
  readonly span: { readonly value: { readonly start: number; readonly end: number } };
  readonly time: { readonly value: number };
  readonly hasLegend: { value: boolean };
  readonly robotsBy: { value: 'auto' | 'gl' | 'pixels' | 'paths' };
  readonly style: { value: { readonly layers: readonly { name: string; isVisible: boolean }[] } };
  goTo(t: number): void;
  select(id: number | undefined): void;
  zoomBy(factor: number): void;
};
/** Declared by the page; this file is compiled for Node. */
declare const document: {
  getElementById(id: string): {
    readonly width: number;
    readonly height: number;
    getContext(kind: '2d'): {
      getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
    };
  };
};

let browser: TestBrowser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kineko-reading-'));
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

function fileOf(name: string, pieces: Iterable<Uint8Array | string>): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([...pieces].map((piece) => Buffer.from(piece))));
  return path;
}

async function opened(url: string, look: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.goto(url);
    await page.waitForFunction(() => kineko.phase.value === 'ready');
    await look(page);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
  }
}

async function shown(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const viewer = await showInViewer({ kind: 'file', path, name: 'run' }, { port: 0 });
  try {
    await opened(viewer.url, look);
  } finally {
    await viewer.close();
  }
}

const placesAt = (page: Page, time: number) =>
  page.evaluate((t) => {
    kineko.goTo(t);
    return kineko.frame.value.robots.map(({ id, x, y }) => ({ id, x, y }));
  }, time);

/** A field of 4 × 3 with one dark pixel, a robot and an object. */
const DEECO_LOG = `4
3
000000000100
---
demo.Bot,1.0
---
demo.Lamp
---
a&&1.5,,1.5,,0.0,,;;&&9.0,,9.0,,0.25,,x;;
b&&1.5,,1.75,,0.0,,hi;;&&9.0,,9.0,,0.25,,x;;
`;

const RUN = { robots: 12, rounds: 20 };

function jsonTrace(): Uint8Array[] {
  const writer = new JsonWriter();
  for (const record of longRun(RUN, true)) writer.append(record);
  return [jsonHeader(), writer.take()].map((text) => new TextEncoder().encode(String(text)));
}

describe('a worker reads', () => {
  test.each([
    ['a binary trace', () => fileOf('trace.bin', longTrace(RUN)), 12, 59],
    ['a trace as JSON lines', () => fileOf('trace.jsonl', jsonTrace()), 12, 59],
    ['a Neko log', () => fileOf('neko.log', longNekoLog(RUN)), 12, 59],
    ['a DEECo log', () => fileOf('deeco.log', [DEECO_LOG]), 1, 1],
  ])('%s, and its places are the same forwards and backwards', async (_name, file, robots, least) => {
    await shown(file(), async (page) => {
      expect(page.workers()).toHaveLength(1);
      const { start, end } = await page.evaluate(() => kineko.span.value);
      expect(end - start).toBeGreaterThanOrEqual(least);
      const times = [0.1, 0.35, 0.6, 0.95].map((share) => start + share * (end - start));
      const forwards: unknown[] = [];
      for (const time of times) forwards.push(await placesAt(page, time));
      const backwards: unknown[] = [];
      for (const time of times.toReversed()) backwards.push(await placesAt(page, time));
      expect(backwards.toReversed()).toEqual(forwards);
      expect(forwards[0]).toHaveLength(robots);
    });
  });

  test('the lines of a selected robot again, at the cursor', async () => {
    await shown(fileOf('lines.log', longNekoLog({ robots: 20, rounds: 80 })), async (page) => {
      await page.evaluate(() => {
        kineko.select(4);
        kineko.goTo(30);
      });
      const present = async (text: RegExp): Promise<void> => {
        const line = page.locator('.log [aria-current] button', { hasText: text });
        await line.waitFor();
        expect(await line.count()).toBe(1);
      };
      await present(/^(29|30)\.\d+ p4 /);
      await page.evaluate(() => kineko.goTo(210));
      await present(/^(209|210)\.\d+ p4 /);
      await page.evaluate(() => kineko.goTo(3));
      await present(/^[23]\.\d+ p4 /);
    });
  });
});

describe('a self-contained page, opened from disk', () => {
  const textOf = (name: string): string => readFileSync(fileURLToPath(new URL(name, PAGE)), 'utf8');
  const embedded = (worker: string | undefined): Embedded => {
    const log = gzipSync(Buffer.concat([...longNekoLog(RUN)]));
    return { name: 'alone', data: log.toString('base64'), worker };
  };
  const pageWith = (name: string, content: Embedded): string => {
    const json = JSON.stringify(content).replaceAll('<', '\\u003c');
    const viewer = textOf('viewer.js').replaceAll('</script', '<\\/script');
    const scripts = `<script type="application/json" id="${EMBEDDED_ID}">${json}</script><script type="module">${viewer}</script>`;
    return fileOf(name, [`<!doctype html><meta charset="utf-8"><div id="app"></div>${scripts}`]);
  };

  test.each([
    ['reads in a worker that it carries with it', true, 1],
    ['reads by itself, if it carries none', false, 0],
  ])('%s', async (_name, carries, workers) => {
    const path = pageWith(`alone-${workers}.html`, embedded(carries ? textOf('reader.js') : undefined));
    await opened(pathToFileURL(path).href, async (page) => {
      expect(page.workers()).toHaveLength(workers);
      expect(await placesAt(page, 20)).toHaveLength(RUN.robots);
    });
  });
});

describe('a crowd', () => {
  /** Pixels of a picture with robots only, compared with the same picture by paths. */
  const compare = (page: Page, zoom: number) =>
    page.evaluate((factor) => {
      const hidden = kineko.style.value.layers.map((layer) => ({
        ...layer,
        isVisible: layer.name === 'ground' || layer.name === 'robots',
      }));
      kineko.style.value = { ...kineko.style.value, layers: hidden };
      kineko.hasLegend.value = false;
      kineko.goTo(4.7);
      kineko.zoomBy(factor);
      const pixelsBy = (by: 'auto' | 'gl' | 'pixels' | 'paths'): Uint8ClampedArray => {
        kineko.robotsBy.value = by;
        const canvas = document.getElementById('stage');
        return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
      };
      const [plain, chosen, own] = [pixelsBy('paths'), pixelsBy('auto'), pixelsBy('pixels')];
      const differences = [own, pixelsBy('gl')].map((ours) => {
        let [painted, far, sum] = [0, 0, 0];
        for (let at = 0; at < plain.length; at += 4) {
          let apart = 0;
          let color = 0;
          for (let part = 0; part < 3; part++) {
            apart = Math.max(apart, Math.abs(ours[at + part]! - plain[at + part]!));
            color += plain[at + part]!;
          }
          if (color < 720) painted++;
          if (apart > 48) far++;
          sum += apart;
        }
        return { painted, far, mean: sum / (plain.length / 4) };
      });
      const isSame = (one: Uint8ClampedArray, other: Uint8ClampedArray): boolean =>
        one.every((value, at) => value === other[at]);
      return { differences, choice: isSame(chosen, own) ? 'pixels' : isSame(chosen, plain) ? 'paths' : 'gl' };
    }, zoom);

  test.each([
    ['dots', 3000, 1, 'pixels'],
    ['discs without noses', 500, 3.5, 'paths'],
    ['discs with rims and noses', 600, 14, 'paths'],
  ])('of %s looks the same pixel by pixel, by WebGL and by paths', async (_name, robots, zoom, chosen) => {
    await shown(fileOf(`crowd-${robots}.bin`, longTrace({ robots, rounds: 3 })), async (page) => {
      const { differences, choice } = await compare(page, zoom);
      for (const { painted, far, mean } of differences) {
        expect(painted).toBeGreaterThan(500);
        expect(far / painted).toBeLessThan(0.02);
        expect(mean).toBeLessThan(1);
        // Otherwise one of the two was not used.
        expect(mean).toBeGreaterThan(0);
      }
      // The WebGL of this browser is made by software, so a crowd does not use it.
      expect(choice).toBe(chosen);
    });
  });
});
