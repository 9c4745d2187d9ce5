/** Self-contained pages, opened from disk in a real browser, and looks from the command line. */
import { createCanvas } from '@napi-rs/canvas';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser.js';
import { REPOSITORY, Workspace } from './command-line.js';

const LAYER = `${REPOSITORY}examples/viewer-layer/centre.ts`;

/** State that the page exposes to tests. */
declare const kineko: {
  readonly phase: { readonly value: string };
  readonly message: { readonly value: string };
  readonly time: { readonly value: number };
  readonly pace: { readonly value: number };
  readonly selected: { readonly value: number | undefined };
  readonly isFollowing: { readonly value: boolean };
  readonly view: { readonly value: { readonly pixelsPerMetre: number } };
  readonly style: {
    readonly value: {
      readonly layers: readonly { readonly name: string }[];
      readonly textures?: ReadonlyMap<string, unknown>;
      readonly backgrounds?: readonly unknown[];
    };
  };
  visualizationText(): string;
};

/** A field of 40 × 30 with a wall, two robots, an object that moves; three cycles. */
function deecoLog(): string {
  const bitmap = Array.from({ length: 40 * 30 }, (_, k) => (k >= 20 * 30 && k < 20 * 30 + 9 ? '1' : '0')).join('');
  const cycle = (k: number): string =>
    `${k === 2 ? 'caught' : ''}&&${5 + k}.0,,15.0,,${Math.PI / 2},,hunter;;30.0,,15.0,,0.0,,;;&&${10 + k}.0,,25.0,,2.0,,lamp;;`;
  return [
    '40',
    '30',
    bitmap,
    '---',
    'a.Wolf,3.0',
    'a.Sheep,3.0',
    '---',
    'a.Lamp',
    '---',
    cycle(0),
    cycle(1),
    cycle(2),
    '',
  ].join('\n');
}

const CONFIG = `<visualization zoom="7" maxCPS="2" rewindSpeed="1" fontColor="red">
  <background color="0.9,0.9,0.8,1"/>
  <map color="brown"/>
  <objects circularShape="true"/>
  <robots displayTags="true" enableRotation="true">
    <class-based><default color="blue"/><class name="a.Wolf" texture="images/wolf.png"/></class-based>
  </robots>
  <additional class="kineko.Centre" arg="#0072b2"/>
</visualization>`;

function wolf(): Uint8Array {
  const canvas = createCanvas(8, 8);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff00ff';
  context.fillRect(0, 0, 8, 8);
  return canvas.toBuffer('image/png');
}

let browser: TestBrowser;
const workspace = new Workspace({
  'deeco.log': deecoLog(),
  'looks/config.xml': CONFIG,
  'looks/images/wolf.png': wolf(),
  'secret.png': wolf(),
});

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Opens a file of the workspace; no other request is allowed. */
async function opened(file: string, look: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.context.newPage();
  const strange: string[] = [];
  page.on('pageerror', (error) => strange.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') strange.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) strange.push(request.url());
  });
  try {
    await page.goto(pathToFileURL(workspace.of(file)).href);
    await page.waitForFunction(() => kineko.phase.value === 'ready');
    await look(page);
    expect(strange).toEqual([]);
  } finally {
    await page.close();
  }
}

/** All colours of the picture. A string, since there is no document here. */
async function colorsOf(page: Page): Promise<ReadonlySet<string>> {
  const list = await page.evaluate<string[]>(`(() => {
    const canvas = document.querySelector('#stage');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set();
    for (let k = 0; k < data.length; k += 4) found.add(data[k] + ',' + data[k + 1] + ',' + data[k + 2]);
    return [...found];
  })()`);
  return new Set(list);
}

describe('a self-contained page', () => {
  test('shows the run from disk, at the requested time and robot', async () => {
    const { code, stdout } = await workspace.kineko([
      'render',
      'deeco.log',
      '-o',
      'run.html',
      '--at',
      '1.5',
      '--follow',
      '1',
      '--speed',
      '3',
      '--dark',
    ]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^run\.html: the viewer and the run, /),
    });
    await opened('run.html', async (page) => {
      const state = await page.evaluate(() => ({
        time: kineko.time.value,
        pace: kineko.pace.value,
        selected: kineko.selected.value,
        isFollowing: kineko.isFollowing.value,
      }));
      expect(state).toEqual({ time: 1.5, pace: 3, selected: 1, isFollowing: true });
      expect(await page.getAttribute('.app', 'data-theme')).toBe('dark');
      await page.keyboard.press('Space');
      await page.waitForFunction(() => kineko.time.value === 2);
    });
  });

  test('has a visualization file, with its pictures and layers', async () => {
    const { code, stderr } = await workspace.kineko([
      'render',
      'deeco.log',
      '-o',
      'look.html',
      '--layers',
      'looks/config.xml',
      '--layer',
      LAYER,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await opened('look.html', async (page) => {
      expect(await page.evaluate(() => kineko.message.value)).toBe('');
      expect(await page.evaluate(() => kineko.view.value.pixelsPerMetre)).toBe(7);
      const colors = await colorsOf(page);
      // The wolf's picture, the sheep, the background, the wall, the lamp, the author layer.
      for (const color of ['255,0,255', '0,0,255', '230,230,204', '139,69,19', '255,255,0', '0,114,178']) {
        expect([color, colors.has(color)]).toEqual([color, true]);
      }
    });
  });

  test('cannot be broken by the content of the run', async () => {
    workspace.write({ '<script>.log': deecoLog().replaceAll('hunter', '</script><script>alert(1)</script>') });
    await workspace.kineko(['render', '<script>.log', '-o', 'evil.html']);
    const text = workspace.text('evil.html');
    expect(text.split('</script>')).toHaveLength(3);
    expect(text).toContain('<title>&lt;script>.log</title>');
  });

  test.each([
    ['--from', '1'],
    ['--to', '1'],
    ['--fps', '5'],
  ])('holds the whole run, and rejects %s', async (...flag) => {
    const { code, stderr } = await workspace.kineko(['render', 'deeco.log', '-o', 'x.html', ...flag]);
    expect(code).toBe(2);
    expect(stderr).toContain('a .html holds the whole run, and --at sets where it starts');
  });
});

describe('a look in pictures', () => {
  test('is the same as in pages', async () => {
    await workspace.kineko([
      'render',
      'deeco.log',
      '-o',
      'look.svg',
      '--at',
      '1',
      '--layers',
      'looks/config.xml',
      '--layer',
      LAYER,
    ]);
    const text = workspace.text('look.svg');
    expect(text).toContain('<image href="data:image/png;base64,');
    expect(text).toContain('#0072b2');
    expect(text).toContain('fill="#e6e6cc"');
    const { code } = await workspace.kineko([
      'render',
      'deeco.log',
      '-o',
      'look.gif',
      '--layers',
      'looks/config.xml',
      '--layer',
      LAYER,
      '--size',
      '200x150',
    ]);
    expect(code).toBe(0);
  });

  test('reports missing parts, and continues without them', async () => {
    workspace.write({ 'looks/poor.xml': CONFIG.replace('images/wolf.png', '../secret.png') });
    const { code, stderr } = await workspace.kineko([
      'render',
      'deeco.log',
      '-o',
      'poor.png',
      '--layers',
      'looks/poor.xml',
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('leads out of the folder');
    expect(stderr).toContain('layer kineko.Centre: not found in any file');
  });

  test('with errors is rejected with its place', async () => {
    workspace.write({ 'looks/bad.xml': '<visualization zoom="0"><map color="puce"/></visualization>' });
    const { code, stderr } = await workspace.kineko([
      'render',
      'deeco.log',
      '-o',
      'b.png',
      '--layers',
      'looks/bad.xml',
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/looks\/bad\.xml:1/);
    const layer = await workspace.kineko(['render', 'deeco.log', '-o', 'b.png', '--layer', 'looks/config.xml']);
    expect([layer.code, layer.stderr]).toEqual([2, expect.stringContaining('expected a program: a file that ends in')]);
  });
});

test('kineko view applies a look too, serves no other file, and the panel saves it', async () => {
  const end = new AbortController();
  let begin: (url: string) => void;
  const begun = new Promise<string>((resolve) => {
    begin = resolve;
  });
  const done = workspace.kineko(
    ['view', 'deeco.log', '--layers', 'looks/config.xml', '--layer', LAYER, '--no-open', '--port', '0', '--at', '1'],
    {
      signal: end.signal,
      onOutput: (text) => {
        if (text.startsWith('http')) begin(text.trim());
      },
    },
  );
  const url = await begun;
  const page = await browser.context.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => kineko.phase.value === 'ready');
    expect(await page.evaluate(() => [kineko.time.value, kineko.message.value])).toEqual([1, '']);
    const colors = await colorsOf(page);
    expect(['255,0,255', '0,114,178'].map((color) => colors.has(color))).toEqual([true, true]);
    const saved = await page.evaluate(() => kineko.visualizationText());
    expect(/<visualization [^>]*>/.exec(saved)?.[0]).toMatch(/(?=.* zoom="7")(?=.* maxCPS="2")(?=.* rewindSpeed="1")/);
    const layers = [...saved.matchAll(/<(background|map|objects|robots|additional)\b/g)].map(([, kind]) => kind);
    expect(layers).toEqual(['background', 'map', 'objects', 'robots', 'additional']);
    // A dropped file replaces it.
    await page.keyboard.press('l');
    await page.locator('#open-visualization').setInputFiles([
      {
        name: 'other.xml',
        mimeType: 'text/xml',
        buffer: Buffer.from(
          '<visualization zoom="2"><robots><tag-based><default color="cyan"/></tag-based></robots></visualization>',
        ),
      },
    ]);
    await page.waitForFunction(() => kineko.view.value.pixelsPerMetre === 2);
    expect((await colorsOf(page)).has('0,255,255')).toBe(true);
    await page.locator('#open-visualization').setInputFiles([
      {
        name: 'broken.xml',
        mimeType: 'text/xml',
        buffer: Buffer.from('<visualization><robots zoom="x"/></visualization>'),
      },
    ]);
    await page.waitForFunction(() => kineko.message.value.includes('broken.xml:1'));
    const { origin } = new URL(url);
    for (const path of ['/looks/images/wolf.png', '/layers/1.js', '/api/opening']) {
      expect((await fetch(origin + path)).status).toBeGreaterThanOrEqual(400);
    }
  } finally {
    await page.close();
    end.abort();
    await done;
  }
});
